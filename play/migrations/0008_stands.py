"""Count the chat lines in the stands of a table."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("play", "0007_loadouts")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="table",
            name="stands",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
