"""An ambush fought by doctrine from its call, or from where people left it (P15, P19): nobody waits
for it.

The same call, seed and doctrine give the same fight, so it is not stored: whoever may read of it
plays it again (`told_again`).
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from engine.dice import SeededDice
from engine.values import Seat, changed

from .doctrine import DOCTRINE, HOLDS, Doctrine
from .game import AMBUSH
from .house import own_map, own_numbers
from .maps import map_of
from .numbers import FORMER, NUMBERS
from .outcome import result
from .values import Setup

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.league.rules.house import HouseRules
    from engine.dice import Dice
    from engine.game import Step

    from .call import Ambush, AmbushResult
    from .numbers import Numbers
    from .values import Event, Move, State, View


def set_up(ambush: Ambush, house: HouseRules, ours: Numbers = NUMBERS) -> Setup:
    """The fight that an ambush of the week leads to, by the club's rules: its maps and numbers
    (P2), and phase by phase (P17). `ours` are the numbers where the club says nothing.
    """
    return Setup(
        ambush=ambush,
        phase_by_phase=house.phase_by_phase,
        ground=own_map(house, map_of(ambush.map, ambush.section)),
        numbers=own_numbers(house, ours),
    )


def named(ambush: Ambush, teams: Mapping[Seat, str]) -> Ambush:
    """The ambush with its teams' names, by seat of the week, for the two to read of each other
    (P14).
    """
    one, two = ambush.ambusher, ambush.ambushed
    return changed(
        ambush,
        ambusher=changed(one, team=teams[one.seat]),
        ambushed=changed(two, team=teams[two.seat]),
    )


def fought(ambush: Ambush, house: HouseRules, seed: bytes, ours: Numbers = NUMBERS) -> AmbushResult:
    """How doctrine fights it out; `seed` is 32 bytes."""
    *_, (state, _) = fight(set_up(ambush, house, ours), seed)
    return result(state)


EDITIONS: Final = (
    (DOCTRINE, NUMBERS),
    (DOCTRINE, FORMER),
    (Doctrine(edition=HOLDS), FORMER),
    (Doctrine(edition=0), FORMER),
)
"""Our doctrines with the numbers of their time."""


def told_again(
    ambush: Ambush, house: HouseRules, seed: bytes, came_to: AmbushResult
) -> tuple[Step[State, Event], ...]:
    """Every step of a past fight, by the edition of our doctrine and numbers that comes to its
    result; none if no edition does.
    """
    for doctrine, ours in EDITIONS:
        steps = tuple(fight(set_up(ambush, house, ours), seed, doctrine))
        if result(steps[-1][0]) == came_to:
            return steps
    return ()


def fight(setup: Setup, seed: bytes, doctrine: Doctrine = DOCTRINE) -> Iterator[Step[State, Event]]:
    """Every step of a fight by doctrine: the start, then one for each move."""
    step = AMBUSH.start(setup, SeededDice(seed, 0))
    yield step
    for ply in count(1):
        acting = AMBUSH.to_act(step[0])
        if not acting:
            return
        view = AMBUSH.view(step[0], acting[0])
        move = doctrine.choose(view, acting[0], SeededDice(seed, ply).of((acting[0], "doctrine")))
        step = AMBUSH.apply(step[0], acting[0], move, SeededDice(seed, ply))
        yield step


def choose(view: View, seat: Seat, dice: Dice) -> Move:
    """What the doctrine of this side's standing orders does."""
    return DOCTRINE.choose(view, seat, dice)
