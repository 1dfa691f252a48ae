"""The cost of a sheet (P8, E13, E26).

Gear is taken from the store first, and the rest is bought.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from campaign.ledger.rules.gear import BRICK, GEAR, Packed, price
from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.house_rules.rules.house import HouseRules

    from .orders import Order


class Line(Value):
    """One kind of gear on a sheet: pieces needed, pieces bought, and the price in dollars."""

    gear: str
    needed: int
    bought: int
    price: int

    @property
    def cost(self) -> int:
        """Cost of the pieces bought, in dollars."""
        return self.bought * self.price


class Bill(Value):
    """The cost of a sheet, listed by kind of gear."""

    lines: tuple[Line, ...] = ()

    @property
    def total(self) -> int:
        """Cost of all pieces bought, in dollars."""
        return sum([line.cost for line in self.lines])


def packed_gear(order: Order) -> tuple[Packed, ...]:
    """Return everything the spy carries, including the bricks of a Blow Up."""
    if order.bricks > 0:
        return (*order.kit.items, Packed(gear=BRICK, count=order.bricks))
    return order.kit.items


def count_gear(orders: Iterable[Order]) -> Counter[str]:
    """Count the pieces of each known kind of gear in the orders."""
    counts: Counter[str] = Counter()
    for order in orders:
        for item in packed_gear(order):
            if item.gear in GEAR and item.count > 0:
                counts[item.gear] += item.count
    return counts


def make_bill(orders: Iterable[Order], stock: Iterable[Packed], house_rules: HouseRules) -> Bill:
    """Return the gear that must be bought in addition to the store, in the order of the sheet.

    Unknown gear is ignored, because `check_sheet` reports it.
    """
    store = Counter({item.gear: item.count for item in stock})
    return Bill(
        lines=tuple(
            [
                Line(
                    gear=key,
                    needed=count,
                    bought=max(0, count - store[key]),
                    price=price(GEAR[key], house_rules),
                )
                for key, count in count_gear(orders).items()
            ]
        )
    )
