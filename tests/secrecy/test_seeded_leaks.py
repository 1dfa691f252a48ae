"""The tests can see: leaks sown on purpose are found, every one, and without them nothing is found in the same places."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.http import HttpResponseForbidden

from campaign import policy

from .asking import Question, Site
from .comparing import broken, hear, leaks
from .differences import find
from .markers import sweep
from .objects import questions
from .seeded import SEEDED, SeededLeak
from .test_doors import _wrong
from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.mark.parametrize("leak", SEEDED, ids=str)
def test_a_seeded_leak_is_found(leak: SeededLeak, world: World, site: Site) -> None:
    assert not findings(leak, world, site), "something is found without the leak"
    with leak.sow():
        assert findings(leak, world, site), f"nobody saw it: {leak.name}"


def findings(leak: SeededLeak, world: World, site: Site) -> list[str]:
    """What the suite has to say about the places where the leak is to show."""
    difference, reader = find(leak.difference), world.readers[leak.reader]
    assert leak.phase in difference.phases and reader.group not in difference.knows

    def asked(world: World, reader: Reader) -> Iterator[Question]:
        yield from questions(world, reader, [name for name in leak.at if name != "nowhere"])
        if "nowhere" in leak.at:
            yield Question("GET", "/c/no-such-club/")

    one = hear(site, world, difference.one(world), (leak.phase,), [reader], asked)
    two = hear(site, world, difference.two(world), (leak.phase,), [reader], asked)
    return [*broken(one), *broken(two), *map(str, leaks(one, two)), *sweep(one), *sweep(two)]


def test_a_forbidden_page_that_says_so_is_found(world: World, site: Site) -> None:
    """403 instead of the 404 of an address that does not exist."""
    rival = world.readers["rival"]
    assert not _wrong(site, world, rival, "money", "GET")

    def forbid(allowed: bool) -> None:
        if not allowed:
            raise PermissionError

    def say_so(request: object, exception: Exception) -> HttpResponseForbidden | None:
        return HttpResponseForbidden("Not yours.") if isinstance(exception, PermissionError) else None

    with patch.object(policy, "insist", forbid), patch.object(site.handler, "_exception_middleware", [say_so]):
        assert _wrong(site, world, rival, "money", "GET")


def test_a_door_left_open_is_found(world: World, site: Site) -> None:
    rival = world.readers["rival"]
    with patch.object(policy, "insist", bool):
        assert _wrong(site, world, rival, "money", "GET")
        assert _wrong(site, world, rival, "api-money", "GET")
