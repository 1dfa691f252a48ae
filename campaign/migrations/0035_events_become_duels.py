"""Rename events to duels, and the references to them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

REFERENCES = (
    "DuelEntry",
    "DuelResult",
    "DuelDraft",
    "DuelDispute",
    "DrivenDuel",
    "TableDice",
    "Thread",
)
CONSTRAINTS = (
    ("duelentry", "one_entry_a_vehicle"),
    ("duelentry", "one_event_entry_a_vehicle"),
    ("duelresult", "one_result_a_revision"),
    ("duelresult", "one_event_result_a_revision"),
    ("dueldraft", "one_draft_a_number"),
    ("dueldraft", "one_event_draft_a_number"),
    ("dueldispute", "one_open_dispute_a_team"),
    ("dueldispute", "one_open_event_dispute_a_team"),
    ("drivenduel", "one_driven_duel_a_week"),
    ("drivenduel", "one_driven_duel_an_event"),
    ("tabledice", "one_dice_a_duel"),
    ("tabledice", "one_dice_an_event"),
    ("thread", "one_talk_a_duel"),
    ("thread", "one_talk_an_event"),
    ("event", "one_event_a_number"),
)


class Migration(migrations.Migration):
    """Prepare the table of duels for the weekly duels."""

    dependencies = [
        ("campaign", "0034_read_marks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.RemoveConstraint(model, name) for model, name in CONSTRAINTS),
        migrations.RemoveIndex("event", "events_to_begin"),
        migrations.RenameModel("Event", "Duel"),
        *(migrations.RenameField(model, "event", "duel") for model in REFERENCES),
        migrations.AlterField("duel", "starts_at", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField("duel", "name", models.CharField(blank=True, max_length=80)),
        migrations.AlterField(
            "duel",
            "made_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
