"""Two worlds after acts: whatever somebody does within their rights, up to three acts in a row, the
acts are answered alike in both worlds, and so is what is asked then, on pages and by the API.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest

from tests.siege import dice, in_shares

from .after_acts import cast, kept_from, walked
from .differences import RICHEST, Acts, merged
from .test_generated_worlds import MOST_AT_ONCE, send_any
from .worlds import B, C

if TYPE_CHECKING:
    from random import Random

    from .asking import Site
    from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]

ROLES: Final = (
    "gm", "gm-with-team", "rival", "target", "gm", "gm-with-team", "rival", "target",
    "co-owner", "idle", "spectator", "stranger",
)  # fmt: skip
"""Who walks, in turn: most often those who may do most."""


@pytest.mark.promise("worlds")
@in_shares(36, 360, of=36)
def test_worlds_that_differ_in_what_one_may_not_know_stay_alike_whatever_one_does(
    world: World, site: Site, rounds: range, tried: Callable[[int], None]
) -> None:
    """What opens something by the rules is taken back and counted: `test_closure.py` judges it."""
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
    """Two ways to live the week that these accounts may not tell apart: everything that is kept
    from them, or some of it; and Cobra's orders, if they are sealed to them.
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
