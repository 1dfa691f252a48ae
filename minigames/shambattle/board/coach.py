"""The walk-through: what a beginner should know at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.shambattle.rules.fire import shots, sprays
from minigames.shambattle.rules.judo import fights, odds
from minigames.shambattle.rules.menu import to_move
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import standing
from minigames.shambattle.rules.values import MASTERMIND, SPY

from .codes import CODES

if TYPE_CHECKING:
    from engine.values import Seat
    from minigames.shambattle.rules.values import Table, View

DEPLOYING: Final = {
    MASTERMIND: (
        "The map’s deployment holds platform and ring, and leaves the Mastermind a way "
        "out to the helipad. Begin with it: press Deploy."
    ),
    SPY: (
        "Both catwalk and open ground lead east; the catwalk carries you 6 inches a turn, two "
        "abreast. Press Deploy to stand as the map has it."
    ),
}
SPY_PLAN: Final = (
    "Two of yours must keep still on the platform from the end of one of your turns to the end "
    "of the next. Gather out of reach, about ten "
    "inches off, then strike together: a spray within 2.5 inches needs no die."
)
SPY_AFTER: Final = (
    "Now the Mastermind: touch him at the end of your turn, with none of his "
    "men within 2 inches of him, and lead him to edge A."
)
MASTERMIND_PLAN: Final = (
    "Keep two on the platform, shoot who comes near, and send the Mastermind (M) along the "
    "eastern catwalk to the helipad: he gets away once the "
    "missile’s fate is settled. "
)
MARCHING: Final = (
    "Write who goes where, or drag figures; or a squad at a time; “Whoever is not named goes as "
    "doctrine would” moves the rest for you. March, then end the movement."
)
WAITING: Final = "The other side moves. Look at who can hit whom in the board in words."


def coach(view: View) -> str:
    """Two or three sentences for this seat."""
    table, seat = view.table, view.seat
    if seat is None or seat not in (MASTERMIND, SPY) or table.step == "over":
        return ""
    if seat not in to_move(table):
        return WAITING
    if table.push is not None:
        return (
            "Into the pool is out for good. Otherwise push him where he can be shot, or off "
            "the platform: stunned he does nothing in his next turn."
        )
    match table.step:
        case "deploy":
            return DEPLOYING[seat]
        case "move":
            return f"{_plan(table, seat)} {MARCHING}"
        case "judo":
            return _judo(table, seat)
        case _:
            return _fire(table, seat)


def _plan(table: Table, seat: Seat) -> str:
    if seat == MASTERMIND:
        return MASTERMIND_PLAN.strip()
    if table.missile != "ready":
        return SPY_AFTER
    if len(on_platform(table, SPY)) > 1 and not on_platform(table, MASTERMIND):
        return (
            "Leave two on the platform alone: they may neither fight nor shoot until your "
            "next turn has ended."
        )
    return SPY_PLAN


def _judo(table: Table, seat: Seat) -> str:
    found = fights(table, seat)
    if not found:
        return "Nobody can start a fight any more: end the judo."
    man, against = max(found, key=lambda pair: _gain(table, *pair))
    chances = odds(table, man, against)
    return (
        f"Your best fight is {CODES[man]} against {CODES[against]}: "
        f"{chances.removes + chances.stuns} of 36 throws win. A second attacker has it "
        "easier. Who touches an enemy cannot shoot, so push him off first."
    )


def _gain(table: Table, man: int, against: int) -> int:
    chances = odds(table, man, against)
    return 2 * chances.removes + chances.stuns - 2 * chances.removed - chances.stunned


def _fire(table: Table, seat: Seat) -> str:
    for number in standing(table, seat):
        if sprays(table, number):
            return (
                f"{CODES[number]} can spray: everybody under the triangle is out, without a "
                "die. Use sprays first, then the best shots."
            )
    best = max(
        [shot for number in standing(table, seat) for shot in shots(table, number)],
        key=lambda shot: shot.sixths,
        default=None,
    )
    if best is None:
        return "Nobody has a shot any more: end the turn."
    return (
        f"Your best shot is {CODES[best.man]} at {CODES[best.at]}, {best.sixths} in 6. "
        "Everybody fires once."
    )
