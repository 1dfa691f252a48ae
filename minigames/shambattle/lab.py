"""How even the sides of the battle are: maps with their countdowns, doctrine against doctrine, and
doctrine against random play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lab.lab import Case, Chart, Finished, Lab, Seen, Sweep
from minigames.shambattle.rules.values import MASTERMIND, SPY, Setup

if TYPE_CHECKING:
    from collections.abc import Iterator

EVEN: Final = 0.5
COUNTDOWNS: Final = (
    *[
        Case(f"Volcano, {countdown} turns", Setup(map="volcano", countdown=countdown))
        for countdown in (9, 10, 11)
    ],
    *[
        Case(f"Drydock, {countdown} turns", Setup(map="drydock", countdown=countdown))
        for countdown in (8, 9, 10)
    ],
)
SWEEPS: Final = (
    Sweep(
        "countdown",
        "Maps and countdowns",
        COUNTDOWNS,
        ("spy", "endings"),
        ("doctrine",),
        "Standard rules, both sides by doctrine.",
    ),
    Sweep(
        "strength",
        "Doctrine against random play",
        (Case("Volcano", Setup()),),
        ("doctrine",),
        ("doctrine", "random"),
        "By side.",
    ),
)
CHARTS: Final = (
    Chart("spy", "The Spy's side", "How often the Spy's side won.", EVEN),
    Chart("endings", "How it ended", "How often a match ended so.", shares=True),
    Chart(
        "doctrine",
        "Doctrine against random play",
        "How often doctrine won, by the side it played.",
        EVEN,
    ),
)
SIDES: Final = {MASTERMIND: "As the Mastermind", SPY: "As the Spy"}


def read(match: Finished) -> Iterator[Seen]:
    """Who won, how, and with which bot."""
    winners = match.played.outcome.winners
    yield Seen("spy", "Spy", 2 * (SPY in winners))
    yield Seen("endings", match.played.outcome.ending.replace("-", " ").capitalize(), 2)
    if {*match.bots} == {"doctrine", "random"}:
        ours = MASTERMIND if match.bots[MASTERMIND] == "doctrine" else SPY
        yield Seen("doctrine", SIDES[ours], 2 * (ours in winners))


LAB: Final = Lab(SWEEPS, CHARTS, read)
