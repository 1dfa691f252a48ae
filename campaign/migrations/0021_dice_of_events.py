"""Give the table of each event its own dice (C44, C50)."""

import django.db.models.deletion
from django.db import migrations, models

TABLE = "campaign_tabledice"


def guard_anew(apps, schema_editor):
    """Recreate the guards (0017), because SQLite recreates the table and loses them."""
    if schema_editor.connection.vendor != "sqlite":
        return
    for verb in ("UPDATE", "DELETE"):
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_{verb.lower()}")
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE} "
            f"BEGIN SELECT RAISE(ABORT, '{TABLE} is append-only: add a compensating row'); END"
        )


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0020_heats"),
    ]

    operations = [
        migrations.AddField(
            model_name="tabledice",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="table_dice",
                to="campaign.event",
            ),
        ),
        migrations.AlterField(
            model_name="tabledice",
            name="week",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="table_dice",
                to="campaign.week",
            ),
        ),
        migrations.AddConstraint(
            model_name="tabledice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event", None)), fields=("week",), name="one_dice_a_duel"
            ),
        ),
        migrations.AddConstraint(
            model_name="tabledice",
            constraint=models.UniqueConstraint(fields=("event",), name="one_dice_an_event"),
        ),
        migrations.RunPython(guard_anew, guard_anew),
    ]
