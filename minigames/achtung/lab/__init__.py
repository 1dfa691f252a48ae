"""Measurements of the balance of Achtung, Spy!: `manage.py lab achtung`."""

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
        "base",
        "The base game",
        (Case("Base game", BASE_SETUP),),
        (
            *BY_CLASS,
            "picked",
            "removed",
            "hidden-by-match",
            "type",
            "type-drawn",
            "votes",
            "squad",
            "ends",
        ),
        DOCTRINE,
        "Five a side, nothing announced but who wins a match.",
    ),
    Sweep(
        "complex",
        "The complex classes",
        (Case("Complex classes", changed(BASE_SETUP, complex_classes=True)),),
        (*BY_CLASS, "picked", "removed", "hidden-by-match", "type", "type-drawn", "ends"),
        DOCTRINE,
        "Five a side with the complex classes and nothing else.",
    ),
    Sweep(
        "unlocks",
        "The unlocks",
        tuple(unlock_cases()),
        ("unlock", "spy-side", "hidden", "drawn"),
        DOCTRINE,
        "Each for all of its class.",
    ),
    Sweep(
        "options",
        "The options",
        OPTION_CASES,
        COMPARED,
        DOCTRINE,
        "One at a time, against the base game.",
    ),
    Sweep(
        "types",
        "How the match is chosen",
        TYPE_CASES,
        ("type-played", *COMPARED),
        DOCTRINE,
        "Against the base game, which draws it for each match.",
    ),
    Sweep(
        "sizes",
        "How many play",
        SIZE_CASES,
        COMPARED,
        DOCTRINE,
        "Four to ten a team with Spies and squads by the table; two presets.",
    ),
    Sweep(
        "squads",
        "Squads and Spies",
        SQUAD_CASES,
        COMPARED,
        DOCTRINE,
        "Five a side with other numbers of Spies and places in the squad.",
    ),
    Sweep(
        "strength",
        "Doctrine against random play",
        (
            Case("Those who win together", BASE_SETUP),
            Case(
                "A team as it sits, its Spy too",
                BASE_SETUP,
                sides=lambda state: tuple(state.table.sides),
            ),
        ),
        ("strength",),
        ("doctrine", "random"),
        "The base game. Four of a team and the other team's Spy win together, and one bot "
        "plays all five; or one plays a whole team of five, "
        "whose Spy then plays for the others.",
    ),
)

LAB: Final = Lab(SWEEPS, CHARTS, read_evening)
