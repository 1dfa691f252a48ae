"""What the tests in a browser share: a clock for the whole site, people at their own browsers, and
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
"""When the tests of a week begin: the day before a club's orders open."""


@dataclass
class Clock:
    """The clock of the whole site, in every thread; it runs on from where it is put."""

    traveller: time_machine.Traveller

    def put(self, moment: datetime) -> None:
        """It is this moment, and what is due by now has been done."""
        self.traveller.move_to(moment)
        tick()

    def pass_(self, **time: float) -> None:
        """So much time goes by."""
        self.put(timezone.now() + timedelta(**time))


@pytest.fixture
def site_clock(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The site's clock at noon on a Sunday. Deadlines go by the database's clock, which does not
    travel: they ask Python's instead, unless the clock is set to some moment.
    """
    with time_machine.travel(SUNDAY) as traveller:
        monkeypatch.setattr(clock, "now", lambda: clock._SET_TO.get() or timezone.now())
        yield Clock(traveller)


@pytest.fixture
def club(site_clock: Clock) -> Club:
    """Two teams with a car each at the start of the duel, whose hour has come."""
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
    """The places of the tour, made once for all tests of a module; these tests only look."""
    with django_db_blocker.unblock():
        with luck.ruling("the places of the tour"):
            there = all_places()
        yield there
        call_command("flush", interactive=False, verbosity=0)
