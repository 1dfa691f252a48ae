"""Allow the desk log to change only in the names of people who were renamed.

Before this migration, any detail that contained the name of a former player could be stored. Now a
text in the log can change only where it contains a person's former name
(`accounts_user.former_name`). That name can be replaced with the person's current name, never the
other way round.
"""

from django.db import migrations

ACTS = "campaign_deskact"
REFUSED = f"{ACTS} is append-only: add a compensating row"
FUNCTIONS = """
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
    RAISE EXCEPTION '% is append-only: add a compensating row', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
"""
BEFORE = """
CREATE OR REPLACE FUNCTION campaign_acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE'
        AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail'
        AND EXISTS (
            SELECT 1 FROM accounts_user
            WHERE gone_at IS NOT NULL AND strpos(NEW.detail::text, username) > 0
        ) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: add a compensating row', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
DROP FUNCTION campaign_in_json(text);
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
GONE = "EXISTS (SELECT 1 FROM accounts_user WHERE gone_at IS NOT NULL AND instr(NEW.detail, username) > 0)"


def lite(schema_editor, allowed):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({ACTS})")
        columns = [row[1] for row in cursor.fetchall()]
    same = " AND ".join(f'NEW."{name}" IS OLD."{name}"' for name in columns if name != "detail")
    schema_editor.execute(f"DROP TRIGGER {ACTS}_no_update")
    schema_editor.execute(
        f"CREATE TRIGGER {ACTS}_no_update BEFORE UPDATE ON {ACTS} WHEN NOT ({same} AND {allowed}) "
        f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    )


def tighten(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FUNCTIONS, params=None)
    elif schema_editor.connection.vendor == "sqlite":
        lite(schema_editor, ONLY_RENAMED)


def loosen(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(BEFORE, params=None)
    elif schema_editor.connection.vendor == "sqlite":
        lite(schema_editor, GONE)


class Migration(migrations.Migration):
    dependencies = [("campaign", "0025_words_are_forgotten"), ("accounts", "0007_former_name")]
    operations = [migrations.RunPython(tighten, loosen, elidable=False)]
