"""Give every week its weekly duel, to which the rows without an event now refer.

A weekly duel has the id of its week, so the causes of ledger rows, news and notices stay valid.
Results and dice are append-only: their triggers are off until 0037.
"""

from django.db import migrations

REFERRING_TABLES = (
    "campaign_duelentry",
    "campaign_duelresult",
    "campaign_dueldraft",
    "campaign_dueldispute",
    "campaign_drivenduel",
    "campaign_tabledice",
    "campaign_thread",
)
WEEKLY_DUELS = """
INSERT INTO campaign_duel
  (id, week_id, kind, number, name, arena, budget, counts, pays, fame, made_at)
SELECT w.id, w.id, 'weekly', 0, w.event_name, w.arena, w.budget, {true}, {true}, {true}, s.opened_at
FROM campaign_week w JOIN campaign_season s ON s.id = w.season_id
"""


def make_weekly_duels(apps, schema_editor):
    """Insert the weekly duels and refer to them."""
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for table in REFERRING_TABLES:
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {table}_no_update"
            if is_sqlite
            else f"ALTER TABLE {table} DISABLE TRIGGER USER"
        )
    schema_editor.execute(WEEKLY_DUELS.format(true="1" if is_sqlite else "true"))
    schema_editor.execute(
        "UPDATE campaign_duel SET kind = 'challenge' WHERE challenge_id IS NOT NULL"
    )
    for table in REFERRING_TABLES:
        schema_editor.execute(
            f"UPDATE {table} SET duel_id = week_id WHERE duel_id IS NULL AND week_id IS NOT NULL"
        )


class Migration(migrations.Migration):
    """Turn the rows over."""

    dependencies = [("campaign", "0035_events_become_duels")]

    operations = [migrations.RunPython(make_weekly_duels, migrations.RunPython.noop)]
