"""Ambushes fought on the site: while two teams fight, nobody else can tell that the week waits
(P14, P19).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django_scopes import scopes_disabled

from core.notifications.models import Notice
from engine.values import Seat
from espionage.models import AmbushFight
from espionage.rules.orders import Sheet, Standing
from play.models import Table
from tests.espionage.ambushes import plan
from tests.siege import SIEGE, dice

from .asking import Question, Site
from .chance import Chance
from .comparing import broken, hear, leaks
from .conftest import staged
from .differences import fate, fought, quiet
from .objects import TELLING, questions, telling
from .worlds import C, Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def fighting_world(django_db_setup: None, django_db_blocker: object) -> Iterator[World]:
    """Build the stage with played ambushes."""
    with staged(django_db_blocker, Chance("fight "), ambush_by_doctrine=False) as world:
        yield world


def lying_in_wait(world: World) -> None:
    """Let Cobra's counterspy ambush whom he catches, played by Cobra."""
    standing = Standing(on_counterspy_twelve="ambush", ambushes="live")
    world.send(C, Sheet(orders=(world.order(C, "Doc", "counterspy"),), standing=standing), after=5)


QUIET, FOUGHT = (
    fate(wanted, seat=C, acts={"sheet of C": lying_in_wait}) for wanted in (quiet, fought)
)


@pytest.mark.deeper
def test_p19_a_fight_shows_to_nobody_else(fighting_world: World, site: Site) -> None:
    """In a usual run each reader asks the most telling addresses and a third of the others, drawn
    by the day's seed.
    """
    world = fighting_world
    going_on: list[bool] = []

    def asked(world: World, reader: Reader) -> Iterator[Question]:
        going_on.append(
            AmbushFight.objects.with_scopes_disabled()
            .filter(week=world.week, over_at=None)
            .exists()
        )  # type: ignore[attr-defined]
        return (each for each in questions(world, reader) if is_asked(reader, each))

    readers = [
        world.readers[name] for name in ("rival", "gm", "gm-with-team", "spectator", "target")
    ]
    one = hear(site, world, QUIET(world), ("playing",), readers, asked, why=True)
    two = hear(site, world, FOUGHT(world), ("playing",), readers, asked, like=one)
    assert going_on == [False] * len(readers) + [True] * len(readers)
    assert not broken(one) and not broken(two)
    found = list(leaks(one, two))
    assert {leak.reader for leak in found} == {"target"}, "\n".join(
        str(leak) for leak in found if leak.reader != "target"
    )


def is_asked(reader: Reader, question: Question) -> bool:
    """Return whether a reader asks at an address in this run."""
    telling = question.name in TELLING
    return SIEGE or telling or dice("a fight", reader.name, question.name).random() < 1 / 3


def ambusher_places(world: World) -> None:
    """Make the first move of Cobra's fight, if any."""
    with scopes_disabled():
        fight = AmbushFight.objects.filter(week=world.week, over_at=None).first()
    if fight is not None:
        table = Table.objects.select_related("match__snapshot").get(pk=fight.table_id)
        world.do(
            "the ambusher places both",
            lambda: plan(table, Seat(0), world.owner(C)),
            at=world.at + timedelta(hours=1),
        )


def test_p19_an_idle_turn_is_told_to_its_team_only(fighting_world: World, site: Site) -> None:
    world = fighting_world
    readers = [
        world.readers[name]
        for name in ("owner", "rival", "gm", "gm-with-team", "spectator", "target")
    ]
    told: list[int] = []

    def asked(world: World, reader: Reader) -> Iterator[Question]:
        if reader is readers[0]:
            ambusher_places(world)
            world.tick(world.at + timedelta(hours=3), "hours later")
            with scopes_disabled():
                told.append(Notice.objects.filter(kind="ambush-turn").count())
        yield from telling(world, reader)

    one = hear(site, world, QUIET(world), ("playing",), readers, asked, why=True)
    two = hear(site, world, FOUGHT(world), ("playing",), readers, asked, like=one)
    assert told == [0, 1]
    assert not broken(one) and not broken(two)
    found = list(leaks(one, two))
    assert {leak.reader for leak in found} == {"target"}, "\n".join(
        str(leak) for leak in found if leak.reader != "target"
    )
    assert {"inbox", "GET /me/", "GET /api/v1/errands/ (token)"} <= {leak.where for leak in found}
