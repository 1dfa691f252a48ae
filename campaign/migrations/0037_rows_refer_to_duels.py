"""Let every row of a duel refer to it alone, and guard results and dice again."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


REFERRING_TABLES = (
    "campaign_duelentry",
    "campaign_duelresult",
    "campaign_dueldraft",
    "campaign_dueldispute",
    "campaign_drivenduel",
    "campaign_tabledice",
    "campaign_thread",
)
APPEND_ONLY = ("campaign_duelresult", "campaign_tabledice")


def guard_rows(apps, schema_editor):
    """Make results and dice append-only again. SQLite has lost the triggers with the old tables."""
    if schema_editor.connection.vendor == "postgresql":
        for table in REFERRING_TABLES:
            schema_editor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        return
    for table in APPEND_ONLY:
        for verb in ("UPDATE", "DELETE"):
            trigger = f"{table}_no_{verb.lower()}"
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger}")
            schema_editor.execute(
                f"CREATE TRIGGER {trigger} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: add a compensating row'); END"
            )


class Migration(migrations.Migration):
    """Take away the references to weeks and the fields that moved to the weekly duels."""

    dependencies = [
        ("campaign", "0036_weekly_duels"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveField(
            model_name="drivenduel",
            name="week",
        ),
        migrations.RemoveField(
            model_name="dueldispute",
            name="week",
        ),
        migrations.RemoveField(
            model_name="dueldraft",
            name="week",
        ),
        migrations.RemoveField(
            model_name="duelentry",
            name="week",
        ),
        migrations.RemoveField(
            model_name="duelresult",
            name="week",
        ),
        migrations.RemoveField(
            model_name="tabledice",
            name="week",
        ),
        migrations.RemoveField(
            model_name="thread",
            name="week",
        ),
        migrations.RemoveField(
            model_name="week",
            name="arena",
        ),
        migrations.RemoveField(
            model_name="week",
            name="budget",
        ),
        migrations.RemoveField(
            model_name="week",
            name="event_name",
        ),
        migrations.AlterField(
            model_name="drivenduel",
            name="duel",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="driven",
                to="campaign.duel",
            ),
        ),
        migrations.AlterField(
            model_name="duel",
            name="challenge",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="duel",
                to="campaign.challenge",
            ),
        ),
        migrations.AlterField(
            model_name="duel",
            name="counts",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="duel",
            name="fame",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="duel",
            name="kind",
            field=models.CharField(
                choices=[
                    ("weekly", "weekly duel"),
                    ("event", "event"),
                    ("challenge", "challenge"),
                    ("heat", "heat"),
                    ("final", "final"),
                ],
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="duel",
            name="meet",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="duels",
                to="campaign.meet",
            ),
        ),
        migrations.AlterField(
            model_name="duel",
            name="week",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="duels",
                to="campaign.week",
            ),
        ),
        migrations.AlterField(
            model_name="dueldispute",
            name="duel",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="disputes",
                to="campaign.duel",
            ),
        ),
        migrations.AlterField(
            model_name="dueldraft",
            name="duel",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="drafts",
                to="campaign.duel",
            ),
        ),
        migrations.AlterField(
            model_name="duelentry",
            name="duel",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="campaign.duel",
            ),
        ),
        migrations.AlterField(
            model_name="duelresult",
            name="duel",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="results",
                to="campaign.duel",
            ),
        ),
        migrations.AlterField(
            model_name="tabledice",
            name="duel",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="table_dice",
                to="campaign.duel",
            ),
        ),
        migrations.AlterField(
            model_name="thread",
            name="duel",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="thread",
                to="campaign.duel",
            ),
        ),
        migrations.AddIndex(
            model_name="duel",
            index=models.Index(
                condition=models.Q(("called_off_at", None), ("starts_at__isnull", False)),
                fields=["starts_at"],
                name="duels_to_begin",
            ),
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.UniqueConstraint(fields=("week", "number"), name="one_duel_a_number"),
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("called_off_at", None),
                        ("id", models.F("week")),
                        ("kind", "weekly"),
                        ("number", 0),
                        ("starts_at", None),
                    ),
                    models.Q(
                        models.Q(("kind", "weekly"), _negated=True),
                        ("made_by__isnull", False),
                        ("number__gt", 0),
                        ("starts_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="a_weekly_duel_is_its_weeks",
            ),
        ),
        migrations.AddConstraint(
            model_name="duel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("challenge__isnull", False), ("kind", "challenge")),
                    models.Q(models.Q(("kind", "challenge"), _negated=True), ("challenge", None)),
                    _connector="OR",
                ),
                name="a_challenge_has_its_duel",
            ),
        ),
        migrations.AddConstraint(
            model_name="dueldispute",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled_at", None)),
                fields=("duel", "team"),
                name="one_open_dispute_a_team",
            ),
        ),
        migrations.AddConstraint(
            model_name="dueldraft",
            constraint=models.UniqueConstraint(
                fields=("duel", "number"), name="one_draft_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="duelentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at", None)),
                fields=("duel", "vehicle"),
                name="one_entry_a_vehicle",
            ),
        ),
        migrations.AddConstraint(
            model_name="duelresult",
            constraint=models.UniqueConstraint(
                fields=("duel", "revision"), name="one_result_a_revision"
            ),
        ),
        migrations.RunPython(guard_rows, migrations.RunPython.noop),
    ]
