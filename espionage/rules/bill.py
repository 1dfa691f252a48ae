"""What a sheet costs: gear comes from the team's store first, and the rest is bought (P8, E13,
E26).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from campaign.ledger.rules.gear import BRICK, GEAR, Packed, price
from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.league.rules.house import HouseRules

    from .orders import Order


class Line(Value):
    """One kind of gear on a sheet: how many pieces are taken along, how many of them have to be
    bought, at what price.
    """

    gear: str
    needed: int
    bought: int
    price: int

    @property
    def cost(self) -> int:
        """Dollars for what has to be bought."""
        return self.bought * self.price


class Bill(Value):
    """What a sheet costs in all."""

    lines: tuple[Line, ...] = ()

    @property
    def total(self) -> int:
        """Dollars for everything that has to be bought."""
        return sum([line.cost for line in self.lines])


def packed(order: Order) -> tuple[Packed, ...]:
    """Everything the spy carries, the bricks of a Blow Up included."""
    return (
        (*order.kit.items, Packed(gear=BRICK, count=order.bricks))
        if order.bricks > 0
        else order.kit.items
    )


def needs(orders: Iterable[Order]) -> Counter[str]:
    """Pieces of every known kind of gear that these orders take along."""
    found: Counter[str] = Counter()
    for order in orders:
        for item in packed(order):
            if item.gear in GEAR and item.count > 0:
                found[item.gear] += item.count
    return found


def bill(orders: Iterable[Order], stock: Iterable[Packed], house: HouseRules) -> Bill:
    """What has to be bought beyond the store, kind by kind in the order of the sheet. Unknown gear
    is left to `check_sheet`.
    """
    store = Counter({item.gear: item.count for item in stock})
    return Bill(
        lines=tuple(
            [
                Line(
                    gear=key,
                    needed=count,
                    bought=max(0, count - store[key]),
                    price=price(GEAR[key], house),
                )
                for key, count in needs(orders).items()
            ]
        )
    )
