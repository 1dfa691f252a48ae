"""The unlocks as table rows: whose they are, and whether they need the complex classes. What they
do is in `resolution.REMOVALS` and `POINTS`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .values import Kind, Kinds, Unlock


class Row(NamedTuple):
    """An unlock, the classes that may carry it, and whether it is dealt with complex classes only
    (A18).
    """

    unlock: Unlock
    kinds: Kinds
    complex_only: bool = False


UNLOCKS: Final = (
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
    """The unlocks this class may be dealt."""
    return tuple(
        [
            row.unlock
            for row in UNLOCKS
            if kind in row.kinds and (complex_classes or not row.complex_only)
        ]
    )
