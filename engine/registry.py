"""The registry of games and their bots. Apps explicitly register their games at start-up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from .bots import Bot, GameBots, find_bot
from .game import AnyGame

_KEY: Final = re.compile(r"[a-z][a-z0-9-]*")


class UnknownGame(LookupError):
    """No game with this key is registered."""


class BadGame(ValueError):
    """The game cannot be registered, because its key is taken or malformed, or an attribute is
    missing.
    """


class Registry:
    """Games by key, in order of registration."""

    def __init__(self) -> None:
        self._games: dict[str, AnyGame] = {}
        self._bots: dict[str, GameBots] = {}

    def register(self, game: AnyGame, bots: GameBots | None = None) -> None:
        """Add a game and its bots.

        Registering the same class again has no effect. If another class has the same key, it is
        refused.
        """
        _check(game)
        registered = self._games.setdefault(game.key, game)
        if type(registered) is not type(game):
            raise BadGame(f'the key "{game.key}" belongs to {type(registered).__name__} already')
        if bots is not None:
            self._bots[game.key] = bots

    def get(self, key: str) -> AnyGame:
        """Return the game with this key, or raise `UnknownGame`."""
        try:
            return self._games[key]
        except KeyError:
            raise UnknownGame(
                f'no game has the key "{key}"; there are: {", ".join(self._games) or "none"}'
            ) from None

    def all_games(self) -> tuple[AnyGame, ...]:
        return tuple(self._games.values())

    def bots_of(self, game: AnyGame) -> GameBots:
        """Return the game's bots. If the game was registered without bots, the result is empty."""
        return self._bots.get(game.key) or GameBots()

    def bot(
        self, game: AnyGame, name: str, clock: Callable[[], float] | None = None
    ) -> Bot[Any, Any]:
        """Return the game's bot with this name (`engine.bots.lookup`). Raise `UnknownBot`."""
        return find_bot(name, game, self.bots_of(game), clock)


def _check(game: AnyGame) -> None:
    for name in ("key", "rules_version", "max_plies", "types"):
        if not hasattr(game, name):
            raise BadGame(f"{type(game).__name__} has no {name}")
    if not _KEY.fullmatch(game.key):
        raise BadGame(
            f'a key can contain only lower-case letters, digits and hyphens: "{game.key}"'
        )
    if game.rules_version < 1 or game.max_plies < 1:
        raise BadGame(f"{game.key}: rules_version and max_plies must be at least 1")
    if len(game.types) != 5:
        raise BadGame(f"{game.key}: the class header must name Setup, State, Move, Event and View")


GAMES: Final = Registry()
"""The registry of this process."""

register = GAMES.register
get = GAMES.get
all_games = GAMES.all_games
bots_of = GAMES.bots_of
bot = GAMES.bot
