"""A migration composes stored names with decomposed accents."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import pytest
from django.apps import apps
from django.db import connection

from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Team
from campaign.roster.models import Character
from tests.config.test_new_database import run
from tests.factories import Club, found_club
from tests.sqlite import migrated

if TYPE_CHECKING:
    from pathlib import Path

COMPOSED: Final = "Zoë’s Café"
TYPED: Final = unicodedata.normalize("NFD", COMPOSED)
FOUND: Final = f"""
import django; django.setup()
from django.utils import timezone
from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.league.models import Campaign
from core.accounts.models import User
gm = User.objects.create(username="gm")
founding.create_club(new=Founding(name="A club", weeks=0), founder=gm, now=timezone.now())
Campaign.objects.update(name={TYPED!a})
from tests.campaign.league.test_composed_names import run_migration
run_migration()
"""
"""A script that founds a club with a decomposed name and composes it."""


@pytest.fixture
def club() -> Club:
    """Return a club whose team, character and car have decomposed names."""
    found = found_club()
    with found.scope():
        Team.objects.filter(pk=found.teams[0].pk).update(name=TYPED)
        Vehicle.objects.filter(pk=found.car(0).pk).update(name=TYPED)
        Character.objects.filter(pk=found.who(0, "Rook").pk).update(name=TYPED)
        Campaign.objects.filter(pk=found.campaign.pk).update(name=TYPED)
    return found


def run_migration() -> None:
    """Run the migration on the existing rows."""
    migration = import_module("campaign.migrations.0033_names_in_nfc")
    migration.compose(apps, SimpleNamespace(connection=connection))


@pytest.mark.django_db
def test_migrate_composes_decomposed_names(club: Club) -> None:
    with club.scope():
        rows = (
            Campaign.objects.get(pk=club.campaign.pk),
            Team.objects.get(pk=club.teams[0].pk),
            Vehicle.objects.get(name=TYPED),
            Character.objects.get(name=TYPED),
        )
        run_migration()
        for row in rows:
            row.refresh_from_db()
            assert row.name == COMPOSED


@pytest.mark.django_db
def test_a_name_already_taken_in_composed_form_stays(club: Club) -> None:
    with club.scope():
        Team.objects.filter(pk=club.teams[1].pk).update(name=COMPOSED)
        run_migration()
        assert {team.name for team in Team.objects.all()} == {TYPED, COMPOSED}
        assert Campaign.objects.get(pk=club.campaign.pk).name == COMPOSED


@pytest.mark.slow("migrates an SQLite file")
def test_migrate_composes_names_on_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite3"
    migrated(file)
    done = run(file, "-c", FOUND)
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(file)) as old:
        assert old.execute("SELECT name FROM campaign_campaign").fetchall() == [(COMPOSED,)]
