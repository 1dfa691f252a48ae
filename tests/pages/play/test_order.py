"""The cards of a panel in the reader's preferred order."""

from __future__ import annotations

import pytest

from play.tabletop.board import Board, Card, Order, Panel
from play.views.boards import ShownBoard

CARDS = tuple(Card(title=title) for title in ("one", "two", "three"))
ORDERS = (
    Order(key="given", title="as given", places=(0, 1, 2)),
    Order(key="length", title="by length", places=(2, 0, 1)),
)
BOARD = Board(
    headline="",
    panels=(
        Panel(title="Hand", cards=CARDS, orders=ORDERS, above=True),
        Panel(title="Pile", cards=CARDS),
    ),
)


@pytest.mark.parametrize(
    ("asked", "key", "titles"),
    [
        ("", "given", ["one", "two", "three"]),
        ("length", "length", ["three", "one", "two"]),
        ("unheard-of", "given", ["one", "two", "three"]),
    ],
)
def test_cards_are_sorted_as_requested_or_left_in_order(
    asked: str, key: str, titles: list[str]
) -> None:
    ((panel, order),) = ShownBoard(BOARD, order=asked).above
    assert (order, [card.title for card in panel.cards]) == (key, titles)


def test_a_panel_without_orders_stays_unsorted_below_the_choices() -> None:
    assert ShownBoard(BOARD, order="length").below == [(BOARD.panels[1], "")]
