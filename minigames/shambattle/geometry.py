"""Functions that find places around a target or beside a path.

Bots use these functions, but the rules do not.
"""

from __future__ import annotations

from math import cos, pi, sin

from minigames.shambattle.rules.movement import PART_MOVE
from minigames.shambattle.rules.values import Spot


def places_around(target: Spot, spot: Spot, distance: int, ring: int = 5) -> list[Spot]:
    """Return places at a given distance from a target.

    The place nearest to `spot` comes first. The others follow on alternating sides of it.
    """
    dx, dy = spot[0] - target[0], spot[1] - target[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    places = []
    for index in range(ring):
        turn = (index + 1) // 2 * (2 * pi / 12) * (1 if index % 2 else -1)
        ux, uy = (
            (dx * cos(turn) - dy * sin(turn)) / length,
            (dx * sin(turn) + dy * cos(turn)) / length,
        )
        places.append(
            (max(0, round(target[0] + distance * ux)), max(0, round(target[1] + distance * uy)))
        )
    return places


def place_beside(spot: Spot, aim: Spot, offset: int) -> Spot:
    """Return a place beside `aim`, at an offset to the side as seen from `spot`."""
    dx, dy = aim[0] - spot[0], aim[1] - spot[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return (
        max(0, round(aim[0] - dy * offset / length)),
        max(0, round(aim[1] + dx * offset / length)),
    )


def place_at_angle(spot: Spot, aim: Spot, degrees: int) -> Spot:
    """Return the place one part move away, in the direction of `aim` turned by `degrees`."""
    dx, dy, turn = aim[0] - spot[0], aim[1] - spot[1], degrees * pi / 180
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = (dx * cos(turn) - dy * sin(turn)) / length, (dx * sin(turn) + dy * cos(turn)) / length
    return (round(spot[0] + PART_MOVE * ux), round(spot[1] + PART_MOVE * uy))
