"""Ambushes on the site (option): while two teams fight, nobody else can tell that the week stands still (P14, P19)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from espionage.models import AmbushFight
from espionage.rules.orders import Sheet, Standing

from .asking import Site
from .chance import Chance
from .comparing import broken, hear, leaks
from .conftest import staged
from .differences import fate, fought, quiet
from .objects import questions
from .worlds import C, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def fighting_world(django_db_setup: None, django_db_blocker: object) -> Iterator[World]:
    """The stage in a club that fights its ambushes on the site."""
    with staged(django_db_blocker, Chance("fight "), ambush_by_doctrine=False) as world:
        yield world


def lying_in_wait(world: World) -> None:
    """Cobra's guard ambushes whom he catches, and Cobra plays it itself."""
    standing = Standing(on_counterspy_twelve="ambush", ambushes="live")
    world.send(C, Sheet(orders=(world.order(C, "Doc", "counterspy"),), standing=standing), after=5)


def test_p19_a_fight_that_goes_on_elsewhere_shows_to_nobody(fighting_world: World, site: Site) -> None:
    world, acts = fighting_world, {"sheet of C": lying_in_wait}
    going_on: list[bool] = []

    def asked(world: World, reader: object) -> Iterator[object]:
        going_on.append(AmbushFight.objects.with_scopes_disabled().filter(week=world.week, over_at=None).exists())  # type: ignore[attr-defined]
        return questions(world, reader)  # type: ignore[arg-type, return-value]

    readers = [world.readers[name] for name in ("rival", "gm", "gm-with-team", "spectator", "target")]
    one = hear(site, world, fate(quiet, seat=C, acts=acts)(world), ("playing",), readers, asked, why=True)  # type: ignore[arg-type]
    two = hear(site, world, fate(fought, seat=C, acts=acts)(world), ("playing",), readers, asked, like=one)  # type: ignore[arg-type]
    assert going_on == [False] * len(readers) + [True] * len(readers)
    assert not broken(one) and not broken(two)
    found = list(leaks(one, two))
    assert {leak.reader for leak in found} == {"target"}, "\n".join(str(leak) for leak in found if leak.reader != "target")
