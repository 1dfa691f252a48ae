"""The games that can be played on the site, by key, in the order in which they were added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import registry
from engine.registry import UnknownGame

if TYPE_CHECKING:
    from .contract import AnyTabletop

_tabletops: dict[str, AnyTabletop] = {}


def register(tabletop: AnyTabletop) -> None:
    """Put a game on the site; its rules join the engine's registry. Doing it again is harmless."""
    registry.register(tabletop.game)
    _tabletops.setdefault(tabletop.key, tabletop)


def get(key: str) -> AnyTabletop:
    """The game of that key. Raises UnknownGame."""
    try:
        return _tabletops[key]
    except KeyError:
        raise UnknownGame(f'nothing on the site is played as "{key}"') from None


def all_tabletops() -> tuple[AnyTabletop, ...]:
    """Every game on the site."""
    return tuple(_tabletops.values())


def known_games() -> frozenset[str]:
    """The keys of all of them."""
    return frozenset(_tabletops)
