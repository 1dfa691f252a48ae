"""Two worlds that differ only in hidden facts look the same to a reader, byte for byte, at every
address.

All differences together are checked everywhere: in the siege at every phase with every page of both
worlds rendered; in a usual run at the phases with most secrets, where each reader asks each address
at one phase, drawn by the day's seed. In a usual run, and for single differences at the most
telling addresses, every statement is repeated in both worlds, but a page is rendered again only if
the database says something else (see `Site.would_answer` and its test).

A usual run combines compatible differences; the siege checks each one separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tests.siege import SIEGE, by_turns, dice

from .asking import Question, Site
from .comparing import Heard, aware, broken, hear, leaks, unaware
from .conftest import FOCUS, Lived
from .differences import (
    BOOKS,
    DIFFERENCES,
    Difference,
    called,
    find,
    in_lots,
    lives,
    together,
)
from .markers import sweep
from .objects import control, questions, telling
from .routes import ROUTES
from .worlds import PHASES, Reader, World

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.timeout(600),
    pytest.mark.promise("worlds"),
]

SPARED = {"idle", "foreign-player", "left"}
"""Readers with the same role as another reader; the access tests ask them everything
(`test_doors.py`).
"""

USUAL = ("open", "settled", "ended")
"""Phases of every run: everything sealed, half published, and everything opened except running
games.
"""
AT_ANY_PHASE = pytest.mark.parametrize(
    ("phase", "short"),
    [
        pytest.param("open", True, id="open"),
        pytest.param("settled", True, id="settled", marks=pytest.mark.everyday),
        pytest.param("ended", True, id="ended"),
        *[pytest.param(one, False, id=f"{one}-full", marks=pytest.mark.siege) for one in PHASES],
    ],
)


def is_the_clubs(one: Difference) -> bool:
    """Return whether only Basilisk, Dynamo, GMs and staff may know."""
    return one.knows <= {*BOOKS.split(), "D"}


BEGUN = Counter(id(one.one) for one in DIFFERENCES)
"""Number of differences that share their first life."""
GROUPS = {
    "rival": "A", "gm-with-team": "D", "gm": "gm", "spectator": "spectator", "target": "C",
    "owner": "B",
}  # fmt: skip
"""Readers who share their knowledge with those in the focus."""


def lots() -> list[list[Difference]]:
    """Return all differences, in the siege one at a time; in a usual run as many as are compatible
    and have the same phase and readers.
    """
    alike: dict[object, list[Difference]] = {}
    for one in DIFFERENCES:
        alike.setdefault((one.phases[0], focus(one)), []).append(one)
    return [lot for some in alike.values() for lot in in_lots(some)]


def focus(*lot: Difference) -> tuple[str, ...]:
    """Return the first two readers who may not know."""
    knows = {group for one in lot for group in one.knows}
    return tuple(name for name in FOCUS if GROUPS[name] not in knows)[:2]


@AT_ANY_PHASE
def test_no_address_reveals_secrets_to_anyone(
    phase: str, short: bool, world: World, site: Site
) -> None:
    """In a usual run each reader asks each address at one of the phases, drawn by the day's
    seed.
    """
    readers = [
        reader
        for reader in world.readers.values()
        if reader.group not in {"B", "gm", "D", "staff"} and reader.name not in SPARED
    ]
    assert_alike(together(phase, is_the_clubs), phase, readers, world, site, short=short)


@AT_ANY_PHASE
def test_no_address_reveals_sealed_data_to_a_gm(
    phase: str, short: bool, world: World, site: Site
) -> None:
    """In a usual run each of them asks each address at one of the phases, drawn by the day's
    seed.
    """
    sealed = together(phase, lambda one: one.knows <= {"B", "staff"})
    assert_alike(sealed, phase, [world.readers["gm"]], world, site, short=short)
    books = together(phase, lambda one: one.knows <= set(BOOKS.split()))
    assert_alike(books, phase, [world.readers["gm-with-team"]], world, site, short=short)


@pytest.mark.parametrize("lot", lots(), ids=called)
def test_no_single_hidden_difference_shows_to_anyone(
    lot: list[Difference], world: World, site: Site, base: Callable[..., Heard], lived: Lived
) -> None:
    """At its first phase; later phases are checked with everything at once. A usual run combines
    compatible differences.
    """
    names, phase = focus(*lot), lot[0].phases[0]
    readers = [world.readers[name] for name in names]
    assert not {reader.group for reader in readers} & {group for one in lot for group in one.knows}
    first, second = lives(lot, world)
    if not first:
        one = base(phase).only((phase,), readers)
    elif BEGUN[id(lot[0].one)] > len(lot):
        one = lived(first, phase, names)
    else:
        one = hear(site, world, first, (phase,), readers, telling, why=True)
    two = hear(site, world, second, (phase,), readers, telling, like=one)
    assert_same(one, two, of=", ".join(map(str, lot)))


@pytest.mark.parametrize("name", ["other orders", "a vehicle bought"])
def test_a_reused_answer_equals_a_fresh_one(
    name: str, world: World, site: Site, base: Callable[..., Heard]
) -> None:
    """This justifies not rendering pages again if the database's results are the same."""
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
    """Check that both lives look the same to these readers and show no secrets. With `short`, a
    page of the second is rendered only if the database says something new, and a usual run asks
    only this phase's addresses.
    """
    asked = asked_today if short and not SIEGE else questions
    one = hear(site, world, difference.one(world), (phase,), readers, asked, why=short)
    known = one if short else None
    two = hear(site, world, difference.two(world), (phase,), readers, asked, like=known)
    assert_same(one, two)
    assert not (found := [*sweep(one), *sweep(two)]), found[:5]


def asked_today(world: World, reader: Reader) -> Iterator[Question]:
    """Return a reader's questions at this phase: the addresses drawn for it by the day's seed, and
    those read at no other phase.
    """
    for question in questions(world, reader):
        only_now = ROUTES[question.name].doors["GET"].endswith("afterwards")
        if only_now or dice("phase", reader.name, question.name).choice(USUAL) == world.phase:
            yield question


def assert_same(one: Heard, two: Heard, of: str = "") -> None:
    """Check that no page broke and that both look the same."""
    assert not broken(one) and not broken(two), (broken(one) + broken(two))[:3]
    found = list(leaks(one, two))
    assert not found, f"{len(found)} leaks {of}\n" + "\n\n".join(map(str, found[:8]))


# --- the control: who may know does notice --------------------------------------------------------


VISIBLE = (
    "other orders", "a draft", "saved often", "standing orders", "duel entry",
    "third teams' missions", "failed or dud", "more knowledge", "money and stock", "skills",
    "a wound", "a line about somebody", "garage and hidden damage", "work ordered", "a correction",
    "notices", "counterspied 3 to 6, or not at all", "another club", "an invitation",
    "a bid, talk and a note at a table", "a bid in the club’s tournament", "a vehicle offered",
    "an offer declined",
    "a pact offered", "a bounty for one team", "a guard lent",
    "a challenge between two others", "a challenge declined", "a rival's entry in an event",
    "an entry in heats", "a rival's crew in a heat",
    "a vehicle bought", "other skills on a roster that waits for approval",
)  # fmt: skip
AFTERWARDS = {"counterspied 3 to 6, or not at all", "failed or dud"}
"""Differences visible only in the report."""


@by_turns("name", VISIBLE, 3)
def test_readers_with_access_see_the_difference(
    name: str, world: World, site: Site, base: Callable[..., Heard]
) -> None:
    """Otherwise the worlds would not differ, or the questions would miss it. A usual run checks one
    in three.
    """
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
