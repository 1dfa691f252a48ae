"""Measurements of the game's balance: `manage.py lab achtung`."""

from __future__ import annotations

from typing import Final

from engine.values import changed
from lab.lab import Case, Lab, Sweep
from minigames.achtung.rules.values import MATCHES

from .cases import BASE_SETUP, OPTION_CASES, SIZE_CASES, SQUAD_CASES, TYPE_CASES, unlock_cases
from .charts import CHARTS
from .readings import read_evening

DOCTRINE: Final = ("doctrine",)
BY_CLASS: Final = ("class", *[f"class-{match}" for match in MATCHES])
COMPARED: Final = ("spy-side", "hidden", "first-vote", "drawn", "drawn-evening")

SWEEPS: Final = (
    Sweep(
        "base", "The base game", (Case("Base game", BASE_SETUP),),
        (
            *BY_CLASS, "picked", "removed", "hidden-by-match", "type", "type-drawn", "votes",
            "squad", "ends",
        ),
        DOCTRINE, "Five a side. Only the winner of each match is announced.",
    ),
    Sweep(
        "complex", "The complex classes",
        (Case("Complex classes", changed(BASE_SETUP, complex_classes=True)),),
        (*BY_CLASS, "picked", "removed", "hidden-by-match", "type", "type-drawn", "ends"), DOCTRINE,
        "Five a side, with complex classes as the only option.",
    ),
    Sweep(
        "unlocks", "The unlocks", tuple(unlock_cases()), ("unlock", "spy-side", "hidden", "drawn"),
        DOCTRINE, "All players of the class carry the unlock.",
    ),
    Sweep(
        "options", "The options", OPTION_CASES, COMPARED, DOCTRINE,
        "One option at a time, compared with the base game.",
    ),
    Sweep(
        "types", "How the match is chosen", TYPE_CASES, ("type-played", *COMPARED), DOCTRINE,
        "Compared with the base game, which draws the type of each match.",
    ),
    Sweep(
        "sizes", "Number of players", SIZE_CASES, COMPARED, DOCTRINE,
        "Four to ten players per team with the standard numbers of Spies and squad members, and "
        "two presets.",
    ),
    Sweep(
        "squads", "Squads and Spies", SQUAD_CASES, COMPARED, DOCTRINE,
        "Five a side with different numbers of Spies and squad members.",
    ),
    Sweep(
        "strength", "Doctrine against random play",
        (
            Case("Winning side", BASE_SETUP),
            Case(
                "Team including its Spy", BASE_SETUP, sides=lambda state: tuple(state.table.sides),
            ),
        ),
        ("strength",), ("doctrine", "random"),
        "The base game. In the first case, one bot plays the four loyal players of a team and the "
        "other team's Spy, who win together. In the second, it plays a whole team of five, "
        "including the Spy, who wins with the other team.",
    ),
)  # fmt: skip

LAB: Final = Lab(SWEEPS, CHARTS, read_evening)
