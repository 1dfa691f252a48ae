"""Add rights to exchange a vehicle. Weeks that have opened keep their rules without exchanges."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

WITHOUT_EXCHANGES = {
    "sqlite": "json_set(rules, '$.exchange_after_infiltration', json('false'))",
    "postgresql": """rules || '{"exchange_after_infiltration": false}'::jsonb""",
}


def keep_rules_of_opened_weeks(apps, schema_editor):
    """Turn the new rule off in weeks whose rules are frozen."""
    rules = WITHOUT_EXCHANGES[schema_editor.connection.vendor]
    schema_editor.execute(f"UPDATE campaign_week SET rules = {rules} WHERE rules IS NOT NULL")


class Migration(migrations.Migration):
    """Create the table."""

    dependencies = [("campaign", "0037_rows_refer_to_duels")]

    operations = [
        migrations.CreateModel(
            name="Exchange",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("can_refit", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exchanges",
                        to="campaign.duel",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exchange",
                        to="campaign.duelentry",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exchanges",
                        to="campaign.team",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("duel", "team"), name="one_exchange_a_team")
                ],
            },
        ),
        migrations.RunPython(keep_rules_of_opened_weeks, migrations.RunPython.noop),
    ]
