"""What each game is measured by. Apps register theirs by hand when they start, as they do their
games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import registry

from .lab import plain_lab

if TYPE_CHECKING:
    from engine.game import AnyGame

    from .lab import Lab

_LABS: dict[str, Lab] = {}


def register(game: AnyGame, lab: Lab) -> None:
    """Measure the game by this lab."""
    _LABS[game.key] = lab


def lab_of(game: AnyGame) -> Lab:
    """What the game is measured by: its own lab, or the plain one that every game has."""
    return _LABS.get(game.key) or plain_lab(game, registry.bots_of(game))
