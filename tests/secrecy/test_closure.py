"""Whatever a person may do in up to three acts, alone and with a second account, shows nothing
foreign unless the whole club is told; and a GM's bookings for their own team are public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest

from tests.siege import SEED, in_shares

from .asking import Site
from .closure import Leak, Start, prepare, walk
from .seeded_closure import SEEDED, SeededLeak
from .worlds import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]

WALKS: Final = {
    "gm": 500, "gm-with-team": 500, "co-owner": 250, "target": 250, "rival": 200, "idle": 120,
    "spectator": 100, "stranger": 100,
}  # fmt: skip
"""Number of walks of each role per hundred rounds."""
FINDING: Final = 250
"""Number of walks among the relevant acts within which a seeded leak must be found."""


@pytest.fixture(scope="module")
def started(stage: World, site: Site) -> Callable[[str], Start]:
    """Return what a role's accounts read before any act."""

    @cache
    def of(role: str) -> Start:
        return prepare(site, stage, role)

    return of


@pytest.mark.promise("worlds")
@in_shares(20, 240, of=60)
@pytest.mark.parametrize("role", WALKS)
def test_up_to_three_legal_acts_reveal_nothing_foreign(
    role: str,
    rounds: range,
    stage: World,
    site: Site,
    started: Callable[[str], Start],
    tried: Callable[[int], None],
) -> None:
    """Other walks each day: a usual run takes a fifth of `WALKS`, the siege 2.4 times as many."""
    taken, (first, last) = 0, (WALKS[role] * at // 100 for at in (rounds.start, rounds.stop))
    for number in range(first, last):
        taken += len(walk(site, stage, started(role), f"{SEED} {role} {number}").steps)
    tried(last - first)
    assert taken > last - first, "people hardly found anything legal to do"


@pytest.mark.promise("seeded")
@pytest.mark.parametrize("leak", SEEDED, ids=str)
def test_a_seeded_leak_that_needs_an_act_is_found(
    leak: SeededLeak, stage: World, site: Site, started: Callable[[str], Start]
) -> None:
    start = started(leak.role)
    with leak.sow():
        seed = next((seed for seed in _seeds(leak) if _leaks(site, stage, start, seed, leak)), "")
    assert seed, f"nobody saw it: {leak.name}"
    assert not _leaks(site, stage, start, seed, leak), "something is found without the leak"


def _seeds(leak: SeededLeak) -> Iterator[str]:
    return (f"{leak.name} {(leak.near + number) % FINDING}" for number in range(FINDING))


def _leaks(site: Site, stage: World, start: Start, seed: str, leak: SeededLeak) -> str:
    """Return what a walk finds. Stored answers are dropped, because a leak changes the rules."""
    for known in start.answers.values():
        del known[1:]
    try:
        walk(site, stage, start, seed, leak.among)
    except Leak as found:
        return str(found)
    finally:
        for known in start.answers.values():
            del known[1:]
    return ""
