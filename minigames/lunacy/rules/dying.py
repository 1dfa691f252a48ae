"""A spy's death and return (text; L12, L16, L20)."""

from __future__ import annotations

from engine.values import EVERYONE, Seat

from .events import Died, Returned
from .laboratory import NOWHERE
from .step_builder import StepBuilder, cop_of, plus
from .values import HEALTH


def die(p: StepBuilder, seat: Seat, *, cop: int | None = None) -> None:
    """Kill a spy, who loses the equipped weapon and the pieces in hand (L12, L16).

    Weapon and pieces fall to the floor, but a surviving cop takes the pieces. The spy keeps the
    equipped defence, the arsenal and the markers of hidden pieces. If the spy dies during its own
    turn, the turn is over.
    """
    spy, own_state = p.table.spies[seat], p.own[seat]
    room, pieces = spy.place, own_state.pieces
    room_state = p.table.rooms[room]
    p.room(
        room,
        weapons=plus(room_state.weapons, own_state.weapon),
        pieces=room_state.pieces if cop is not None else tuple(sorted(room_state.pieces + pieces)),
    )
    if cop is not None:
        p.cop(cop, pieces=tuple(sorted(cop_of(p.table, cop).pieces + pieces)))
    claims = tuple([number for number in spy.claims if number not in pieces])
    p.spy(seat, place=NOWHERE, health=HEALTH, lives=spy.lives - 1, claims=claims, shown_weapon="")
    p.learn(seat, weapon="", pieces=())
    if p.table.turn == seat:
        p.set(points=0)
    p.tell(
        Died(
            seat=seat,
            room=room,
            lives=spy.lives - 1,
            weapon=own_state.weapon,
            pieces=pieces,
            cop=cop,
        ),
        to=EVERYONE,
    )


def come_back(p: StepBuilder, seat: Seat, to: int) -> None:
    """Return a spy to an entrance with full health (L12)."""
    p.spy(seat, place=to)
    p.set(phase="act")
    p.tell(Returned(seat=seat, to=to), to=EVERYONE)
