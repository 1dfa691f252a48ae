"""Moves that the house made before moves said how they were made."""

from django.db import migrations

HOST = 255


def mark(apps, schema_editor):
    apps.get_model("play", "Move").objects.filter(seat=HOST).update(how="host")


class Migration(migrations.Migration):
    dependencies = [("play", "0002_tables")]
    operations = [migrations.RunPython(mark, migrations.RunPython.noop, elidable=True)]
