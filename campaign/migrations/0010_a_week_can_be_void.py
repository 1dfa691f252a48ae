"""A week that cannot be worked off can be declared void."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("campaign", "0009_who_is_let_in")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="week",
            name="status",
            field=models.CharField(
                choices=[
                    ("planned", "planned"), ("open", "open for orders"), ("playing", "being resolved"), ("settled", "settled"), ("closed", "closed"),
                    ("void", "void"),
                ],
                default="planned",
                max_length=8,
            ),
        ),
    ]
