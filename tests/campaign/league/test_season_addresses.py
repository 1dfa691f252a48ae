"""Stored addresses of a week's pages name the season."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from campaign.desk.rules.founding import Opening
from campaign.desk.services import founding
from campaign.league.models import Week
from campaign.league.selectors.links import week_path
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


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


def test_an_address_leads_to_its_week_after_the_next_season_opened(club: Club, client: Any) -> None:
    client.force_login(club.gm, backend="django.contrib.auth.backends.ModelBackend")
    path = week_path("week", club.open_week)
    page = client.get(f"/c/{club.campaign.slug}/{path}")
    assert (path, page.status_code) == ("weeks/1/?season=1", 200)
    assert page.context["season"].number == 1
