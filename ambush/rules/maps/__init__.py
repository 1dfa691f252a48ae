"""The five default maps (P2): a Truck Stop and four sections of Midville.

All drawings are our own.
"""

from __future__ import annotations

from typing import Final

from ambush.rules.ground import Ground

from .midville_1 import MIDVILLE_1
from .midville_2 import MIDVILLE_2
from .midville_3 import MIDVILLE_3
from .midville_4 import MIDVILLE_4
from .truck_stop import TRUCK_STOP

MAPS: Final[dict[str, Ground]] = {
    ground.key: ground for ground in (TRUCK_STOP, MIDVILLE_1, MIDVILLE_2, MIDVILLE_3, MIDVILLE_4)
}


def map_of(name: str, section: int) -> str:
    """Return the key of the map for an ambush: the Truck Stop, or a section of Midville (P2)."""
    return TRUCK_STOP.key if name == TRUCK_STOP.key else f"midville_{section}"
