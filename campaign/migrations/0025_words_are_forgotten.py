"""Allow the deletion of a person's texts and name.

The text of a wording can become empty, while its digest stays. In the desk log, a name can be
replaced with that of a former player. Nothing else in these rows can change.
"""

from django.db import migrations

WORDS = ("campaign_wording", "campaign_rivalnote")
ACTS = "campaign_deskact"
FUNCTIONS = """
CREATE OR REPLACE FUNCTION campaign_words_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.text = ''
        AND to_jsonb(NEW) - 'text' = to_jsonb(OLD) - 'text' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: add a compensating row', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
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
"""


def columns(schema_editor, table):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({table})")
        return [row[1] for row in cursor.fetchall()]


def lite(schema_editor, table, kept, allowed):
    """Return SQLite's trigger on changes, which allows the permitted ones."""
    same = " AND ".join(
        f'NEW."{name}" IS OLD."{name}"' for name in columns(schema_editor, table) if name != kept
    )
    schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_update")
    schema_editor.execute(
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} WHEN NOT ({same} AND {allowed}) "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: add a compensating row'); END"
    )


def let_forget(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(FUNCTIONS, params=None)
        for table in (*WORDS, ACTS):
            name = "campaign_acts_stay" if table == ACTS else "campaign_words_stay"
            schema_editor.execute(f"DROP TRIGGER append_only ON {table}")
            schema_editor.execute(
                f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
            )
    elif vendor == "sqlite":
        for table in WORDS:
            lite(schema_editor, table, "text", "NEW.text = ''")
        lite(
            schema_editor,
            ACTS,
            "detail",
            "EXISTS (SELECT 1 FROM accounts_user WHERE gone_at IS NOT NULL AND instr(NEW.detail, username) > 0)",
        )


def insist(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for table in (*WORDS, ACTS):
        if vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER append_only ON {table}")
            schema_editor.execute(
                f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION campaign_append_only()"
            )
        elif vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER {table}_no_update")
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: add a compensating row'); END"
            )
    if vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION campaign_words_stay()")
        schema_editor.execute("DROP FUNCTION campaign_acts_stay()")


class Migration(migrations.Migration):
    dependencies = [("campaign", "0024_old_records"), ("accounts", "0005_gone")]
    operations = [migrations.RunPython(let_forget, insist, elidable=False)]
