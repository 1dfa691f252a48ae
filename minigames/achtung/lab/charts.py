"""What the lab asks of an evening, and what a rate of each chart means."""

from __future__ import annotations

from typing import Final

from lab.lab import Chart
from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import KINDS, MATCH_KINDS

from .cases import unlock_rows

EVEN: Final = 0.5
VOTES: Final = (
    "At the first vote",
    "At the second vote",
    "At the third vote or later",
    "Without a vote",
)
ENDS: Final = ("RED wins", "BLU wins", "Drawn")
STRENGTH: Final = ("Doctrine wins", "Drawn", "Random wins")

IN_SQUADS: Final = (
    "Of matches in which both squads have as many Spies, and one has more of "
    "the class: how often that squad won, draws counted half."
)
HIDING: Final = (
    "Of pairs of a Spy and a loyal player of his team of whom one was chosen: how "
    "often it was the Spy. Half would be chance."
)
SPY_SIDE: Final = (
    "Of matches in which one squad has more Spies: how often the other squad "
    "won, draws counted half."
)
CHARTS: Final = (
    Chart("class", "What a class brings its squad", IN_SQUADS, EVEN, tuple(KINDS.values())),
    *[
        Chart(
            f"class-{match}",
            f"What a class brings in {MATCH_KINDS[match]}",
            IN_SQUADS,
            EVEN,
            tuple(KINDS.values()),
        )
        for match in MATCHES
    ],
    Chart(
        "picked",
        "Who is chosen",
        "How often a player of the class is in the squad. Three of five are.",
        0.6,
        tuple(KINDS.values()),
    ),
    Chart(
        "removed",
        "Who is removed",
        "How often a player of the class who is in the squad is removed.",
        None,
        tuple(KINDS.values()),
    ),
    Chart("spy-side", "The Spy's side", SPY_SIDE, EVEN),
    Chart("hidden", "How well Spies hide", HIDING, EVEN),
    Chart("hidden-by-match", "How well Spies hide, match by match", HIDING, EVEN),
    Chart(
        "first-vote", "Squads that pass at once", "How often the first squad proposed was voted in."
    ),
    Chart("votes", "How a squad came to be", "How often it was locked in so.", None, VOTES),
    Chart(
        "squad",
        "Squads by how they came to be",
        "How often such a squad won its match, draws counted half.",
        EVEN,
        VOTES,
    ),
    Chart("type", "The Spy's side by match type", SPY_SIDE, EVEN, tuple(MATCH_KINDS.values())),
    Chart(
        "type-drawn",
        "Drawn matches by type",
        "How often both squads had the same points.",
        None,
        tuple(MATCH_KINDS.values()),
    ),
    Chart(
        "type-played",
        "What is played",
        "How often a match was of this type.",
        None,
        tuple(MATCH_KINDS.values()),
    ),
    Chart("drawn", "Drawn matches", "How often both squads had the same points."),
    Chart(
        "drawn-evening",
        "Drawn evenings",
        "How often both teams had won as often after five matches.",
    ),
    Chart(
        "ends",
        "How evenings end",
        "By the teams' names; a Spy wins with the other one.",
        None,
        ENDS,
        shares=True,
    ),
    Chart(
        "unlock",
        "What a class brings its squad, with and without its unlock",
        IN_SQUADS,
        EVEN,
        tuple(unlock_rows()),
        pooled=True,
    ),
    Chart(
        "strength",
        "Doctrine against random play",
        "Of evenings: who won.",
        None,
        STRENGTH,
        shares=True,
    ),
)
