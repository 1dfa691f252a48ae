"""Places round a mark and to the side of a way: where bots look for somewhere to go. Rules ask
nobody.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from minigames.shambattle.rules.movement import PART

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import Spot


def about(mark: Spot, spot: Spot, gap: int, ring: int = 5) -> list[Spot]:
    """Places so far from a mark, the nearest to `spot` first, then to both sides of it."""
    dx, dy = spot[0] - mark[0], spot[1] - mark[1]
    whole = (dx * dx + dy * dy) ** 0.5 or 1.0
    found = []
    for at in range(ring):
        turn = (at + 1) // 2 * (2 * pi / 12) * (1 if at % 2 else -1)
        ux, uy = (
            (dx * cos(turn) - dy * sin(turn)) / whole,
            (dx * sin(turn) + dy * cos(turn)) / whole,
        )
        found.append((max(0, round(mark[0] + gap * ux)), max(0, round(mark[1] + gap * uy))))
    return found


def beside(spot: Spot, aim: Spot, offset: int) -> Spot:
    """A place so far to the side of `aim`."""
    dx, dy = aim[0] - spot[0], aim[1] - spot[1]
    whole = (dx * dx + dy * dy) ** 0.5 or 1.0
    return (
        max(0, round(aim[0] - dy * offset / whole)),
        max(0, round(aim[1] + dx * offset / whole)),
    )


def turned(spot: Spot, aim: Spot, degrees: int) -> Spot:
    """A place a part move away, in the direction of `aim` turned by so many degrees."""
    dx, dy, turn = aim[0] - spot[0], aim[1] - spot[1], degrees * pi / 180
    whole = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = (dx * cos(turn) - dy * sin(turn)) / whole, (dx * sin(turn) + dy * cos(turn)) / whole
    return (round(spot[0] + PART * ux), round(spot[1] + PART * uy))
