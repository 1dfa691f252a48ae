"""Seeds from which demonstrations pick their dice, and a test that recognises them.

In the demo club and in try-outs, the site tries these seeds until the orders lead to something
interesting. Picked dice prove nothing, and every page about them says so. The published hash alone
is enough to tell whether a week's dice were picked.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.dice import seed_from
from engine.sealing import seed_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

Purpose: TypeAlias = Literal["demo", "ambush"]
PURPOSES: Final[tuple[Purpose, ...]] = ("demo", "ambush")
SEEDS_PER_PURPOSE: Final = 5000
"""Number of seeds for each purpose."""
PICKED_DICE_NOTE: Final = (
    "The dice of this week were chosen for a demonstration. After the deadline, the site took the "
    "seed from a fixed list so that there is something to see. The dice prove nothing."
)


def picked_seeds(purpose: Purpose, tries: int = SEEDS_PER_PURPOSE) -> Iterator[bytes]:
    """Yield up to `SEEDS_PER_PURPOSE` seeds for a demonstration, always in the same order."""
    for number in range(min(tries, SEEDS_PER_PURPOSE)):
        yield seed_from(f"{purpose} {number}")


def are_picked(published_hash: str) -> bool:
    """Return whether the dice of a week with this published seed hash were picked."""
    return published_hash in _hashes()


@cache
def _hashes() -> frozenset[str]:
    return frozenset(seed_hash(seed) for purpose in PURPOSES for seed in picked_seeds(purpose))
