"""What changed between two versions of a sheet, in plain words: for whoever finds that somebody
else has saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .orders import NO_SHEET, Order, Sheet, in_order
from .receipt import NO_NAMES, kit_words, order_words, standing_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .files import Roster, TeamFile
    from .receipt import Names


def changes(
    before: Sheet, after: Sheet, file: TeamFile, roster: Roster, vehicles: Names = NO_NAMES
) -> tuple[str, ...]:
    """One sentence for each order that came, went or changed, then for the order of play, then for
    standing orders.
    """
    old, new = _by_spy(before), _by_spy(after)
    names = {who.id: who.name for who in file.people}
    found = [
        _about(names.get(spy, "Someone"), old.get(spy), new.get(spy), roster, vehicles)
        for spy in {**old, **new}
    ]
    return (
        *[words for words in found if words],
        *_sequence(list(old), list(new)),
        *_standing(before, after),
    )


def _by_spy(sheet: Sheet) -> dict[str, Order]:
    return {order.spy: order for order in in_order(sheet).orders}


def _about(name: str, old: Order | None, new: Order | None, roster: Roster, vehicles: Names) -> str:
    if old == new:
        return ""
    if old is None and new is not None:
        return f"{name} has a new order: {_words(new, roster, vehicles)}."
    if old is None or new is None:
        return f"{name} no longer has an order."
    was, now = (_words(order, roster, vehicles) for order in (old, new))
    return (
        f"{name}: now “{now}”, no longer “{was}”."
        if was != now
        else f"{name}: the choice for a 12+ has changed."
    )


def _words(order: Order, roster: Roster, vehicles: Names) -> str:
    kit = kit_words(order)
    return order_words(order, roster, vehicles) + (f", with {kit}" if kit != "nothing" else "")


def _sequence(old: list[str], new: list[str]) -> Iterator[str]:
    stayed = [spy for spy in new if spy in old]
    if stayed != [spy for spy in old if spy in new]:
        yield "The order of play has changed."


def _standing(before: Sheet, after: Sheet) -> Iterator[str]:
    if NO_SHEET in (before, after) and before.standing != after.standing:
        return
    pair = [
        standing_words(sheet.standing, live=False, doctrine_only=True) for sheet in (before, after)
    ]
    for old, new in zip(*pair, strict=True):
        if old != new:
            yield f"Standing orders: {new}"
