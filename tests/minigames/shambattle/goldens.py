"""The recorded battles that show each grade of victory: `python -m
tests.minigames.shambattle.goldens` records them anew.

`python -m tests.golden --write` keeps `shambattle-1` and `shambattle-2`, of the first and the last
set-up, as it does for every game.
These are between bots, so they hold what was played and not how it was chosen.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Final

from engine.bots import RandomBot
from engine.dice import SeededDice, seed_from
from engine.golden import record
from engine.match import submit
from minigames.shambattle.doctrine import DOCTRINE
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.values import Setup
from tests.golden import store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.golden import Golden
    from engine.values import Seat

ENDINGS: Final = {
    "shambattle-3": "launched-escaped",
    "shambattle-4": "launched-dead",
    "shambattle-5": "launched-captured",
    "shambattle-6": "disabled-captured",
    "shambattle-7": "disabled-dead",
    "shambattle-8": "disabled-escaped",
}
"""Name of each golden and its ending."""


def play_battle(words: str, guards: Any) -> tuple[list[tuple[Seat, Any]], str]:
    """Return moves and ending of a battle between doctrine's commandos and these guards."""
    seed, bots, moves = seed_from(words), (guards, DOCTRINE), []
    state, chooser = (
        SHAMBATTLE.start(Setup(), SeededDice(seed, 0))[0],
        SeededDice(seed, 0, "chooser"),
    )
    while acting := SHAMBATTLE.to_act(state):
        move = bots[acting[0]].choose(SHAMBATTLE.view(state, acting[0]), acting[0], chooser)
        moves.append((acting[0], move))
        state, _ = submit(
            SHAMBATTLE, state, seat=acting[0], move=move, dice=SeededDice(seed, len(moves))
        )
    end = SHAMBATTLE.outcome(state)
    assert end is not None
    return moves, end.ending


def recordings() -> Iterator[Golden]:
    """Yield the first battle with each ending."""
    wanted = {ending: name for name, ending in ENDINGS.items()}
    for number in count():
        if not wanted:
            return
        for guards in (DOCTRINE, RandomBot(SHAMBATTLE)):
            words = f"golden/shambattle/{type(guards).__name__}/{number}"
            moves, ending = play_battle(words, guards)
            if name := wanted.pop(ending, ""):
                yield record(SHAMBATTLE, Setup(), seed_from(words), moves, name=name)


if __name__ == "__main__":
    for golden in recordings():
        print(store(golden).name)
