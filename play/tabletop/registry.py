"""Registry of the games that can be played on the site, by key, in order of registration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import registry
from engine.registry import UnknownGame

if TYPE_CHECKING:
    from .contract import AnyTabletop

_tabletops: dict[str, AnyTabletop] = {}


def register(tabletop: AnyTabletop) -> None:
    """Add a game to the site, and its rules to the engine's registry. This is idempotent."""
    registry.register(tabletop.game)
    _tabletops.setdefault(tabletop.key, tabletop)


def get(key: str) -> AnyTabletop:
    """Return the game with this key, or raise `UnknownGame`."""
    try:
        return _tabletops[key]
    except KeyError:
        raise UnknownGame(f'there is no game on the site with the key "{key}"') from None


def all_tabletops() -> tuple[AnyTabletop, ...]:
    """Return every game on the site."""
    return tuple(_tabletops.values())


def known_games() -> frozenset[str]:
    """Return the keys of all games on the site."""
    return frozenset(_tabletops)
