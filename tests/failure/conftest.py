"""The league used by the failure tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .child import Child
from .world import CAMPAIGNS, MANY, World, found_world


@pytest.fixture(scope="session")
def league(
    django_db_setup: None, django_db_blocker: pytest.FixtureDef, servers: None
) -> Iterator[World]:
    """Return the league, founded once."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        world = found_world()
    Child(dict).end(120)  # wakes the server that children are forked from
    yield world
    world.made.append(world.template)
    world.forget()


@pytest.fixture(scope="session")
def crowd(league: World, django_db_blocker: pytest.FixtureDef) -> Iterator[World]:
    """Return a league with more campaigns in the siege, otherwise the same."""
    if MANY == CAMPAIGNS:
        yield league
        return
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        world = found_world("crowd", MANY)
    yield world
    world.made.append(world.template)
    world.forget()


@pytest.fixture
def crowded(crowd: World) -> Iterator[World]:
    """Return the larger league; its copies are dropped after the test."""
    yield crowd
    crowd.forget()


@pytest.fixture
def world(league: World) -> Iterator[World]:
    """Return the league; its copies are dropped after the test."""
    yield league
    league.forget()
