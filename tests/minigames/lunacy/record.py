"""`python -m tests.minigames.lunacy.record`: record a golden for each way in which a match can end.

`python -m tests.golden --write` looks after random play, lunacy-1 and -2; these are numbered on
from there.
"""

from __future__ import annotations

from typing import Any, Final

from engine.bots import RandomBot
from engine.dice import SeededDice, seed_from
from engine.golden import record
from engine.match import Match
from minigames.lunacy.doctrine import Doctrine
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.values import Setup
from tests.golden import store

NUMBERS: Final = {"escaped": 3, "killed": 4, "police": 5, "both-killed": 6, "round-limit": 7}


def play_match(words: str, setup: Setup, bots: tuple[Any, Any]) -> Match[Any, Any, Any, Any, Any]:
    """Play a whole match of two bots."""
    match = Match.begin(LUNACY, setup, seed_from(words))
    while match.to_act:
        seat = match.to_act[0]
        match = match.submit(
            seat,
            bots[seat].choose(
                match.view(seat), seat, SeededDice(match.seed, len(match.moves), ("bot", seat))
            ),
        )
    return match


def main() -> None:
    """Play until every ending has occurred, and record the first match of each."""
    missing = dict(NUMBERS)
    for number in range(1000):
        if not missing:
            return
        short = number % 3 == 2
        setup = Setup(rounds=10) if short else LUNACY.setups()[number % 2]
        match = play_match(
            f"golden/lunacy/{number}",
            setup,
            (Doctrine(), RandomBot(LUNACY) if short else Doctrine()),
        )
        ending = match.outcome.ending
        if ending in missing:
            golden = record(
                LUNACY, setup, match.seed, match.moves, name=f"lunacy-{missing.pop(ending)}"
            )
            print(f"{store(golden).name}: {ending} after {len(match.moves)} plies")


if __name__ == "__main__":
    main()
