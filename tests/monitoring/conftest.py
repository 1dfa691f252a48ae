"""A club, a clock, and a site whose jobs run or do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta

import pytest

from core.web import clock
from monitoring.services import job_runs
from tests.factories import Club, found_club
from tests.play.tables import Time


@pytest.fixture
def club(db: None) -> Club:
    return found_club(teams=2, characters=1, vehicles=0)


@pytest.fixture
def at() -> Iterator[Callable[[datetime], None]]:
    """Set the clock."""
    with ExitStack() as moments:
        yield lambda moment: moments.enter_context(clock.set_to(moment))


@pytest.fixture
def time() -> Iterator[Time]:
    """Return the clock of the tables."""
    with ExitStack() as stack:
        yield Time(stack)


@pytest.fixture
def ticked(db: None) -> Callable[..., None]:
    """Record that a runner ticked this long ago."""

    def tick(runner: job_runs.Runner = "worker", ago: timedelta = timedelta(0)) -> None:
        with clock.set_to(clock.now() - ago):
            job_runs.record("tick", runner)

    return tick
