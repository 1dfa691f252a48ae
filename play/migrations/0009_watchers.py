"""Add who can watch an unlisted table."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("play", "0008_stands")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="table",
            name="watchers",
            field=models.CharField(
                choices=[
                    ("people", "signed-in people with the link"),
                    ("circle", "members of the club or teams"),
                    ("anybody", "anyone with the link"),
                ],
                db_default="people",
                default="people",
                max_length=7,
            ),
        ),
    ]
