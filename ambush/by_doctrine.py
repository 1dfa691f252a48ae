"""Ambushes that doctrines fight (P15, P19).

A doctrine can fight an ambush from the start, or from the point where people stopped playing. The
same call, seed and doctrine always lead to the same fight. Fights are therefore not stored, but
replayed for their readers (`replay_fight`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from campaign.house_rules.rules.house import HouseRules
from engine.dice import Dice, SeededDice
from engine.game import Step
from engine.values import Seat, changed

from .doctrine import DOCTRINE, HUNTER_STAYS_EDITION, Doctrine
from .rules.call import Ambush, AmbushResult
from .rules.club_options import own_map, own_numbers
from .rules.game import AMBUSH
from .rules.maps import map_of
from .rules.numbers import FORMER_NUMBERS, NUMBERS, NUMBERS_WITHOUT_EXHAUSTION, Numbers
from .rules.outcome import ambush_result
from .rules.values import Event, Move, Setup, State, View


def fight_setup(ambush: Ambush, house_rules: HouseRules, defaults: Numbers = NUMBERS) -> Setup:
    """Return the set-up of an ambush under the club's rules.

    The set-up contains the map and numbers (P2), and whether the duel is played phase by phase
    (P17). `defaults` are used for numbers that the club does not set.
    """
    return Setup(
        ambush=ambush,
        phase_by_phase=house_rules.phase_by_phase,
        ground=own_map(house_rules, map_of(ambush.map, ambush.section)),
        numbers=own_numbers(house_rules, defaults),
    )


def with_team_names(ambush: Ambush, teams: Mapping[Seat, str]) -> Ambush:
    """Return the ambush with the names of its teams, so that each side can read them (P14).

    `teams` maps seats in the week to names.
    """
    ambusher, ambushed = ambush.ambusher, ambush.ambushed
    return changed(
        ambush,
        ambusher=changed(ambusher, team=teams[ambusher.seat]),
        ambushed=changed(ambushed, team=teams[ambushed.seat]),
    )


def doctrine_result(
    ambush: Ambush, house_rules: HouseRules, seed: bytes, defaults: Numbers = NUMBERS
) -> AmbushResult:
    """Return the result of a fight by doctrine. `seed` is 32 bytes long."""
    *_, (state, _) = fight_steps(fight_setup(ambush, house_rules, defaults), seed)
    return ambush_result(state)


EDITIONS: Final = (
    (DOCTRINE, NUMBERS),
    (DOCTRINE, NUMBERS_WITHOUT_EXHAUSTION),
    (DOCTRINE, FORMER_NUMBERS),
    (Doctrine(edition=HUNTER_STAYS_EDITION), FORMER_NUMBERS),
    (Doctrine(edition=0), FORMER_NUMBERS),
)
"""Editions of the doctrine, each with the numbers used at the time."""


def replay_fight(
    ambush: Ambush, house_rules: HouseRules, seed: bytes, past_result: AmbushResult
) -> tuple[Step[State, Event], ...]:
    """Return every step of a past fight.

    The first edition of doctrine and numbers that leads to the past result is used. If no edition
    leads to the result, the tuple is empty.
    """
    for doctrine, defaults in EDITIONS:
        steps = tuple(fight_steps(fight_setup(ambush, house_rules, defaults), seed, doctrine))
        if ambush_result(steps[-1][0]) == past_result:
            return steps
    return ()


def fight_steps(
    setup: Setup, seed: bytes, doctrine: Doctrine = DOCTRINE
) -> Iterator[Step[State, Event]]:
    """Yield every step of a fight by doctrine: the start, then one step for each move."""
    step = AMBUSH.start(setup, SeededDice(seed, 0))
    yield step
    for ply in count(1):
        acting = AMBUSH.to_act(step[0])
        if not acting:
            return
        view = AMBUSH.view(step[0], acting[0])
        move = doctrine.choose(
            view, acting[0], SeededDice(seed, ply).in_domain((acting[0], "doctrine"))
        )
        step = AMBUSH.apply(step[0], acting[0], move, SeededDice(seed, ply))
        yield step


def choose(view: View, seat: Seat, dice: Dice) -> Move:
    """Return the move that the doctrine in this side's standing orders makes."""
    return DOCTRINE.choose(view, seat, dice)
