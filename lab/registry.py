"""Registry of labs by game. Apps register both their games and their labs at startup."""

from __future__ import annotations

from engine import registry
from engine.game import AnyGame

from .lab import Lab, plain_lab

_LABS: dict[str, Lab] = {}


def register(game: AnyGame, lab: Lab) -> None:
    """Register a game's lab."""
    _LABS[game.key] = lab


def lab_of(game: AnyGame) -> Lab:
    """Return the game's registered lab, or the default lab if there is none."""
    return _LABS.get(game.key) or plain_lab(game, registry.bots_of(game))
