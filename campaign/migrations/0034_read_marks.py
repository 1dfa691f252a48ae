"""Rename a model after what it holds: the marks up to which members have read threads.

The table keeps its name, so that both versions can use it while one replaces the other.
"""

from django.db import migrations


class Migration(migrations.Migration):
    """Rename Seen to ReadMark without changes to the database."""

    dependencies = [("campaign", "0033_names_in_nfc")]

    operations = [
        migrations.AlterModelTable("seen", "campaign_seen"),
        migrations.RenameModel("Seen", "ReadMark"),
    ]
