"""The freeze at the deadline: orders that can no longer be carried out are struck, and the owner is
told (E26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.web.problems import money
from engine.values import changed

from .bill import Bill, bill
from .checking import order_problems
from .orders import COUNTERSPY, SECTIONS, Order, Sheet, Standing, in_order
from .values import StruckOrder

if TYPE_CHECKING:
    from campaign.league.rules.house import HouseRules

    from .files import Roster, TeamFile


class Frozen(NamedTuple):
    """A sheet as it is played, what it costs, and the orders that were struck from it."""

    sheet: Sheet
    bill: Bill
    struck: tuple[StruckOrder, ...]


def freeze(sheet: Sheet, file: TeamFile, roster: Roster, house: HouseRules) -> Frozen:
    """The sheet at the deadline, counterspies at the bottom.

    First go orders that are not possible in themselves, then missions over the weekly limit, then,
    from the bottom, those that the team cannot pay (ours: E31).
    """
    struck: list[StruckOrder] = []
    kept = _possible(in_order(sheet).orders, file, roster, house, struck)
    kept = _within_limit(kept, house, struck)
    kept, cost = _payable(kept, file, house, struck)
    return Frozen(Sheet(orders=tuple(kept), standing=_sound(sheet.standing)), cost, tuple(struck))


def _sound(standing: Standing) -> Standing:
    """Standing orders with a section that is on the map."""
    return standing if 0 <= standing.section <= SECTIONS else changed(standing, section=0)


def _possible(
    orders: tuple[Order, ...],
    file: TeamFile,
    roster: Roster,
    house: HouseRules,
    struck: list[StruckOrder],
) -> list[Order]:
    """Without what one order alone makes impossible, and without a character's second order."""
    kept: list[Order] = []
    busy: set[str] = set()
    for order in orders:
        problems = order_problems(order, file, roster, house)
        if problems:
            struck.append(
                StruckOrder(order=order, code=problems[0].code, sentence=problems[0].sentence)
            )
        elif order.spy in busy:
            struck.append(
                StruckOrder(
                    order=order,
                    code="ordered-twice",
                    sentence="This character has another order this week.",
                )
            )
        else:
            busy.add(order.spy)
            kept.append(order)
    return kept


def _within_limit(orders: list[Order], house: HouseRules, struck: list[StruckOrder]) -> list[Order]:
    """The first missions up to the weekly limit, and all counterspies (E14)."""
    most = house.missions_a_week
    missions = [order for order in orders if order.action != COUNTERSPY]
    for order in missions[most:] if most else ():
        struck.append(
            StruckOrder(
                order=order,
                code="too-many-missions",
                sentence=f"A team can order {most} missions per week.",
            )
        )
        orders.remove(order)
    return orders


def _payable(
    orders: list[Order], file: TeamFile, house: HouseRules, struck: list[StruckOrder]
) -> tuple[list[Order], Bill]:
    """From the bottom, orders go whose going makes the sheet cheaper, until the team can pay the
    rest (E26).
    """
    cost = bill(orders, file.stock, house)
    for order in orders[::-1]:
        if cost.total <= max(0, file.money):
            break
        rest = [each for each in orders if each is not order]
        cheaper = bill(rest, file.stock, house)
        if cheaper.total < cost.total:
            sentence = f"The sheet cost {money(cost.total)} and the team had {money(file.money)}."
            struck.append(StruckOrder(order=order, code="not-payable", sentence=sentence))
            orders, cost = rest, cheaper
    return orders, cost
