"""A small club and its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest

from core.web import clock
from tests.factories import Club, found_club


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=1, vehicles=0)


@pytest.fixture
def later(club: Club) -> Iterator[Callable[[timedelta], None]]:
    """Set the clock to this time after the club's noon."""
    with ExitStack() as moments:

        def wait(time: timedelta) -> None:
            moments.enter_context(clock.set_to(club.at + time))

        wait(timedelta(0))
        yield wait
