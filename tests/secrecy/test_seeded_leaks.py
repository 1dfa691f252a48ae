"""The tests find every seeded leak, and nothing in the same places without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from unittest.mock import patch

import pytest
from django.http import HttpResponseForbidden

from campaign.league import policy

from .asking import Question, Site
from .comparing import Heard, broken, hear, leaks
from .differences import find
from .markers import sweep
from .objects import questions
from .seeded import SEEDED, SeededLeak
from .test_doors import _wrong
from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


Lives = Callable[[str, str], list[Heard]]


@pytest.fixture(scope="module")
def sound(world: World, site: Site) -> Lives:
    """Return both lives of a difference without a leak until a phase, with all questions of this
    module.
    """

    @cache
    def lived(difference: str, phase: str) -> list[Heard]:
        return both(
            site,
            world,
            [leak for leak in SEEDED if (leak.difference, leak.phase) == (difference, phase)],
        )

    return lived


@pytest.mark.promise("seeded")
@pytest.mark.parametrize("leak", SEEDED, ids=str)
def test_a_seeded_leak_is_found(leak: SeededLeak, world: World, site: Site, sound: Lives) -> None:
    assert not findings(*sound(leak.difference, leak.phase)), "something is found without the leak"
    with leak.sow():
        assert findings(*both(site, world, [leak])), f"nobody saw it: {leak.name}"


def both(site: Site, world: World, sown: list[SeededLeak]) -> list[Heard]:
    """Return both lives of one difference, with what is read where these leaks should show."""
    difference, phase = find(sown[0].difference), sown[0].phase
    places: dict[str, list[str]] = {}
    for leak in sown:
        places.setdefault(leak.reader, []).extend(leak.at)
    readers = [world.readers[name] for name in places]
    assert phase in difference.phases and not difference.knows & {
        reader.group for reader in readers
    }

    def asked(world: World, reader: Reader) -> Iterator[Question]:
        yield from questions(
            world,
            reader,
            [name for name in dict.fromkeys(places[reader.name]) if name != "nowhere"],
        )
        if "nowhere" in places[reader.name]:
            yield Question("GET", "/c/no-such-club/")

    return [
        hear(site, world, acts(world), (phase,), readers, asked)
        for acts in (difference.one, difference.two)
    ]


def findings(one: Heard, two: Heard) -> list[str]:
    """Return the suite's findings about two lives."""
    return [*broken(one), *broken(two), *map(str, leaks(one, two)), *sweep(one), *sweep(two)]


def test_a_403_instead_of_a_404_is_found(world: World, site: Site) -> None:
    rival = world.readers["rival"]
    assert not _wrong(site, world, rival, "money", "GET")

    def forbid(allowed: bool) -> None:
        if not allowed:
            raise PermissionError

    def say_so(request: object, exception: Exception) -> HttpResponseForbidden | None:
        return (
            HttpResponseForbidden("Not yours.") if isinstance(exception, PermissionError) else None
        )

    with (
        patch.object(policy, "require", forbid),
        patch.object(site.handler, "_exception_middleware", [say_so]),
    ):
        assert _wrong(site, world, rival, "money", "GET")


def test_a_missing_permission_check_is_found(world: World, site: Site) -> None:
    rival = world.readers["rival"]
    with patch.object(policy, "require", bool):
        assert _wrong(site, world, rival, "money", "GET")
        assert _wrong(site, world, rival, "api-money", "GET")
