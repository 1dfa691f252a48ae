"""What the tempers of Achtung do: `python -m benchmarks.achtung [--evenings N] [--matches N]`.

Evenings with talk, of all tempers at one table and of each alone, at every level; then who beats
whom, where all who win together play alike. The figures stand in docs/lab/bots.md.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from engine.bots import LEVELS, RandomBot
from engine.dice import SeededDice, seed_from
from lab.simulation import Z, play_out
from minigames.achtung.bots import sides
from minigames.achtung.lab.talk import TalkTable
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Setup
from minigames.achtung.tempers import TEMPERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bots import Bot

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
"""What is counted, and of what it is a share."""
EACH: Final = ("claims", "answers", "defences")


def evenings(bots: Sequence[Bot[Any, Any]], setup: Setup, many: int) -> str:
    """What so many evenings with talk come to, the bots going round the table."""
    count, began = Counter[str](), perf_counter()
    for number in range(many):
        seated = [bots[(seat + number) % len(bots)] for seat in range(SEATS)]
        count += TalkTable(setup, seated, seed_from(f"evening {number}")).play().counts
    shares = [f"{what} {count[what] / max(1, count[of]):.0%}" for what, of in SHARES.items()]
    each = [f"{what} {count[what] / many:.1f}" for what in EACH]
    seconds = (perf_counter() - began) / many
    return ", ".join([*shares, f"votes {count['votes'] / count['squads']:.1f}", *each]) + (
        f"  ({count['guesses']} guesses, {seconds:.1f} s an evening)"
    )


def duel(one: Bot[Any, Any], other: Bot[Any, Any], many: int) -> str:
    """How often all who win together by the one bot beat those by the other, draws counted half."""
    won = 0.0
    for number in range(many):
        seed, ours = seed_from(f"duel {number // 2}"), number % 2
        state, _ = ACHTUNG.start(BASE, SeededDice(seed, 0))
        seated = [one if side == ours else other for side in sides(state)]
        halves = play_out(ACHTUNG, BASE, seated, seed).state.table.halves
        won += 0.5 if halves[0] == halves[1] else halves[ours] > halves[1 - ours]
    rate = won / many
    wide = Z * (rate * (1 - rate) / many) ** 0.5
    return f"{rate:.0%} ({max(0, rate - wide):.0%} to {min(1, rate + wide):.0%})"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--evenings", type=int, default=100)
    asked.add_argument("--matches", type=int, default=300)
    many = asked.parse_args()
    for level in LEVELS:
        mixed = [temper.at(level) for temper in TEMPERS]
        print(f"all, {level}: {evenings(mixed, BASE, many.evenings)}", flush=True)
    club = [temper.club for temper in TEMPERS]
    print(f"all, club, announced: {evenings(club, ANNOUNCED, many.evenings)}", flush=True)
    for temper in TEMPERS:
        alone = evenings([temper.club], BASE, many.evenings // 2)
        print(f"{temper.key}, club: {alone}", flush=True)
    for temper in TEMPERS:
        print(
            f"{temper.key}: club over newcomer {duel(temper.club, temper.newcomer, many.matches)}, "
            f"strong over club {duel(temper.strong, temper.club, many.matches)}, "
            f"club over random {duel(temper.club, RandomBot(ACHTUNG), many.matches // 3)}",
            flush=True,
        )
    for level in LEVELS:
        for one, other in combinations(TEMPERS, 2):
            rate = duel(one.at(level), other.at(level), many.matches)
            print(f"{level}: {one.key} over {other.key} {rate}", flush=True)


if __name__ == "__main__":
    main()
