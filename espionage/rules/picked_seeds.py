"""The seeds from which demonstrations pick their dice, and how anyone can tell such a week.

In the demo club and in try-outs the site tries these seeds one after the other until the orders
that are in lead to something worth seeing. Such dice prove nothing, and every place that speaks of
a week's dice says so. Whether they were picked follows from the published hash alone.
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
TRIES: Final = 5000
"""Seeds for each purpose."""
PICKED: Final = (
    "The dice of this week were chosen for a demonstration. After the deadline, the site took the "
    "seed from a fixed list so that there is something to see. The dice prove nothing."
)


def picked_seeds(purpose: Purpose, tries: int = TRIES) -> Iterator[bytes]:
    """Yield the seeds that a demonstration tries, in their order; `TRIES` at most."""
    for number in range(min(tries, TRIES)):
        yield seed_from(f"{purpose} {number}")


def are_picked(published_hash: str) -> bool:
    """Return whether a week whose seed has this hash has picked dice."""
    return published_hash in _hashes()


@cache
def _hashes() -> frozenset[str]:
    return frozenset(seed_hash(seed) for purpose in PURPOSES for seed in picked_seeds(purpose))
