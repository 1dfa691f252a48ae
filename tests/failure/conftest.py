"""The league that is put through bad days."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.siege import more

from .child import Child
from .world import World, found_world

ROUNDS = int(os.environ.get("FAILURE_ROUNDS", more(3, 24)))
"""How often a test that throws dice does so."""


@pytest.fixture(scope="session")
def league(
    django_db_setup: None, django_db_blocker: pytest.FixtureDef, servers: None
) -> Iterator[World]:
    """The league, founded once."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        world = found_world()
    Child(dict).end(120)  # wakes the server that children are forked from
    yield world
    world.made.append(world.template)
    world.forget()


@pytest.fixture
def world(league: World) -> Iterator[World]:
    """The league; its copies go when the test ends."""
    yield league
    league.forget()


@pytest.fixture
def rounds() -> int:
    """How often to throw dice."""
    return ROUNDS
