"""Two worlds that differ only in what a reader may not know read the same to them, byte for byte,
at every address.

Everything at once is asked everywhere: in the siege at every phase, with every page of both worlds
made; in a usual run at the phases that have most to hide. There, and wherever one difference at a
time is asked where a leak would show first, so that it gets a name, every question is put to the
database in both worlds, but a page is made a second time only where the database says something
else (see `Site.would_answer`, and the test that it is so).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .asking import Site
from .comparing import Heard, aware, broken, hear, leaks, unaware
from .conftest import FOCUS
from .differences import BOOKS, DIFFERENCES, Difference, find, together
from .markers import sweep
from .objects import control, questions, telling
from .worlds import PHASES, Reader, World

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.timeout(600),
    pytest.mark.promise("worlds"),
]

SPARED = {"idle", "foreign-player", "left"}
"""Who is to the club what somebody else is who is asked: at the doors they are asked everything
(`test_doors.py`).
"""

USUAL = ("open", "settled", "ended")
"""The phases at which everything is asked in every run: everything is sealed, half of it is told,
and all is opened but what still plays.
"""
AT_ANY_PHASE = pytest.mark.parametrize(
    ("phase", "short"),
    [
        *[pytest.param(phase, True, id=phase) for phase in USUAL],
        *[pytest.param(one, False, id=f"{one}-full", marks=pytest.mark.siege) for one in PHASES],
    ],
)


@AT_ANY_PHASE
def test_nothing_secret_reaches_anybody_at_any_address(
    phase: str, short: bool, world: World, site: Site
) -> None:
    everything = together(phase, lambda one: one.knows <= {*BOOKS.split(), "D"})
    readers = [
        reader
        for reader in world.readers.values()
        if reader.group not in {"B", "gm", "D", "staff"} and reader.name not in SPARED
    ]
    assert_alike(everything, phase, readers, world, site, short=short)


@AT_ANY_PHASE
def test_nothing_sealed_reaches_a_gm_with_or_without_a_team(
    phase: str, short: bool, world: World, site: Site
) -> None:
    sealed = together(phase, lambda one: one.knows <= {"B", "staff"})
    assert_alike(sealed, phase, [world.readers["gm"]], world, site, short=short)
    books = together(phase, lambda one: one.knows <= set(BOOKS.split()))
    assert_alike(books, phase, [world.readers["gm-with-team"]], world, site, short=short)


@pytest.mark.parametrize("difference", DIFFERENCES, ids=str)
def test_one_difference_is_noticed_by_nobody_who_may_not_know(
    difference: Difference, world: World, site: Site, base: Callable[..., Heard]
) -> None:
    """At the first moment at which it matters; what becomes of it later is asked of all differences
    together.
    """
    focus = [
        world.readers[name] for name in FOCUS if world.readers[name].group not in difference.knows
    ][:2]
    phase = difference.phases[0]
    acts = difference.one(world)
    one = (
        hear(site, world, acts, (phase,), focus, telling, why=True)
        if acts
        else base(phase).only((phase,), focus)
    )
    two = hear(site, world, difference.two(world), (phase,), focus, telling, like=one)
    assert_same(one, two)


@pytest.mark.parametrize("name", ["other orders", "a vehicle bought"])
def test_an_answer_that_is_not_asked_for_again_is_the_one_that_would_come(
    name: str, world: World, site: Site, base: Callable[..., Heard]
) -> None:
    """The ground for not rendering again what the database says nothing new about: every answer is
    then the one that was heard.
    """
    owner, phase = [world.readers["owner"]], find(name).phases[:1]
    known = base(phase[0], ("owner",), control)
    short = hear(site, world, find(name).two(world), phase, owner, control, like=known)
    full = hear(site, world, find(name).two(world), phase, owner, control)
    assert short.answers == full.answers
    taken = [where for where, answer in short.answers.items() if answer is known.answers.get(where)]
    assert 0 < len(taken) < len(short.answers)


def assert_alike(
    difference: Difference,
    phase: str,
    readers: list[Reader],
    world: World,
    site: Site,
    *,
    short: bool,
) -> None:
    """Both lives read alike to these readers, and nothing secret stands in what they read. In short
    a page of the second is made only where the database says something new.
    """
    one = hear(site, world, difference.one(world), (phase,), readers, questions, why=short)
    known = one if short else None
    two = hear(site, world, difference.two(world), (phase,), readers, questions, like=known)
    assert_same(one, two)
    assert not (found := [*sweep(one), *sweep(two)]), found[:5]


def assert_same(one: Heard, two: Heard) -> None:
    """No page broke, and the two read alike."""
    assert not broken(one) and not broken(two), (broken(one) + broken(two))[:3]
    found = list(leaks(one, two))
    assert not found, f"{len(found)} leaks\n" + "\n\n".join(map(str, found[:8]))


# --- the control: who may know does notice --------------------------------------------------------


VISIBLE = (
    "other orders", "a draft", "saved often", "standing orders", "duel entry",
    "third teams' missions", "failed or dud", "more knowledge", "money and stock", "skills",
    "a wound", "a line about somebody", "garage and hidden damage", "work ordered", "a correction",
    "notices", "counterspied 3 to 6, or not at all", "another club", "an invitation",
    "a bid, talk and a note at a table", "a bid in the club’s tournament", "a vehicle offered",
    "an offer declined",
    "a challenge between two others", "a challenge declined", "a rival's entry in an event",
    "an entry in heats", "a rival's crew in a heat",
    "a vehicle bought", "other skills on a roster that waits for approval",
)  # fmt: skip
AFTERWARDS = {"counterspied 3 to 6, or not at all", "failed or dud"}
"""Seen in the report only."""


@pytest.mark.parametrize("name", VISIBLE)
def test_whoever_may_know_does_see_the_difference(
    name: str, world: World, site: Site, base: Callable[..., Heard]
) -> None:
    """Otherwise the worlds would not differ at all, or the questions would miss it."""
    difference = find(name)
    owner = [reader for reader in aware(world, difference) if reader.name != "staff"][:1]
    phase = ("settled",) if name in AFTERWARDS else difference.phases[:1]
    acts = difference.one(world)
    one = (
        hear(site, world, acts, phase, owner, control, why=True)
        if acts
        else base(phase[0], (owner[0].name,), control)
    )
    two = hear(site, world, difference.two(world), phase, owner, control, like=one)
    assert list(leaks(one, two)), f"{owner[0].name} reads the same in both worlds"
    assert unaware(world, difference)
