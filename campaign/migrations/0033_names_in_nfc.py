"""Bring the names of clubs, teams, people, cars and published designs to Unicode NFC.

New names are stored so. Older ones, typed on systems that take letters apart, were not found by
whoever typed them anew.
"""

from django.db import migrations

from core.web.names import compose_names

NAMED = ("Campaign", "Team", "Character", "Vehicle", "PublishedDesign")


def compose(apps, schema_editor):
    """Compose the names of all rows."""
    for model in NAMED:
        manager = apps.get_model("campaign", model)._base_manager  # without a scope
        compose_names(manager.using(schema_editor.connection.alias))


class Migration(migrations.Migration):
    """Names are stored in one form."""

    dependencies = [("campaign", "0032_paths_name_their_season")]

    operations = [migrations.RunPython(compose, migrations.RunPython.noop, elidable=True)]
