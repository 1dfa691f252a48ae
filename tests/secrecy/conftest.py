"""The stage of the access tests: built once per module, in a transaction that is rolled back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from uuid import UUID

import pytest
import time_machine
from django.db import transaction

from core.web import clock
from engine.registry import GAMES
from espionage.services import due
from play.tabletop import lessons, registry
from tests.factories import NOON
from tests.pages.play.bids_table import BIDS_TABLE

from .asking import Site
from .chance import Chance
from .closure import nothing_leaves, quiet
from .comparing import Asked, Heard, hear
from .differences import Acts
from .objects import telling
from .under_way import under_way
from .worlds import BASE, STAGES, World, build, same_root

FOCUS = ("rival", "gm-with-team", "gm", "spectator", "target", "owner")
"""Readers for single differences: the first two of these who may not know."""


@pytest.fixture(scope="package", autouse=True)
def weeks_may_take_their_time() -> Iterator[None]:
    """Disable the time limits of weeks, because an aborted job would make worlds differ.
    `tests/failure/` tests the limits.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(due, "ALONE_SECONDS", 300.0)
        patch.setattr(due, "BATCH_SECONDS", 300.0)
        yield


@pytest.fixture(scope="package", autouse=True)
def lessons_have_their_own_dice() -> None:
    """Play the matches of all lessons now, because their pages also appear in worlds with other
    dice, in which their moves would be illegal.
    """
    for lesson in lessons.all_lessons():
        lesson.pictures()


@contextmanager
def staged(blocker: object, chance: Chance, **options: object) -> Iterator[World]:
    """Build the club on its stage with its second week open and these house rules; roll back at the
    end.
    """
    kept = registry._tabletops, GAMES._games
    registry._tabletops, GAMES._games = dict(kept[0]), dict(kept[1])
    registry.register(BIDS_TABLE)
    try:
        with blocker.unblock(), transaction.atomic(), chance.installed():  # type: ignore[attr-defined]
            with nothing_leaves():
                world = build(chance, **options)
            yield world
            transaction.set_rollback(True)
    finally:
        registry._tabletops, GAMES._games = kept


@pytest.fixture
def one_moment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Freeze the time, also the database's, and give all forms one key."""
    monkeypatch.setattr("core.web.forms.base.uuid4", lambda: UUID(int=1))
    with time_machine.travel(NOON, tick=False), clock.set_to(NOON):
        yield


@pytest.fixture(scope="package")
def world(django_db_setup: None, django_db_blocker: object) -> Iterator[World]:
    """Return the stage."""
    with staged(django_db_blocker, Chance()) as world:
        yield world


@pytest.fixture(scope="package")
def site() -> Site:
    """Return the site's request handler."""
    return Site()


@pytest.fixture(scope="package")
def base(world: World, site: Site) -> Callable[..., Heard]:
    """Return a function that hears the base week once per phase: `base("open", FOCUS)`,
    `base("open", ("owner",), control)`.
    """

    @cache
    def at(phase: str, names: tuple[str, ...] = FOCUS, asked: Asked = telling) -> Heard:
        return hear(
            site, world, {}, (phase,), [world.readers[name] for name in names], asked, why=True
        )

    return at


Lived = Callable[..., Heard]


@pytest.fixture(scope="module")
def lived(world: World, site: Site) -> Lived:
    """Return a function that hears a week with acts shared by many tests once: `lived(acts, "open",
    ("rival", "gm"), telling)`.
    """
    known: dict[object, Heard] = {}

    def at(acts: Acts, phase: str, names: tuple[str, ...], asked: Asked = telling) -> Heard:
        key = tuple(acts.items()), phase, names, asked
        if key not in known:
            readers = [world.readers[name] for name in names]
            known[key] = hear(site, world, acts, (phase,), readers, asked, why=True)
        return known[key]

    return at


@pytest.fixture(scope="module")
def stage(world: World, site: Site) -> Iterator[World]:
    """Return the open week with everyone's orders sent and things pending between people."""
    with world.branch(), same_root(world), quiet():
        for label, act in BASE.items():
            world.do(label, partial(act, world))
        STAGES["open"](world)
        world.phase = "open"
        under_way(site, world)
        yield world
