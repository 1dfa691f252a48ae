"""Add fields for accounts that are scheduled for deletion or deleted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_shown"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="leaving_at",
            field=models.DateTimeField(
                blank=True,
                db_index=True,
                help_text="When the account is deleted, unless its owner signs in before.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="gone_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When the account was deleted.",
                null=True,
            ),
        ),
    ]
