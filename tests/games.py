"""The roll call: every game there is, by where it is found. Add a line for a new game, and all laws are tried on it.

By name, so that another process can find the same game, and without Django: rules are pure.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from engine.game import Game

if TYPE_CHECKING:
    from engine.game import AnyGame

ROLL_CALL: Final[list[str]] = [
    "tests.engine.games.bids:BIDS",
    "tests.engine.games.couriers:COURIERS",
    "tests.engine.games.parley:PARLEY",
    "espionage.rules.week:WEEK",
    "minigames.lunacy.rules.game:LUNACY",
    "minigames.renamed.rules.game:RENAMED",
    "minigames.achtung.rules.achtung:ACHTUNG",
    "minigames.shambattle.rules.game:SHAMBATTLE",
    "espionage.rules.ambush.game:AMBUSH",
]


def game_at(where: str) -> AnyGame:
    """The game of that `module:NAME`."""
    module, _, name = where.partition(":")
    game = getattr(import_module(module), name)
    assert isinstance(game, Game)
    return game


def all_games() -> tuple[AnyGame, ...]:
    """Every game on the roll call, in its order."""
    return tuple([game_at(where) for where in ROLL_CALL])
