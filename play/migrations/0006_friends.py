"""Add a minimum percentage of finished matches to tables, and agreements to share a match."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("play", "0005_tournaments")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="chair",
            name="shares",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="asks_for",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
