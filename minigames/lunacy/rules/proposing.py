"""Random sensible moves for random play, playouts, and players whose time is up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.dice import Dice
from engine.game import IllegalMove

from . import judging, menus
from .judging import Eyes, eyes_of, is_asked
from .laboratory import DISTANCE, HELIPAD, NOWHERE, ROOF_LIFT, ROOMS
from .step_builder import rival
from .values import Go, Move, View

OUTFIT: Final = 14
"""One action in this many is something other than a step."""
STRAY: Final = 6
"""One step in this many goes in a random direction."""


def propose(view: View, dice: Dice) -> Move:
    """Return a random sensible move.

    In its turn, a spy mostly equips itself, searches, and walks towards places that can have
    pieces. A spy that carries all three pieces leaves. In other phases, the move is chosen from the
    menu.
    """
    eyes = eyes_of(view)
    if eyes is None or not is_asked(eyes):
        raise IllegalMove("This seat has no decision to make now.")
    if eyes.table.phase == "act":
        return _in_turn(eyes, dice)
    return _any(menus.menu_of(eyes), dice)


def _any(moves: Sequence[Move], dice: Dice) -> Move:
    return moves[0] if len(moves) == 1 else dice.pick(moves)


def _in_turn(eyes: Eyes, dice: Dice) -> Move:
    if eyes.burdened:
        return _homewards(eyes, dice)
    whim = dice.die(OUTFIT)
    if whim == 1:
        return dice.pick([move for move in menus.turn_menu(eyes) if not isinstance(move, Go)])
    own_state, current_place = eyes.own_state, eyes.spy.place
    if whim < 6 and not own_state.weapon and own_state.weapons:
        return menus.CHANGE[
            dice.pick(own_state.weapons),
            own_state.defence or dice.pick(own_state.defences or ("",)),
        ]
    goals = _goals(eyes)
    if current_place in goals and current_place in ROOMS and not judging.why_not_search(eyes):
        return menus.SEARCH
    steps = menus.go_menu(eyes)
    if not steps:
        return menus.END_TURN
    if len(steps) == 1 or dice.die(STRAY) == 1:
        return _any(steps, dice)
    next_steps = [min([DISTANCE[step.to][goal] for goal in goals]) for step in steps]
    best = min(next_steps)
    return _any(
        [step for step, distances in zip(steps, next_steps, strict=True) if distances == best], dice
    )


def _goals(eyes: Eyes) -> list[int]:
    """Return rooms with loose pieces, rooms that nobody has searched, and the rival's place.

    The rival's place is included only if the rival has pieces to take.
    """
    table, other = eyes.table, eyes.table.spies[rival(eyes.seat)]
    goals = [stash.room for stash in eyes.own_state.stashed]
    if NOWHERE in table.homes:
        goals += [
            place for place, room in enumerate(table.rooms) if room.looked_by is None or room.pieces
        ]
    else:
        goals += [place for place, room in enumerate(table.rooms) if room.pieces]
    if other.claims and other.place in ROOMS:
        goals.append(other.place)
    return goals or [ROOF_LIFT]


def _homewards(eyes: Eyes, dice: Dice) -> Move:
    """Return a step towards the roof that the spy can pay for."""
    current_place, points = eyes.spy.place, eyes.table.points
    if current_place == ROOF_LIFT:
        return menus.GO[HELIPAD]
    steps = [
        (to, price)
        for to, price in judging.steps(eyes)
        if DISTANCE[to][ROOF_LIFT] < DISTANCE[current_place][ROOF_LIFT]
    ]
    paid = [to for to, price in steps if price <= points]
    return menus.GO[dice.pick(paid)] if paid else menus.END_TURN
