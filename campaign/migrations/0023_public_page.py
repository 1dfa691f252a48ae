"""Add a club's public page, and requests to join made there."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0022_voices"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="public_at",
            field=models.DateTimeField(
                blank=True,
                help_text=(
                    "When the club's public page was turned on; empty while it is off."
                ),
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="JoinAsk",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("said", models.CharField(blank=True, max_length=300)),
                ("asked_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("agreed", models.BooleanField(blank=True, null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="join_asks",
                        to="campaign.campaign",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="join_asks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["asked_at", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at", None)),
                        fields=("campaign", "user"),
                        name="one_open_join_ask_a_person",
                    )
                ],
            },
        ),
    ]
