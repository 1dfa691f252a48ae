import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Move the model of captivities to the roster, because a captivity is about a character. The
    table does not change.
    """

    dependencies = [
        ("campaign", "0002_append_only"),
        ("espionage", "0002_captivity_to_the_roster"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Captivity",
                    fields=[
                        (
                            "id",
                            models.UUIDField(
                                default=uuid.uuid4,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        ("freed_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "character",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="captivities",
                                to="campaign.character",
                            ),
                        ),
                        (
                            "held_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="campaign.team",
                            ),
                        ),
                        (
                            "week",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="captives",
                                to="campaign.week",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "espionage_captivity",
                        "verbose_name_plural": "captivities",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("week", "character"), name="held_once_a_week"
                            )
                        ],
                    },
                ),
            ],
            database_operations=[],
        ),
    ]
