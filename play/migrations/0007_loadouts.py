"""Add the loadout that a chair's player brings to a match that has not started."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("play", "0006_friends")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="chair",
            name="loadout",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
    ]
