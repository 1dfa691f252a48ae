"""The roll call: every game there is, by where it is found, so that all laws are tried on it.

A folder of minigames joins by being there: its game is `minigames.<key>.rules.game:<KEY>`. By name,
so that another process can find the same game, and without Django: rules are pure.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.game import Game

if TYPE_CHECKING:
    from engine.game import AnyGame

MINIGAMES: Final = tuple(
    sorted(apps.parent.name for apps in Path(__file__).parents[1].glob("minigames/*/apps.py"))
)

ROLL_CALL: Final[list[str]] = [
    "tests.engine.games.bids:BIDS",
    "tests.engine.games.couriers:COURIERS",
    "tests.engine.games.parley:PARLEY",
    "espionage.rules.week:WEEK",
    *[f"minigames.{key}.rules.game:{key.upper()}" for key in MINIGAMES],
    "espionage.rules.ambush.game:AMBUSH",
    "autoduel.game:AUTODUEL",
    "tests.examples.checkpoint.rules.game:CHECKPOINT",
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
