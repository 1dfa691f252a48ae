"""Limit tokens to scopes and to one club or all. Existing tokens keep every scope."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_gone"),
        ("campaign", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.CharField(
                db_default="read orders play desk",
                default="read orders play desk",
                help_text="Scopes, separated by spaces.",
                max_length=40,
            ),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="club",
            field=models.ForeignKey(
                blank=True,
                help_text="The only club it can access; empty for all.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.CLUB_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="reminded_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When its owner was last reminded, or created or renewed it.",
                null=True,
            ),
        ),
    ]
