"""The tick of the tables: clocks that ran out, then bots that are to think."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from . import clocks, thinking

SECONDS: Final = 20.0
"""How long bots may think in one tick."""


def tick(*, seconds: float = SECONDS) -> Mapping[str, int]:
    """Do all that is due at tables, bots within bounds; how many moves were made, by what made
    them.
    """
    return Counter({"clocks": clocks.run_out(), "bots": thinking.think(limit=200, seconds=seconds)})
