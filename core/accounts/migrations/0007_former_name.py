"""Allow people to change their names. The former name is reserved for them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_token_scopes"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="former_name",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Previous name, reserved for a year and not shown to anyone.",
                max_length=150,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="renamed_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When the person last changed their name.",
                null=True,
            ),
        ),
    ]
