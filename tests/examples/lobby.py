"""Registration of the example game, which is not on the site by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import registry as games
from play.running import readers
from play.tabletop import registry

from .checkpoint.tabletop import CHECKPOINT_TABLE

if TYPE_CHECKING:
    import pytest


def add_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register Checkpoint on the site for a test."""
    key = CHECKPOINT_TABLE.key
    tables = {known: table for known, table in registry._tabletops.items() if known != key}
    rules = {known: game for known, game in games.GAMES._games.items() if known != key}
    monkeypatch.setattr(registry, "_tabletops", tables)
    monkeypatch.setattr(games.GAMES, "_games", rules)
    registry.register(CHECKPOINT_TABLE)
    readers.cache_clear()
