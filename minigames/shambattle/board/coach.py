"""Hints for beginners in each step."""

from __future__ import annotations

from typing import Final

from engine.values import Seat
from minigames.shambattle.rules.fire import shots_of, sprays_of
from minigames.shambattle.rules.judo import fight_odds, possible_fights
from minigames.shambattle.rules.menu import to_move
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import figures_on_table
from minigames.shambattle.rules.values import MASTERMIND, SPY, Table, View

from .codes import CODES

DEPLOYING: Final = {
    MASTERMIND: (
        "The map’s deployment holds the platform and the ring, and leaves the Mastermind a way "
        "to the helipad. Start with it and press Deploy."
    ),
    SPY: (
        "The catwalk and the open ground both lead east. On the catwalk, you move 6 inches per "
        "turn, two side by side. Press Deploy to use the map’s deployment."
    ),
}
SPY_PLAN: Final = (
    "Two of your figures must keep still on the platform from the end of one of your turns to "
    "the end of the next. Gather out of reach, about ten inches away, then strike together. A "
    "spray within 2.5 inches needs no die."
)
SPY_AFTER: Final = (
    "Now the Mastermind: touch him at the end of your turn, with none of his "
    "men within 2 inches of him, and lead him to edge A."
)
MASTERMIND_PLAN: Final = (
    "Keep two figures on the platform, shoot anyone who comes near, and send the Mastermind (M) "
    "along the eastern catwalk to the helipad: he gets away when the missile has launched or is "
    "disabled.  "
)
MARCHING: Final = (
    "Write where figures go, or drag them, one or several at a time. “Move all others by "
    "doctrine” moves the rest for you. March, then end the movement."
)
WAITING: Final = "The other side is moving. The board in words shows who can hit whom."


def coach(view: View) -> str:
    """Return a hint of two or three sentences for the view's seat."""
    table, seat = view.table, view.seat
    if seat is None or seat not in (MASTERMIND, SPY) or table.step == "over":
        return ""
    if seat not in to_move(table):
        return WAITING
    if table.push is not None:
        return (
            "A figure in the pool is out for good. Otherwise, push him where he can be shot, or "
            "off the platform. A stunned figure does nothing in its next turn."
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
            "Keep two figures on the platform still. They must not fight or shoot until the end of "
            "your next turn."
        )
    return SPY_PLAN


def _judo(table: Table, seat: Seat) -> str:
    fights = possible_fights(table, seat)
    if not fights:
        return "No one can start another fight. End the judo."
    man, defender = max(fights, key=lambda pair: _gain(table, *pair))
    chances = fight_odds(table, man, defender)
    return (
        f"Your best fight is {CODES[man]} against {CODES[defender]}: "
        f"{chances.removes + chances.stuns} of 36 rolls win. A second attacker has an advantage. "
        "A figure that touches an enemy cannot shoot, so push the enemy away first."
    )


def _gain(table: Table, man: int, defender: int) -> int:
    chances = fight_odds(table, man, defender)
    return 2 * chances.removes + chances.stuns - 2 * chances.removed - chances.stunned


def _fire(table: Table, seat: Seat) -> str:
    for number in figures_on_table(table, seat):
        if sprays_of(table, number):
            return (
                f"{CODES[number]} can spray: everyone under the triangle is out, without a die "
                "roll. Use sprays first, then the best shots."
            )
    best = max(
        [shot for number in figures_on_table(table, seat) for shot in shots_of(table, number)],
        key=lambda shot: shot.sixths,
        default=None,
    )
    if best is None:
        return "No one has a shot left. End the turn."
    return (
        f"Your best shot is {CODES[best.man]} at {CODES[best.at]}, {best.sixths} in 6. Each "
        "figure fires once."
    )
