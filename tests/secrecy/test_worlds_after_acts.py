"""Two worlds after up to three legal acts: the acts get the same answers in both worlds, and so do
all later requests on pages and over the API.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import pytest

from campaign.calendar.services import calendar
from campaign.ledger.models import Stock
from campaign.ledger.rules import gear
from core.web.moments import in_text
from espionage.models import OrderSheet
from espionage.selectors import sheets
from tests.siege import dice, in_shares

from .after_acts import Walks, cast, kept_from, walked
from .differences import RICHEST, Acts, merged
from .test_generated_worlds import MOST_AT_ONCE, send_any
from .worlds import B, C

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.house_rules.rules.house import HouseRules

    from .asking import Site
    from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]

ROLES: Final = (
    "gm", "gm-with-team", "rival", "target", "gm", "gm-with-team", "rival", "target",
    "co-owner", "idle", "spectator", "stranger",
)  # fmt: skip
"""Roles that walk in turn, most often those with most rights."""


@pytest.mark.promise("worlds")
@in_shares(24, 240, of=24)
def test_worlds_with_hidden_differences_stay_alike_after_acts(
    world: World, site: Site, rounds: range, tried: Callable[[int], None]
) -> None:
    """Acts that legally reveal something are rolled back and counted; `test_closure.py` covers
    them.
    """
    acts = opened = 0
    for role in dict.fromkeys(ROLES):
        mine = [number for number in rounds if ROLES[number % len(ROLES)] == role]
        chance = dice("after acts", role, rounds.start)
        lives = drawn(cast(world, role), chance, everything=rounds.start == 0)
        walks = {f"{role} {number}": dice("walk", role, number) for number in mine}
        found = walked(site, world, cast(world, role), lives, walks)
        found.insist_alike()
        acts += sum(len(walk.done) for walk in found.recorded)
        opened += sum(walk.opened for walk in found.recorded)
        tried(len(mine))
    assert acts > len(rounds), "people hardly found anything legal to do"
    assert opened < acts / 2, "too much of what people do is not compared"


def drawn(
    accounts: tuple[Reader, Reader], chance: Random, *, everything: bool
) -> tuple[Acts, Acts]:
    """Draw two ways to live the week that these accounts may not tell apart: all or some hidden
    differences, and Cobra's orders if they are sealed to them.
    """
    unknown = sorted(kept_from(accounts), key=lambda one: one.name not in RICHEST)
    many = chance.randint(1, min(MOST_AT_ONCE, len(unknown)))
    one, two = merged(unknown if everything else chance.sample(unknown, many))
    groups = {account.group for account in accounts}
    for number, letter in ((B, "B"), (C, "C")):
        if letter not in groups and f"sheet of {letter}" not in two:
            seed = chance.random()
            two |= {f"sheet of {letter}": partial(send_any, number=number, seed=seed)}
    return one, two


# --- leaks sown on purpose ------------------------------------------------------------------------


def told_with_a_deadline(moment: datetime) -> str:
    """Put the number of missions on submitted sheets into the announcement of a deadline."""
    missions = sum(len(sheets.read_sheet(row).orders) for row in OrderSheet.objects.all())
    return f"{in_text(moment)} ({missions} missions are in)"


def dearer_where_much_is_held(one: gear.Gear, *house: HouseRules) -> int:
    """Raise a price with the contents of all teams' stores."""
    return one.cost + Stock.objects.count()


@dataclass(frozen=True)
class SeededLeak:
    """A mistake that only an act shows, the role of the act, and where the two lives differ."""

    name: str
    sow: Callable[[], AbstractContextManager[Any]]
    role: str
    act: str
    seen: str

    def __str__(self) -> str:
        return self.name


SEEDED: Final = (
    SeededLeak(
        "what an act is answered tells of rivals' stores",
        lambda: patch.object(gear, "price", dearer_where_much_is_held),
        "rival",
        "api-store-buy",
        r"1 POST /api/v1/campaigns/[\w-]+/teams/anvil/store/buy/",
    ),
    SeededLeak(
        "what is news after an act tells of sealed orders",
        lambda: patch.object(calendar, "in_text", told_with_a_deadline),
        "gm",
        "api-week-extend",
        r"-\d+ GET /|inbox",
    ),
)
FINDING: Final = 4
"""Number of walks among the relevant acts within which a seeded leak must be found."""


@pytest.mark.parametrize("leak", SEEDED, ids=str)
def test_a_seeded_leak_that_needs_an_act_is_found(
    leak: SeededLeak, world: World, site: Site
) -> None:
    accounts = cast(world, leak.role)
    lives = drawn(accounts, dice("seeded", leak.name), everything=True)

    def found() -> Walks:
        walks = {f"{leak} {number}": Random(number) for number in range(FINDING)}
        return walked(site, world, accounts, lives, walks, (leak.act,))

    with leak.sow():
        sown = found()
    with pytest.raises(AssertionError, match=leak.seen):
        sown.insist_alike()
    found().insist_alike()
