"""Add the visibility of a person's profile."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_guests"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="shown",
            field=models.CharField(
                choices=[
                    ("nobody", "Nobody"),
                    ("clubs", "Members of my clubs"),
                    ("anybody", "Anybody"),
                ],
                db_default="clubs",
                default="clubs",
                help_text="People who can see the profile.",
                max_length=8,
            ),
        ),
    ]
