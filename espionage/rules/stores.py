"""Money and gear at settlement: gear bought, used up, or lost with its bearer (E13, E26)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from campaign.ledger.rules.gear import BRICK, GEAR, Packed

from .effects import Captive, Payment, StockChange
from .meeting import ambush_losses
from .report import Spending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.values import Seat

    from .harm import Casualties
    from .orders import Order
    from .values import Own


def team_spending(own_state: Own, people: Casualties, captives: Sequence[Captive]) -> Spending:
    """Return a team's purchases, payments and losses of this week."""
    bought = tuple(
        [Packed(gear=line.gear, count=line.bought) for line in own_state.bill.lines if line.bought]
    )
    gear_lost: Counter[str] = Counter()
    captured = {captive.character for captive in captives}
    for order in own_state.sheet.orders:
        if order.bricks:
            gear_lost[BRICK] += order.bricks
        lost_all = people.dp[order.spy] <= 0 or order.spy in captured
        for item in (
            order.kit.items
            if lost_all
            else _gear_used_up(own_state, order, people)
            if order.kit.items
            else ()
        ):
            gear_lost[item.gear] += item.count
    return Spending(
        bought=bought,
        paid=own_state.bill.total,
        ammunition=_ammunition_cost(own_state),
        gone=tuple([Packed(gear=key, count=count) for key, count in gear_lost.items()]),
    )


def _gear_used_up(own_state: Own, order: Order, people: Casualties) -> Iterator[Packed]:
    """Yield the gear used up in ambushes, and all armour that lost a point (ours: E28)."""
    yield from ambush_losses(own_state, order.spy).spent
    armour_lost = people.armour_lost(own_state, order.spy)
    for item in order.kit.items:
        armour = GEAR[item.gear].armour
        if armour and armour_lost > 0:
            armour_lost -= armour.dp
            yield Packed(gear=item.gear)


def _ammunition_cost(own_state: Own) -> int:
    """Return the cost of rounds fired, limited to the money that the team has left (ours: E29)."""
    price = sum(
        [_round_price(item.gear) * item.count for losses in own_state.worn for item in losses.fired]
    )
    return min(price, max(0, own_state.file.money - own_state.bill.total))


def _round_price(gear: str) -> int:
    weapon = GEAR[gear].weapon
    return weapon.shot_cost if weapon else 0


def payments(week: str, seat: Seat, spent: Spending) -> Iterator[Payment]:
    """Yield the team's payments."""
    if spent.paid:
        yield Payment(seat=seat, item="gear", dollars=spent.paid, cause=f"{week}/orders")
    if spent.ammunition:
        yield Payment(
            seat=seat, item="ammunition", dollars=spent.ammunition, cause=f"{week}/orders"
        )


def stock_changes(week: str, seat: Seat, spent: Spending) -> Iterator[StockChange]:
    """Yield the changes to the store: gear bought is added, and gear used up or lost is removed."""
    for item in spent.bought:
        yield StockChange(seat=seat, gear=item.gear, count=item.count, cause=f"{week}/bought")
    for item in spent.gone:
        yield StockChange(seat=seat, gear=item.gear, count=-item.count, cause=f"{week}/gone")
