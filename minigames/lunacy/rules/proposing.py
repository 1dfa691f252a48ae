"""A sensible move at random: what random play, playouts and clocks without a doctrine use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import IllegalMove

from . import judging, menus
from .judging import Eyes, eyes_of, is_asked
from .laboratory import DISTANCE, HELIPAD, ROOF_LIFT

if TYPE_CHECKING:
    from engine.dice import Dice

    from .values import Move, View

OUTFIT: Final = 12
"""One action in so many goes into equipment."""


def propose(view: View, dice: Dice) -> Move:
    """In a turn: mostly walk and search, out with the whole Thingamajig; otherwise one of the menu."""
    eyes = eyes_of(view)
    if eyes is None or not is_asked(eyes):
        raise IllegalMove("Nothing is asked of this seat now.")
    if eyes.table.phase == "act":
        return _in_turn(eyes, dice)
    return dice.pick(menus.menu(view))


def _in_turn(eyes: Eyes, dice: Dice) -> Move:
    steps = menus.go_menu(eyes)
    if eyes.burdened:
        return _homewards(eyes, dice)
    if dice.die(OUTFIT) == 1:
        others = [move for move in menus.turn_menu(eyes) if move not in steps]
        return dice.pick(others)
    room = eyes.spy.place
    if not judging.why_not_search(eyes) and (eyes.table.rooms[room].looked_by != eyes.seat or dice.die(8) == 1):
        return menus.SEARCH
    return dice.pick(steps)


def _homewards(eyes: Eyes, dice: Dice) -> Move:
    """The way to the roof, as far as the points go."""
    here, points = eyes.spy.place, eyes.table.points
    if here == ROOF_LIFT:
        return menus.GO[HELIPAD]
    ways = [(to, price) for to, price in judging.steps(eyes) if DISTANCE[to][ROOF_LIFT] < DISTANCE[here][ROOF_LIFT]]
    paid = [to for to, price in ways if price <= points]
    return menus.GO[dice.pick(paid)] if paid else menus.DONE
