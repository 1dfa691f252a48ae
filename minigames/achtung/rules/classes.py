"""The points of each class in each match type, in the plain and in the complex game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from .values import MATCHES, Kind, MatchKind

ALL_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LOYAL_KINDS: Final = tuple([kind for kind in ALL_KINDS if kind != "spy"])
"""The eight classes that can be in a random pool, and in guesses and disguises."""


class ClassPoints(NamedTuple):
    """A class's points in a Payload, a Capture the Flag and a Control Points match."""

    payload: int
    flag: int
    control: int


NO_POINTS: Final = ClassPoints(0, 0, 0)
"""The points of Medic, Sniper and Spy, who score none by themselves."""

PLAIN_POINTS: Final[Mapping[Kind, ClassPoints]] = {
    "scout": ClassPoints(1, 3, 2),
    "soldier": ClassPoints(2, 1, 3),
    "pyro": ClassPoints(3, 2, 1),
    "demoman": ClassPoints(1, 2, 3),
    "heavy": ClassPoints(3, 1, 2),
    "engineer": ClassPoints(2, 3, 1),
    "medic": NO_POINTS,
    "sniper": NO_POINTS,
    "spy": NO_POINTS,
}
"""The points in the chapter "Classes" of the text."""

COMPLEX_POINTS: Final[Mapping[Kind, ClassPoints]] = {
    "scout": ClassPoints(2, 3, 3),
    "soldier": ClassPoints(2, 2, 2),
    "pyro": ClassPoints(1, 1, 1),
    "demoman": ClassPoints(1, 2, 3),
    "heavy": ClassPoints(3, 1, 2),
    "engineer": ClassPoints(3, 3, 3),
    "medic": NO_POINTS,
    "sniper": NO_POINTS,
    "spy": NO_POINTS,
}
"""The points in the chapter "More complex classes" of the text.

The other effects of these classes are in `resolution.REMOVALS` and `resolution.POINTS`.
"""

_COLUMN: Final = {match: column for column, match in enumerate(MATCHES)}


def printed_points(kind: Kind, match: MatchKind, *, complex_classes: bool) -> int:
    """Return the points printed for a class in this match type."""
    return (COMPLEX_POINTS if complex_classes else PLAIN_POINTS)[kind][_COLUMN[match]]
