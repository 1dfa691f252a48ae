"""Decorations of characters, by fixed rules (C111)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.values import Value


class Service(Value):
    """A character's service, as far as a reader knows it.

    `missions` counts successful missions, `caught` the missions that the character stopped as a
    counterspy, and `ambushes` the weeks with an ambush. All are counted from the skill points that
    they earned (E14).
    """

    missions: int = 0
    caught: int = 0
    ambushes: int = 0


class Decoration(Value):
    """A decoration and the reason for it."""

    name: str
    reason: str


MARKS: Final = {
    "ace": Decoration(name="Ace", reason="Five kills in duels"),
    "double_ace": Decoration(name="Double ace", reason="Ten kills in duels"),
}
MEDALS: Final[tuple[tuple[Literal["missions", "caught", "ambushes"], int, Decoration], ...]] = (
    ("missions", 10, Decoration(name="Agent", reason="Ten successful missions")),
    ("caught", 4, Decoration(name="Watchdog", reason="Four missions stopped as a counterspy")),
    ("ambushes", 3, Decoration(name="Under fire", reason="Ambushes in three different weeks")),
)
"""Decorations for service, with the fact that they need and its number."""


def list_decorations(service: Service, mark: str) -> Iterator[Decoration]:
    """Yield a character's decorations. `mark` is the mark for kills in duels, or ""."""
    if mark:
        yield MARKS[mark]
    for fact, needed, decoration in MEDALS:
        if getattr(service, fact) >= needed:
            yield decoration
