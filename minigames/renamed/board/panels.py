"""Panels next to the picture: the hand, the odds, the doublers seen, and the discards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import (
    BOMB_COUNT,
    DOUBLERS_PER_LETTER,
    HAS_SPY_BACK,
    IS_BOMB,
    IS_DOUBLER,
    IS_LAIR,
    IS_SPY,
    LETTER,
    LETTERS,
    VALUE,
    Card,
    Cards,
    build_deck,
)
from minigames.renamed.rules.values import Own, View
from play.tabletop.board import Card as BoardCard
from play.tabletop.board import Circle, Drawing, Order, Panel, Shape, Table, Text

from .forecast import EXACT_NOTE, SENDING_NOTE, SUPPOSED_NOTE, offers_table, send_table
from .phrases import SPACE, cards_words, kind_words, title_of
from .picture import card_drawing

ORDERS: Final[tuple[tuple[str, str, Callable[[Card], tuple[int, ...]]], ...]] = (
    ("kind", "by kind", lambda card: (card,)),
    ("back", "by back", lambda card: (not HAS_SPY_BACK[card], card)),
    ("value", "largest first", lambda card: (-VALUE[card], card)),
    ("letter", "doublers first", lambda card: (not IS_DOUBLER[card], card)),
)
"""Orders in which a hand can be sorted. The first one is the default."""


def panels(view: View, names: Sequence[str], presses: Mapping[Card, str]) -> Iterator[Panel]:
    """Yield the panels. `presses` contains the choice that each card in the hand selects."""
    if view.own is not None:
        yield hand_panel("Your hand", view.own.hand, presses)
    if table := offers_table(view):
        yield Panel(
            title="Chances if I kill or taunt now", lines=(SUPPOSED_NOTE,), table=table, secret=True
        )
    if _sends(view) and (table := send_table(view, names)):
        yield Panel(
            title="If I play this there", lines=(SENDING_NOTE, EXACT_NOTE), table=table, secret=True
        )
    yield counter(view)
    yield discards(view)


def _sends(view: View) -> bool:
    return view.table.phase == "send" and view.seat in view.table.acting


def hand_panel(title: str, hand: Cards, presses: Mapping[Card, str]) -> Panel:
    """Return a panel with the cards of a hand, sorted by kind and value.

    Players can choose other orders.
    """
    cards = [
        BoardCard(
            title=title_of(card),
            lines=(kind_words(card),),
            drawing=card_drawing(card),
            choice=presses.get(card, ""),
            look="rn-held",
        )
        for card in hand
    ]
    orders = [
        Order(
            key=key,
            title=title_text,
            places=tuple(
                sorted(range(len(hand)), key=lambda place, key=sort_key: key(hand[place]))  # type: ignore[misc]
            ),
        )
        for key, title_text, sort_key in ORDERS
    ]
    return Panel(
        title=title,
        cards=tuple(cards),
        orders=tuple(orders),
        secret=True,
        above=True,
        empty="You hold no cards.",
    )


# --- doublers seen --------------------------------------------------------------------------------

COLUMN_WIDTH: Final = 34


def counter(view: View) -> Panel:
    """Return a panel with the doublers that this seat has seen.

    These doublers are discarded, played, or in the seat's own hand.
    """
    letters = odds.count_doublers(view)
    counts = [f"{letter.letter} {letter.seen_count} of {DOUBLERS_PER_LETTER}" for letter in letters]
    shapes = [shape for index, letter in enumerate(letters) for shape in _column(index, letter)]
    drawing = Drawing(
        width=COLUMN_WIDTH * len(LETTERS),
        height=120,
        label=f"Doublers seen: {', '.join(counts)}",
        shapes=tuple(shapes),
        look="rn-counter",
    )
    ringed = "" if view.own is None else " With a ring: in your own hand."
    return Panel(
        title="Doublers seen",
        lines=(f"Full: seen. Empty: not seen yet.{ringed}",),
        drawing=drawing,
        secret=view.own is not None,
    )


def _column(index: int, letter: odds.Letter) -> Iterator[Shape]:
    x = COLUMN_WIDTH * index + COLUMN_WIDTH / 2
    yield Text(x=x, y=20, words=letter.letter, anchor="middle", look="rn-letter-head")
    for nth in range(DOUBLERS_PER_LETTER):
        y = 36 + 22 * nth
        yield Circle(x=x, y=y, radius=7, look="rn-seen" if nth < letter.seen_count else "rn-unseen")
        if nth < letter.own_count:
            yield Circle(x=x, y=y, radius=10, look="rn-ring")


# --- the discards ---------------------------------------------------------------------------------


def discards(view: View) -> Panel:
    """Return a panel with the discarded cards by kind."""
    discarded = view.table.discards
    table = discards_table(view) if discarded else None
    return Panel(
        title=f"Discards: {len(discarded)}", table=table, empty="No card has been discarded yet."
    )


def discards_table(view: View) -> Table:
    """Return a table of how many cards of each kind and value have been discarded."""
    discarded, deck = view.table.discards, build_deck(view.table.setup.deck)
    rows = [
        ("Spies", *_by_value(discarded, deck, IS_SPY)),
        ("Lair cards", *_by_value(discarded, deck, IS_LAIR)),
    ]
    letters = [
        f"{letter}{SPACE}{count}"
        for letter in LETTERS
        if (count := sum([LETTER[card] == letter for card in discarded]))
    ]
    rows += [
        (
            "Doublers",
            _count_text(
                sum([IS_DOUBLER[card] for card in discarded]), len(LETTERS) * DOUBLERS_PER_LETTER
            ),
            ", ".join(letters) or "–",
        ),
        ("Bombs", _count_text(sum([IS_BOMB[card] for card in discarded]), BOMB_COUNT), ""),
    ]
    return Table(
        heads=("", "Gone", "Of each value or letter"),
        rows=tuple([(kind, *cells) for kind, *cells in rows]),
    )


def _by_value(discarded: Cards, deck: Cards, is_kind: Sequence[bool]) -> tuple[str, str]:
    """Return the number of discards of a kind and of each value, such as "5: 2 of 6"."""
    all_values, discarded_values = (
        [VALUE[card] for card in deck if is_kind[card]],
        [VALUE[card] for card in discarded if is_kind[card]],
    )
    values = [
        f"{value}:{SPACE}{_count_text(discarded_values.count(value), all_values.count(value))}"
        for value in sorted({*all_values})
        if discarded_values.count(value)
    ]
    return _count_text(len(discarded_values), len(all_values)), ", ".join(values) or "–"


def _count_text(count: int, whole_count: int) -> str:
    return f"{count}{SPACE}of{SPACE}{whole_count}"


def open_hand(name: str, own_cards: Own) -> Panel:
    """Return a panel with the cards that a seat held, which everyone sees after the match."""
    cards = [
        BoardCard(
            title=title_of(card),
            lines=(kind_words(card),),
            drawing=card_drawing(card),
            look="rn-held",
        )
        for card in own_cards.hand
    ]
    down = (f"Face down in the lair: {cards_words(own_cards.down)}.",) if own_cards.down else ()
    return Panel(title=f"{name}: hand", lines=down, cards=tuple(cards), empty="No cards.")
