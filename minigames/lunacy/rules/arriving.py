"""Stepping into a place: the roof wins, company fights (text; L8, L17, L18, L19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import EVERYONE

from .events import CombatBegan, Went
from .laboratory import HELIPAD, ROOMS, cost
from .step_builder import cops_in, rival
from .values import Combat

if TYPE_CHECKING:
    from engine.values import Seat

    from .step_builder import StepBuilder


def go(p: StepBuilder, seat: Seat, to: int) -> None:
    """One step for action points: 2 on foot with all three pieces. A lighter one tells on a spy who
    claims all three.
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
    """Put a spy there, by step, flight or slide. The helipad wins at once (L19); a spy or a cop in
    the room is a combat.
    """
    p.spy(seat, place=to)
    if to == HELIPAD:
        p.end("escaped", seat)
    elif to in ROOMS:
        if p.table.spies[rival(seat)].place == to:
            combat = Combat(room=to, spies=(seat, rival(seat)))
            p.set(phase="weapons", combat=combat)
            p.tell(CombatBegan(room=to, spies=combat.spies), to=EVERYONE)
        else:
            meet_police(p, seat)


def meet_police(p: StepBuilder, seat: Seat) -> None:
    """Fight the largest cop in the room, if there is one (L18)."""
    place = p.table.spies[seat].place
    cops = cops_in(p.table, place)
    if cops:
        p.set(phase="weapons", combat=Combat(room=place, spies=(seat,), cop=cops[0].rank))
        p.tell(CombatBegan(room=place, spies=(seat,), cop=cops[0].rank), to=EVERYONE)
