"""Convert the names of clubs, teams, people, cars and published designs to Unicode NFC.

New names are stored in this form. Older names that were typed in decomposed form could not be found
by people who typed them again.
"""

from django.db import migrations

from core.web.names import compose_names

NAMED = ("Campaign", "Team", "Character", "Vehicle", "PublishedDesign")


def compose(apps, schema_editor):
    """Convert the names of all rows to composed form."""
    for model in NAMED:
        manager = apps.get_model("campaign", model)._base_manager  # without a scope
        compose_names(manager.using(schema_editor.connection.alias))


class Migration(migrations.Migration):
    """Store existing names in one form."""

    dependencies = [("campaign", "0032_paths_name_their_season")]

    operations = [migrations.RunPython(compose, migrations.RunPython.noop, elidable=True)]
