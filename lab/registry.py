"""Labs by game. Apps register their labs when they start, as they do their games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import registry

from .lab import plain_lab

if TYPE_CHECKING:
    from engine.game import AnyGame

    from .lab import Lab

_LABS: dict[str, Lab] = {}


def register(game: AnyGame, lab: Lab) -> None:
    """Register the lab of a game."""
    _LABS[game.key] = lab


def lab_of(game: AnyGame) -> Lab:
    """Return the game's own lab, or the default one."""
    return _LABS.get(game.key) or plain_lab(game, registry.bots_of(game))
