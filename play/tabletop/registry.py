"""Registry of the games that can be played on the site, by key, in order of registration."""

from __future__ import annotations

from engine import registry
from engine.bots import GameBots
from engine.registry import UnknownGame
from lab import registry as labs
from lab.lab import Lab

from . import lessons
from .contract import AnyTabletop

_tabletops: dict[str, AnyTabletop] = {}


def register(
    tabletop: AnyTabletop,
    bots: GameBots | None = None,
    lab: Lab | None = None,
    lesson: lessons.GameLesson | None = None,
) -> None:
    """Add a game to the site with its bots, lab and lesson, and its rules to the engine's registry.
    This is idempotent.
    """
    registry.register(tabletop.game, bots)
    _tabletops.setdefault(tabletop.key, tabletop)
    if lab:
        labs.register(tabletop.game, lab)
    if lesson:
        lessons.register(lesson)


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
