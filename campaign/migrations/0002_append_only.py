"""Make the database refuse to change or delete the rows of ledgers and records.

A person's texts and name can be erased. The text of a wording can become empty, while its digest
stays. A text in the desk log can change only where it contains a person's former name
(`accounts_user.former_name`), which can be replaced with the current name.
"""

from django.db import migrations

from campaign.ledger.append_only import append_only

REFUSE = "RAISE EXCEPTION '% is append-only: add a compensating row', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';"
WORDS_FUNCTION = f"""
CREATE OR REPLACE FUNCTION campaign_words_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.text = ''
        AND to_jsonb(NEW) - 'text' = to_jsonb(OLD) - 'text' THEN
        RETURN NEW;
    END IF;
    {REFUSE}
END $$;
"""
ACTS_FUNCTIONS = f"""
CREATE OR REPLACE FUNCTION campaign_in_json(said text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT substr(quoted, 2, length(quoted) - 2) FROM (SELECT to_jsonb(said)::text AS quoted) AS one
$$;
CREATE OR REPLACE FUNCTION campaign_acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE'
        AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail'
        AND EXISTS (
            SELECT 1 FROM accounts_user
            WHERE former_name <> ''
                AND replace(NEW.detail::text, campaign_in_json(username), campaign_in_json(former_name))
                    = replace(OLD.detail::text, campaign_in_json(username), campaign_in_json(former_name))
                AND length(replace(NEW.detail::text, campaign_in_json(former_name), ''))
                    >= length(replace(OLD.detail::text, campaign_in_json(former_name), ''))
        ) THEN
        RETURN NEW;
    END IF;
    {REFUSE}
END $$;
"""
ONLY_RENAMED = """
    (SELECT count(*) FROM json_tree(NEW.detail)) = (SELECT count(*) FROM json_tree(OLD.detail))
    AND EXISTS (
        SELECT 1 FROM accounts_user AS person
        WHERE person.former_name <> '' AND NOT EXISTS (
            SELECT 1 FROM json_tree(NEW.detail) AS now
            LEFT JOIN json_tree(OLD.detail) AS was ON was.fullkey = now.fullkey
            WHERE was.type IS NOT now.type OR (
                now.atom IS NOT was.atom AND (
                    now.type <> 'text'
                    OR replace(now.atom, person.username, person.former_name)
                        <> replace(was.atom, person.username, person.former_name)
                    OR length(replace(now.atom, person.former_name, ''))
                        < length(replace(was.atom, person.former_name, ''))
                )
            )
        )
    )
"""
"""Condition for SQLite, which stores details as written, with escaped non-ASCII characters. It
therefore compares the texts in the details.
"""


class Migration(migrations.Migration):
    dependencies = [("campaign", "0001_initial"), ("accounts", "0002_initial")]
    operations = [
        append_only(
            "campaign_money", "campaign_stock", "campaign_standingpoint", "campaign_skillpoint",
            "campaign_wound", "campaign_prestige", "campaign_damage", "campaign_duelresult",
            "campaign_dealstep", "campaign_movein", "campaign_tabledice", "campaign_tablemark",
            "campaign_tableroll",
        ),
        append_only(
            "campaign_wording", "campaign_rivalnote", functions=WORDS_FUNCTION,
            function="campaign_words_stay", erasable="text", condition="NEW.text = ''",
        ),
        append_only(
            "campaign_deskact", functions=ACTS_FUNCTIONS, function="campaign_acts_stay",
            erasable="detail", condition=ONLY_RENAMED,
        ),
    ]
