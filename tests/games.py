"""All games by the location of their rules, so that the laws are tested on each.

A folder of minigames is included automatically: its game is `minigames.<key>.rules.game:<KEY>`.
Games are named, so that another process can find them, without Django: rules are pure.
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
    "ambush.rules.game:AMBUSH",
    "autoduel.game:AUTODUEL",
    "tests.examples.checkpoint.rules.game:CHECKPOINT",
]


def game_at(where: str) -> AnyGame:
    """Return the game at this `module:NAME`."""
    module, _, name = where.partition(":")
    game = getattr(import_module(module), name)
    assert isinstance(game, Game)
    return game


def all_games() -> tuple[AnyGame, ...]:
    """Return every game in order."""
    return tuple([game_at(where) for where in ROLL_CALL])
