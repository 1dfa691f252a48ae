"""Measure how the tempers of Achtung behave: `python -m benchmarks.achtung`.

The benchmark plays evenings with talk at every level: first with all tempers at one table, then
with each temper alone. The benchmark then measures which tempers beat which when all players of a
side have the same temper. The options `--evenings N` and `--matches N` set the size. The figures
are in docs/lab/bots.md.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from itertools import combinations
from time import perf_counter
from typing import Any, Final

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from collections.abc import Sequence

from engine.bots import LEVELS, Bot, RandomBot
from engine.dice import SeededDice, seed_from
from lab.simulation import Z, play_out
from minigames.achtung.bots import sides
from minigames.achtung.lab.talk import TalkTable
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Setup
from minigames.achtung.tempers import TEMPERS

SEATS: Final = 10
BASE: Final = Setup()
ANNOUNCED: Final = Setup(announce_removals="removal", announce_pool=True)
SHARES: Final = {
    "the same again": "later squads",
    "with a Spy": "squads",
    "right guesses": "guesses",
    "yes": "voices",
    "changed": "choices",
}
"""Maps each counted event to the event that its share refers to."""
EVENTS: Final = ("claims", "answers", "defences")


def evenings(bots: Sequence[Bot[Any, Any]], setup: Setup, number_of_evenings: int) -> str:
    """Return the figures of some evenings with talk. The bots take turns in the seats."""
    count, began = Counter[str](), perf_counter()
    for number in range(number_of_evenings):
        seated = [bots[(seat + number) % len(bots)] for seat in range(SEATS)]
        count += TalkTable(setup, seated, seed_from(f"evening {number}")).play().counts
    shares = [
        f"{event} {count[event] / max(1, count[total]):.0%}" for event, total in SHARES.items()
    ]
    events = [f"{event} {count[event] / number_of_evenings:.1f}" for event in EVENTS]
    seconds = (perf_counter() - began) / number_of_evenings
    return ", ".join([*shares, f"votes {count['votes'] / count['squads']:.1f}", *events]) + (
        f"  ({count['guesses']} guesses, {seconds:.1f} s an evening)"
    )


def duel(first: Bot[Any, Any], other: Bot[Any, Any], number_of_matches: int) -> str:
    """Return how often a side played by one bot beats a side played by another.

    A draw counts as half.
    """
    won = 0.0
    for number in range(number_of_matches):
        seed, side_of_first = seed_from(f"duel {number // 2}"), number % 2
        state, _ = ACHTUNG.start(BASE, SeededDice(seed, 0))
        seated = [first if side == side_of_first else other for side in sides(state)]
        halves = play_out(ACHTUNG, BASE, seated, seed).state.table.halves
        won += 0.5 if halves[0] == halves[1] else halves[side_of_first] > halves[1 - side_of_first]
    rate = won / number_of_matches
    half_width = Z * (rate * (1 - rate) / number_of_matches) ** 0.5
    return f"{rate:.0%} ({max(0, rate - half_width):.0%} to {min(1, rate + half_width):.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=100)
    parser.add_argument("--matches", type=int, default=300)
    options = parser.parse_args()
    for level in LEVELS:
        mixed = [temper.bot_at(level) for temper in TEMPERS]
        print(f"all, {level}: {evenings(mixed, BASE, options.evenings)}", flush=True)
    club = [temper.club for temper in TEMPERS]
    print(f"all, club, announced: {evenings(club, ANNOUNCED, options.evenings)}", flush=True)
    for temper in TEMPERS:
        figures = evenings([temper.club], BASE, options.evenings // 2)
        print(f"{temper.key}, club: {figures}", flush=True)
    for temper in TEMPERS:
        print(
            f"{temper.key}: "
            f"club over newcomer {duel(temper.club, temper.newcomer, options.matches)}, "
            f"strong over club {duel(temper.strong, temper.club, options.matches)}, "
            f"club over random {duel(temper.club, RandomBot(ACHTUNG), options.matches // 3)}",
            flush=True,
        )
    for level in LEVELS:
        for first, second in combinations(TEMPERS, 2):
            rate = duel(first.bot_at(level), second.bot_at(level), options.matches)
            print(f"{level}: {first.key} over {second.key} {rate}", flush=True)


if __name__ == "__main__":
    main()
