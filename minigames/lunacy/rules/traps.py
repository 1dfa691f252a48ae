"""Traps, which harm a searcher who has no defence of the same colour (text; L13, L20, L21)."""

from __future__ import annotations

from typing import Final, Literal

from engine.values import EVERYONE, Seat

from .dying import die
from .events import TrapMet
from .step_builder import StepBuilder, plus, rival
from .values import Colour

SAVES: Final = 5
"""Lowest second die that saves a spy from the effect of laser, oil or smoke (L13)."""
TESTED: Final = ("yellow", "black", "white")
HALTING: Final[dict[str, Literal["oil", "smoke"]]] = {"black": "oil", "white": "smoke"}


def spring(p: StepBuilder, seat: Seat, room: int, colour: Colour) -> str:
    """Resolve an enemy trap. Return "oil", "smoke", "dead", or "" if the search continues.

    A trap that goes off or is disarmed leaves the game. But a trap that kills remains armed, and
    its colour becomes known (L20). The searcher's defence is revealed.
    """
    own_state, spy = p.own[seat], p.table.spies[seat]
    p.spy(seat, shown_defence=own_state.defence)
    if own_state.defence == colour:
        p.tell(
            TrapMet(
                seat=seat,
                room=room,
                colour=colour,
                defence=colour,
                disarmed=True,
                health=spy.health,
            ),
            to=EVERYONE,
        )
        _spend(p, seat, room, colour)
        return ""
    event = _fire(p, seat, room, colour)
    p.tell(event, to=EVERYONE)
    if event.health <= 0:
        p.room(room, known=colour)
        die(p, seat)
        return "dead"
    _spend(p, seat, room, colour)
    return event.halted


def _fire(p: StepBuilder, seat: Seat, room: int, colour: Colour) -> TrapMet:
    """Apply a trap's damage and effect. The effect applies even if the spy dies (L20)."""
    own_state, spy = p.own[seat], p.table.spies[seat]
    health = spy.health - 1
    face = p.dice.die(6) if colour in TESTED and health > 0 else 0
    failed = 0 < face < SAVES
    if colour == "yellow" and failed:
        health -= 1
    halted = HALTING[colour] if failed and colour in HALTING else ""
    p.spy(seat, health=health)
    _affect(p, seat, room, colour, halted)
    return TrapMet(
        seat=seat,
        room=room,
        colour=colour,
        defence=own_state.defence,
        disarmed=False,
        health=health,
        face=face,
        damage=spy.health - health,
        dissolved=own_state.weapon if colour == "green" else "",
        burnt=own_state.defence if colour == "orange" else "",
        halted=halted,
    )


def _affect(p: StepBuilder, seat: Seat, room: int, colour: Colour, halted: str) -> None:
    """Apply the effect of a trap's colour in addition to the damage (text, L13, L21)."""
    if colour == "green":
        _dissolve(p, seat)
    elif colour == "orange":
        _burn(p, seat)
    elif colour == "light_blue":
        p.spy(seat, frozen=True)
        if p.table.turn == seat:
            p.set(points=0)
    elif halted == "smoke":
        p.spy(seat, barred=room)


def _spend(p: StepBuilder, seat: Seat, room: int, colour: Colour) -> None:
    """Remove a trap from the game and from its owner's records (L20)."""
    owner = rival(seat)
    p.learn(owner, traps=tuple([trap for trap in p.own[owner].traps if trap.room != room]))
    p.cell(room, device="", owner=None)
    p.room(room, device=False, known="")
    p.set(lost_weapons=plus(p.table.lost_weapons, colour))


def _dissolve(p: StepBuilder, seat: Seat) -> None:
    """Destroy the spy's equipped weapon, because of acid (text)."""
    p.set(lost_weapons=plus(p.table.lost_weapons, p.own[seat].weapon))
    p.learn(seat, weapon="")
    p.spy(seat, shown_weapon="")


def _burn(p: StepBuilder, seat: Seat) -> None:
    """Destroy the spy's equipped defence, because of fire (text)."""
    p.set(lost_defences=plus(p.table.lost_defences, p.own[seat].defence))
    p.learn(seat, defence="")
    p.spy(seat, shown_defence="")
