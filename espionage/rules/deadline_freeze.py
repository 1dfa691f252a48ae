"""Strikes impossible orders at the deadline and tells their owner (E26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.web.problems import money
from engine.values import changed

from .bill import Bill, make_bill
from .checking import order_problems
from .orders import COUNTERSPY, SECTIONS, Order, Sheet, Standing, in_play_order
from .values import StruckOrder

if TYPE_CHECKING:
    from campaign.house_rules.rules.house import HouseRules

    from .files import Roster, TeamFile


class FrozenSheet(NamedTuple):
    """A sheet as it will be played, its cost, and the orders that were struck."""

    sheet: Sheet
    bill: Bill
    struck: tuple[StruckOrder, ...]


def freeze_sheet(
    sheet: Sheet, file: TeamFile, roster: Roster, house_rules: HouseRules
) -> FrozenSheet:
    """Return the sheet as it will be played, with counterspies at the bottom.

    Impossible orders are struck first, then missions over the weekly limit. Finally, orders that
    the team cannot afford are struck, starting from the bottom (ours: E31).
    """
    struck: list[StruckOrder] = []
    orders = _strike_impossible(in_play_order(sheet).orders, file, roster, house_rules, struck)
    orders = _strike_over_limit(orders, house_rules, struck)
    orders, cost = _strike_unpayable(orders, file, house_rules, struck)
    return FrozenSheet(
        Sheet(orders=tuple(orders), standing=_with_valid_section(sheet.standing)),
        cost,
        tuple(struck),
    )


def _with_valid_section(standing: Standing) -> Standing:
    return standing if 0 <= standing.section <= SECTIONS else changed(standing, section=0)


def _strike_impossible(
    orders: tuple[Order, ...],
    file: TeamFile,
    roster: Roster,
    house_rules: HouseRules,
    struck: list[StruckOrder],
) -> list[Order]:
    """Return the possible orders, at most one for each character."""
    possible: list[Order] = []
    ordered_spies: set[str] = set()
    for order in orders:
        problems = order_problems(order, file, roster, house_rules)
        if problems:
            struck.append(
                StruckOrder(order=order, code=problems[0].code, sentence=problems[0].sentence)
            )
        elif order.spy in ordered_spies:
            struck.append(
                StruckOrder(
                    order=order,
                    code="ordered-twice",
                    sentence="This character has another order this week.",
                )
            )
        else:
            ordered_spies.add(order.spy)
            possible.append(order)
    return possible


def _strike_over_limit(
    orders: list[Order], house_rules: HouseRules, struck: list[StruckOrder]
) -> list[Order]:
    """Return all counterspies, and the first missions up to the weekly limit (E14)."""
    limit = house_rules.missions_a_week
    missions = [order for order in orders if order.action != COUNTERSPY]
    for order in missions[limit:] if limit else ():
        struck.append(
            StruckOrder(
                order=order,
                code="too-many-missions",
                sentence=f"A team can order {limit} missions per week.",
            )
        )
        orders.remove(order)
    return orders


def _strike_unpayable(
    orders: list[Order], file: TeamFile, house_rules: HouseRules, struck: list[StruckOrder]
) -> tuple[list[Order], Bill]:
    """Strike orders with costs, starting from the bottom, until the team can pay (E26)."""
    cost = make_bill(orders, file.stock, house_rules)
    for order in orders[::-1]:
        if cost.total <= max(0, file.money):
            break
        remaining = [other for other in orders if other is not order]
        cheaper = make_bill(remaining, file.stock, house_rules)
        if cheaper.total < cost.total:
            sentence = f"The sheet cost {money(cost.total)} and the team had {money(file.money)}."
            struck.append(StruckOrder(order=order, code="not-payable", sentence=sentence))
            orders, cost = remaining, cheaper
    return orders, cost
