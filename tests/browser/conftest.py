"""Shared fixtures of browser tests: a clock for the whole site, people in their own browsers, and
the places of the tour.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from core.web import clock
from espionage.services.tick import tick
from tests import luck
from tests.factories import Club, found_club

from .places import all_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoDbBlocker

    from .places import Place

SUNDAY = datetime(2040, 3, 4, 12, tzinfo=UTC)
"""Start of the week tests: the day before a club's orders open."""


@dataclass
class Clock:
    """The clock of the whole site, in every thread. It keeps running from the time it is set to."""

    traveller: time_machine.Traveller

    def put(self, moment: datetime) -> None:
        """Set the clock and do everything that is due."""
        self.traveller.move_to(moment)
        tick()

    def pass_(self, **time: float) -> None:
        """Advance the clock by this time."""
        self.put(timezone.now() + timedelta(**time))


@pytest.fixture
def site_clock(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Set the site's clock to noon on a Sunday. Deadlines usually use the database's clock, which
    cannot be set; here they use Python's.
    """
    with time_machine.travel(SUNDAY) as traveller:
        monkeypatch.setattr(clock, "now", lambda: clock._SET_TO.get() or timezone.now())
        yield Clock(traveller)


@pytest.fixture
def club(site_clock: Clock) -> Club:
    """Return a club with two teams and a car each, at the start of its duel."""
    club = found_club(teams=2, characters=4)
    site_clock.put(club.at)
    for team in range(len(club.teams)):
        club.enter(team)
    for moment in ("due_at", "settle_at", "duel_at"):
        site_clock.put(getattr(club.open_week, moment))
    return club


@pytest.fixture(scope="module")
def places(
    servers: None, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, Place]]:
    """Create the places of the tour once per module; its tests only read."""
    with django_db_blocker.unblock():
        with luck.ruling("the places of the tour"):
            there = all_places()
        yield there
        call_command("flush", interactive=False, verbosity=0)
