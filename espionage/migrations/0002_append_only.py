"""Make the database refuse to change or delete missed weeks, as in all ledgers."""

from django.db import migrations

from campaign.ledger.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("espionage", "0001_initial"), ("campaign", "0002_append_only")]
    operations = [append_only("espionage_missedweek")]
