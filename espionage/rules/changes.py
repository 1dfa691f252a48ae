"""Differences between two versions of a sheet, in words, for users whose sheet has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .orders import NO_SHEET, Order, Sheet, in_play_order
from .receipt import NO_NAMES, kit_words, order_words, standing_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .files import Roster, TeamFile
    from .receipt import Names


def describe_changes(
    before: Sheet, after: Sheet, file: TeamFile, roster: Roster, vehicles: Names = NO_NAMES
) -> tuple[str, ...]:
    """Return sentences about changes in orders, order of play and standing orders."""
    old, new = _by_spy(before), _by_spy(after)
    names = {character.id: character.name for character in file.people}
    sentences = [
        _describe_order_change(
            names.get(spy, "Someone"), old.get(spy), new.get(spy), roster, vehicles
        )
        for spy in {**old, **new}
    ]
    return (
        *[sentence for sentence in sentences if sentence],
        *_sequence_change(list(old), list(new)),
        *_standing_changes(before, after),
    )


def _by_spy(sheet: Sheet) -> dict[str, Order]:
    return {order.spy: order for order in in_play_order(sheet).orders}


def _describe_order_change(
    name: str, old: Order | None, new: Order | None, roster: Roster, vehicles: Names
) -> str:
    if old == new:
        return ""
    if old is None and new is not None:
        return f"{name} has a new order: {_order_with_kit(new, roster, vehicles)}."
    if old is None or new is None:
        return f"{name} no longer has an order."
    old_words, new_words = (_order_with_kit(order, roster, vehicles) for order in (old, new))
    if old_words != new_words:
        return f"{name}: now “{new_words}”, no longer “{old_words}”."
    return f"{name}: the choice for a 12+ has changed."


def _order_with_kit(order: Order, roster: Roster, vehicles: Names) -> str:
    kit = kit_words(order)
    return order_words(order, roster, vehicles) + (f", with {kit}" if kit != "nothing" else "")


def _sequence_change(old: list[str], new: list[str]) -> Iterator[str]:
    kept_spies = [spy for spy in new if spy in old]
    if kept_spies != [spy for spy in old if spy in new]:
        yield "The order of play has changed."


def _standing_changes(before: Sheet, after: Sheet) -> Iterator[str]:
    if NO_SHEET in (before, after) and before.standing != after.standing:
        return
    pair = [
        standing_words(sheet.standing, live=False, doctrine_only=True) for sheet in (before, after)
    ]
    for old, new in zip(*pair, strict=True):
        if old != new:
            yield f"Standing orders: {new}"
