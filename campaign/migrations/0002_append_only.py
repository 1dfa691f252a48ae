"""Make the database refuse to change or delete ledger rows, desk actions and recorded results.

PostgreSQL still allows TRUNCATE, which tests use to empty their database.
"""

from django.db import migrations

TABLES = (
    *("campaign_money", "campaign_stock", "campaign_standingpoint", "campaign_skillpoint", "campaign_wound", "campaign_prestige"),
    *("campaign_damage", "campaign_deskact", "campaign_duelresult"),
)
FUNCTION = """
CREATE OR REPLACE FUNCTION campaign_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: add a compensating row', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FUNCTION, params=None)
        for table in TABLES:
            schema_editor.execute(
                f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION campaign_append_only()"
            )
    elif schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            for verb in ("UPDATE", "DELETE"):
                schema_editor.execute(
                    f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: add a compensating row'); END"
                )


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            schema_editor.execute(f"DROP TRIGGER append_only ON {table}")
        schema_editor.execute("DROP FUNCTION campaign_append_only()")
    elif schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            for verb in ("update", "delete"):
                schema_editor.execute(f"DROP TRIGGER {table}_no_{verb}")


class Migration(migrations.Migration):
    dependencies = [("campaign", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard, elidable=False)]
