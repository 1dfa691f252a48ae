"""The recorded matches that show each ending: `python -m tests.minigames.renamed.goldens` records
them anew.

`python -m tests.golden --write` keeps `renamed-1` and `renamed-2`, of the first and the last
set-up, as it does for every game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.conformance import Trial
from engine.dice import seed_from
from engine.golden import record
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.values import MAX_TARGET, Setup
from tests.golden import store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.golden import Golden

ENDINGS: Final = {
    "renamed-3": ("target", Setup(players=4), "golden/renamed-4/1"),
    "renamed-4": ("no-spies", Setup(players=8, target=MAX_TARGET), "golden/renamed-4/1"),
    "renamed-5": (
        "ran-dry",
        Setup(players=3, target=MAX_TARGET, auto_pass=True),
        "golden/renamed-3/3",
    ),
}
"""Name of each golden with its ending, its setup and the text of its seed."""


def recordings() -> Iterator[Golden]:
    """Yield each match, played again from its seed."""
    for name, (_, setup, words) in ENDINGS.items():
        trial = Trial(RENAMED, setup, seed_from(words))
        yield record(RENAMED, setup, trial.seed, trial.moves, name=name)


if __name__ == "__main__":
    for golden in recordings():
        print(store(golden).name)
