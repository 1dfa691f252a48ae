from django.db import migrations


class Migration(migrations.Migration):
    """Move the captivity model to the roster app, because it is about characters.

    Its table stays.
    """

    dependencies = [("espionage", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Captivity")], database_operations=[]
        ),
    ]
