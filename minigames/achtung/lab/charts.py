"""The charts for an evening, and explanations of their rates."""

from __future__ import annotations

from typing import Final

from lab.lab import Chart
from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import KIND_WORDS, MATCH_WORDS

from .cases import unlock_rows

EVEN_CHANCE: Final = 0.5
VOTE_ROWS: Final = (
    "At the first vote",
    "At the second vote",
    "At the third vote or later",
    "Without a vote",
)
END_ROWS: Final = ("RED wins", "BLU wins", "Drawn")
STRENGTH_ROWS: Final = ("Doctrine wins", "Drawn", "Random wins")

IN_SQUADS: Final = (
    "Matches in which both squads have the same number of Spies and one has more of the class: how "
    "often that squad won. Draws count as half."
)
HIDING: Final = (
    "Pairs of a Spy and a loyal teammate of whom only one was chosen: how often it was the Spy. "
    "Half would be chance."
)
SPY_SIDE: Final = (
    "Matches in which one squad has more Spies: how often the other squad won. Draws count as half."
)
CHARTS: Final = (
    Chart(
        "class", "Value of a class to its squad", IN_SQUADS, EVEN_CHANCE,
        tuple(KIND_WORDS.values()),
    ),
    *[
        Chart(
            f"class-{match}",
            f"Value of a class in {MATCH_WORDS[match]}",
            IN_SQUADS,
            EVEN_CHANCE,
            tuple(KIND_WORDS.values()),
        )
        for match in MATCHES
    ],
    Chart(
        "picked", "Classes chosen for squads",
        "How often a player of the class is in the squad. Three of five players are.", 0.6,
        tuple(KIND_WORDS.values()),
    ),
    Chart(
        "removed", "Classes removed from matches",
        "How often a player of the class who is in the squad is removed.", None,
        tuple(KIND_WORDS.values()),
    ),
    Chart("spy-side", "The Spy's side", SPY_SIDE, EVEN_CHANCE),
    Chart("hidden", "How well Spies hide", HIDING, EVEN_CHANCE),
    Chart("hidden-by-match", "How well Spies hide, match by match", HIDING, EVEN_CHANCE),
    Chart(
        "first-vote", "Squads accepted in the first vote",
        "How often the first proposed squad was accepted.",
    ),
    Chart("votes", "How squads were accepted", "Share of squads.", None, VOTE_ROWS),
    Chart(
        "squad", "Wins by how the squad was accepted",
        "How often such a squad won its match. Draws count as half.", EVEN_CHANCE, VOTE_ROWS,
    ),
    Chart(
        "type", "The Spy's side by match type", SPY_SIDE, EVEN_CHANCE, tuple(MATCH_WORDS.values()),
    ),
    Chart(
        "type-drawn", "Drawn matches by type", "How often both squads had the same points.", None,
        tuple(MATCH_WORDS.values()),
    ),
    Chart("type-played", "Match types", "Share of matches.", None, tuple(MATCH_WORDS.values())),
    Chart("drawn", "Drawn matches", "How often both squads had the same points."),
    Chart(
        "drawn-evening", "Drawn evenings",
        "How often both teams had the same number of wins after five matches.",
    ),
    Chart(
        "ends", "How evenings end", "Wins by team. A Spy wins with the other team.", None, END_ROWS,
        shares=True,
    ),
    Chart(
        "unlock", "Value of a class to its squad, with and without its unlock", IN_SQUADS,
        EVEN_CHANCE, tuple(unlock_rows()), pooled=True,
    ),
    Chart(
        "strength", "Doctrine against random play", "Share of evenings.", None, STRENGTH_ROWS,
        shares=True,
    ),
)  # fmt: skip
