from django.db import migrations


class Migration(migrations.Migration):
    """A captivity is about a character: its model stands with the roster. Its table stays as it is."""

    dependencies = [("espionage", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Captivity")], database_operations=[]
        ),
    ]
