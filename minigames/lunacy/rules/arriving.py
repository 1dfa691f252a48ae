"""Arriving in a place: victory on the roof, trip wires, and combat (text; L8, L17, L18, L19)."""

from __future__ import annotations

from typing import cast

from engine.values import EVERYONE, Seat

from .events import CombatBegan, Slid, Went
from .laboratory import HELIPAD, NEXT_DOOR, ROOMS, cost
from .step_builder import StepBuilder, cops_in, rival
from .traps import spring
from .values import Colour, Combat


def go(p: StepBuilder, seat: Seat, to: int) -> None:
    """Pay for one step and move.

    A step on foot costs 2 points for a spy that carries all three pieces. A spy that claims all
    three and pays less is exposed as bluffing.
    """
    spy = p.table.spies[seat]
    price = cost(spy.place, to, burdened=len(p.own[seat].pieces) == 3)
    points = p.table.points - price
    p.set(points=points)
    if len(spy.claims) == 3 and price < cost(spy.place, to, burdened=True):
        p.spy(seat, light=True)
    p.tell(Went(seat=seat, to=to, points=points), to=EVERYONE)
    enter(p, seat, to)


def enter(p: StepBuilder, seat: Seat, to: int) -> None:
    """Move a spy to a place and resolve its arrival.

    A spy that reaches the helipad wins immediately (L19). If trip wires are used, an enemy trap in
    the room goes off first (L35). A spy or a cop in the room starts a combat.
    """
    p.spy(seat, place=to)
    if to == HELIPAD:
        p.end("escaped", seat)
    elif to in ROOMS and not (p.table.setup.wires and trip(p, seat, to)):
        if p.table.spies[rival(seat)].place == to:
            combat = Combat(room=to, spies=(seat, rival(seat)))
            p.set(phase="weapons", combat=combat)
            p.tell(CombatBegan(room=to, spies=combat.spies), to=EVERYONE)
        else:
            meet_police(p, seat)


def trip(p: StepBuilder, seat: Seat, room: int) -> bool:
    """Trigger an enemy trap on a spy that enters.

    Return whether the spy died or slid away (L35).
    """
    cell = p.cells[room]
    if cell.owner != rival(seat):
        return False
    halted = spring(p, seat, room, cast("Colour", cell.device))
    if halted == "oil":
        slide(p, seat, room)
    return halted in {"dead", "oil"}


def slide(p: StepBuilder, seat: Seat, room: int) -> None:
    """Move a spy that has slipped on oil to a random adjacent room (L21)."""
    to = p.dice.pick(NEXT_DOOR[room])
    p.tell(Slid(seat=seat, to=to), to=EVERYONE)
    enter(p, seat, to)


def meet_police(p: StepBuilder, seat: Seat) -> None:
    """If any cops are in the room, start a combat with the largest of them (L18)."""
    place = p.table.spies[seat].place
    cops = cops_in(p.table, place)
    if cops:
        p.set(phase="weapons", combat=Combat(room=place, spies=(seat,), cop=cops[0].rank))
        p.tell(CombatBegan(room=place, spies=(seat,), cop=cops[0].rank), to=EVERYONE)
