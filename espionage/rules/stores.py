"""Money and gear at settlement: what was bought, used up, and lost with its bearer (E13, E26)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from campaign.ledger.rules.gear import BRICK, GEAR, Packed

from .effects import Captive, Payment, StockChange
from .meeting import wear
from .report import Spending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.values import Seat

    from .harm import Casualties
    from .orders import Order
    from .values import Own


def spending(own: Own, people: Casualties, captives: Sequence[Captive]) -> Spending:
    """What one team bought, paid and lost this week."""
    bought = tuple(
        [Packed(gear=line.gear, count=line.bought) for line in own.bill.lines if line.bought]
    )
    gone: Counter[str] = Counter()
    taken = {captive.character for captive in captives}
    for order in own.sheet.orders:
        if order.bricks:
            gone[BRICK] += order.bricks
        lost_all = people.dp[order.spy] <= 0 or order.spy in taken
        for item in (
            order.kit.items if lost_all else _used(own, order, people) if order.kit.items else ()
        ):
            gone[item.gear] += item.count
    return Spending(
        bought=bought,
        paid=own.bill.total,
        ammunition=_ammunition(own),
        gone=tuple([Packed(gear=key, count=count) for key, count in gone.items()]),
    )


def _used(own: Own, order: Order, people: Casualties) -> Iterator[Packed]:
    """What a survivor's ambushes used up, and every piece of armour that lost a point (ours:
    E28).
    """
    yield from wear(own, order.spy).spent
    lost = people.armour_lost(own, order.spy)
    for item in order.kit.items:
        armour = GEAR[item.gear].armour
        if armour and lost > 0:
            lost -= armour.dp
            yield Packed(gear=item.gear)


def _ammunition(own: Own) -> int:
    """Dollars for rounds fired from loaded magazines, as far as the team's money goes (ours:
    E29).
    """
    price = sum([_round_price(item.gear) * item.count for worn in own.worn for item in worn.fired])
    return min(price, max(0, own.file.money - own.bill.total))


def _round_price(gear: str) -> int:
    weapon = GEAR[gear].weapon
    return weapon.shot_cost if weapon else 0


def payments(week: str, seat: Seat, spent: Spending) -> Iterator[Payment]:
    """The team's money rows."""
    if spent.paid:
        yield Payment(seat=seat, item="gear", dollars=spent.paid, cause=f"{week}/orders")
    if spent.ammunition:
        yield Payment(
            seat=seat, item="ammunition", dollars=spent.ammunition, cause=f"{week}/orders"
        )


def stock_changes(week: str, seat: Seat, spent: Spending) -> Iterator[StockChange]:
    """The team's store rows: bought in, used up and lost out."""
    for item in spent.bought:
        yield StockChange(seat=seat, gear=item.gear, count=item.count, cause=f"{week}/bought")
    for item in spent.gone:
        yield StockChange(seat=seat, gear=item.gear, count=-item.count, cause=f"{week}/gone")
