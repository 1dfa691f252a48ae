"""Stored addresses of a week's pages name the season; a migration added it to old ones."""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from campaign.desk.rules.founding import Opening
from campaign.desk.services import founding
from campaign.league.models import Week
from campaign.league.selectors.links import week_path
from core.notifications.models import Notice
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db

name_seasons = import_module("campaign.migrations.0032_paths_name_their_season").name_seasons


@pytest.fixture
def club() -> Club:
    """Return a club in its second season; week 1 of its first one is over."""
    found = found_club(teams=1)
    with found.scope():
        Week.objects.filter(pk=found.open_week.pk).update(status="closed")
    founding.close_season(season=found.season, actor=found.gm, now=days_later(found, 10))
    founding.open_season(
        campaign=found.campaign,
        actor=found.gm,
        now=days_later(found, 10),
        new=Opening(first=days_later(found, 12).date(), weeks=2),
    )
    return found


def days_later(club: Club, days: int) -> datetime:
    return club.at + timedelta(days=days)


def migrate(club: Club, path: str, at: datetime, **about: Any) -> str:
    """Store a notice as older versions did, migrate twice, and return its path."""
    with club.scope():
        row = Notice.objects.create(
            user=club.gm,
            campaign=club.campaign,
            kind="report",
            text="Read this.",
            path=path,
            cause=f"{path}{at}{about}",
            at=at,
            about=about,
        )
        for _ in range(2):
            name_seasons(apps, None)
        row.refresh_from_db()
    return row.path


@pytest.mark.parametrize("page", ["weeks/1/", "weeks/1/duels/0/record/", "teams/anvil/reports/1/"])
def test_a_stored_address_gets_the_season_of_its_date(club: Club, page: str) -> None:
    assert migrate(club, page, days_later(club, 9)) == f"{page}?season=1"
    assert migrate(club, page, days_later(club, 11)) == f"{page}?season=2"


def test_a_stored_address_gets_the_season_of_its_notice(club: Club) -> None:
    assert migrate(club, "weeks/1/", days_later(club, 11), week=1, season=1) == "weeks/1/?season=1"


@pytest.mark.parametrize("page", ["weeks/", "weeks/99/", "teams/anvil/garage/", "desk/", ""])
def test_a_stored_address_without_a_week_stays(club: Club, page: str) -> None:
    assert migrate(club, page, days_later(club, 9)) == page


def test_a_stored_address_older_than_every_season_stays(club: Club) -> None:
    assert migrate(club, "weeks/1/", days_later(club, -9999)) == "weeks/1/"


def test_an_address_leads_to_its_week_after_the_next_season_opened(club: Club, client: Any) -> None:
    client.force_login(club.gm, backend="django.contrib.auth.backends.ModelBackend")
    path = week_path("week", club.open_week)
    page = client.get(f"/c/{club.campaign.slug}/{path}")
    assert (path, page.status_code) == ("weeks/1/?season=1", 200)
    assert page.context["season"].number == 1
