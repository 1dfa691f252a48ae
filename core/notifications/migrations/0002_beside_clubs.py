"""Allow notices without a club, about games outside clubs."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("notifications", "0001_initial")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="notice",
            name="campaign",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="notices",
                to="campaign.campaign",
            ),
        ),
    ]
