"""Live decisions: while a team is asked, nobody else can tell that the week waits (E25)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from espionage.models import Seal
from espionage.rules.orders import Sheet

from .asking import Question, Site
from .chance import Chance
from .comparing import broken, hear, leaks
from .conftest import staged
from .objects import telling
from .worlds import B, C, Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def live_world(django_db_setup: None, django_db_blocker: object) -> Iterator[World]:
    """Build the stage with live decisions."""
    with staged(django_db_blocker, Chance("live "), live_decisions=True) as world:
        yield world


def spied_on(world: World) -> None:
    """Let Basilisk spy on Cobra, whose counterspy may respond, so that Cobra is asked."""
    world.send(B, Sheet(orders=(world.order(B, "Vesper", "infiltrate", C),)), after=4)


def left_alone(world: World) -> None:
    world.send(B, Sheet(), after=4)


def test_e25_a_pending_question_shows_to_nobody_else(live_world: World, site: Site) -> None:
    waiting: list[bool] = []

    def asked(world: World, reader: Reader) -> Iterator[Question]:
        waiting.append(
            Seal.objects.with_scopes_disabled().get(week=world.week).decide_by is not None
        )  # type: ignore[attr-defined]
        yield from telling(world, reader)

    readers = [
        live_world.readers[name] for name in ("owner", "rival", "gm", "gm-with-team", "spectator")
    ]
    one = hear(
        site,
        live_world,
        {"sheet of B": left_alone, "sheet of A": _silent, "sheet of D": _silent},
        ("playing",),
        readers,
        asked,
        why=True,
    )
    two = hear(
        site,
        live_world,
        {"sheet of B": spied_on, "sheet of A": _silent, "sheet of D": _silent},
        ("playing",),
        readers,
        asked,
        like=one,
    )
    assert waiting == [False] * len(readers) + [True] * len(readers)
    assert not broken(one) and not broken(two)
    found = [leak for leak in leaks(one, two) if leak.reader != "owner"]
    assert not found, "\n".join(map(str, found))
    assert {leak.where for leak in leaks(one, two) if leak.reader == "owner"} <= {
        str(q) for q in telling(live_world, live_world.readers["owner"])
    }


def _silent(world: World) -> None:
    """Send nothing."""
