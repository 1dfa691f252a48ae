"""The unlocks, and the classes that can have them.

The effects of unlocks are in `resolution.REMOVALS` and `resolution.POINTS`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .values import Kind, Kinds, Unlock


class Row(NamedTuple):
    """An unlock, and the classes that can have it.

    `complex_only` is true if the unlock needs the complex classes (A18).
    """

    unlock: Unlock
    kinds: Kinds
    complex_only: bool = False


UNLOCK_ROWS: Final = (
    Row("bonk", ("scout",)),
    Row("crit-a-cola", ("scout",)),
    Row("pain-train", ("soldier", "demoman")),
    Row("half-zatoichi", ("soldier", "demoman")),
    Row("backburner", ("pyro",)),
    Row("eyelander", ("demoman",)),
    Row("natascha", ("heavy",)),
    Row("gunslinger", ("engineer",), complex_only=True),
    Row("kritzkrieg", ("medic",), complex_only=True),
    Row("ubersaw", ("medic",), complex_only=True),
    Row("razorback", ("sniper",)),
    Row("ambassador", ("spy",)),
)


def unlocks_of(kind: Kind, *, complex_classes: bool) -> tuple[Unlock, ...]:
    """Return the unlocks that a player of this class can be dealt."""
    return tuple(
        [
            row.unlock
            for row in UNLOCK_ROWS
            if kind in row.kinds and (complex_classes or not row.complex_only)
        ]
    )
