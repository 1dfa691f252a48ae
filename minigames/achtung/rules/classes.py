"""The classes as table rows: what each is worth in each type of match, in the plain and in the
complex game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, get_args

from .values import MATCHES, Kind, MatchKind

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LOYAL_KINDS: Final = tuple([kind for kind in ALL_KINDS if kind != "spy"])
"""The eight classes of a random pool; guesses and disguises are among them."""


class Worth(NamedTuple):
    """Points in a Payload, a Capture the Flag and a Control Points match."""

    payload: int
    flag: int
    control: int


NOTHING: Final = Worth(0, 0, 0)
"""Medic, Sniper and Spy add nothing by themselves."""

PLAIN: Final[Mapping[Kind, Worth]] = {
    "scout": Worth(1, 3, 2),
    "soldier": Worth(2, 1, 3),
    "pyro": Worth(3, 2, 1),
    "demoman": Worth(1, 2, 3),
    "heavy": Worth(3, 1, 2),
    "engineer": Worth(2, 3, 1),
    "medic": NOTHING,
    "sniper": NOTHING,
    "spy": NOTHING,
}
"""The text's "Classes"."""

COMPLEX: Final[Mapping[Kind, Worth]] = {
    "scout": Worth(2, 3, 3),
    "soldier": Worth(2, 2, 2),
    "pyro": Worth(1, 1, 1),
    "demoman": Worth(1, 2, 3),
    "heavy": Worth(3, 1, 2),
    "engineer": Worth(3, 3, 3),
    "medic": NOTHING,
    "sniper": NOTHING,
    "spy": NOTHING,
}
"""The text's "More complex classes"; what else these do is in `resolution.REMOVALS` and `POINTS`.
"""

_COLUMN: Final = {match: at for at, match in enumerate(MATCHES)}


def printed(kind: Kind, match: MatchKind, *, complex_classes: bool) -> int:
    """The class's printed number for this type of match."""
    return (COMPLEX if complex_classes else PLAIN)[kind][_COLUMN[match]]
