"""What lies beside the picture: one's hand, the odds, the counter of doublers, the discards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import (
    BOMBS,
    EACH_LETTER,
    IS_BOMB,
    IS_DOUBLER,
    IS_LAIR,
    IS_SPY,
    LETTER,
    LETTERS,
    SPY_BACK,
    VALUE,
    deck_of,
)
from play.tabletop.board import Card as Shown
from play.tabletop.board import Circle, Drawing, Order, Panel, Table, Text

from .forecast import EXACT, SENDING, SUPPOSED, offers_table, send_table
from .phrases import SPACE, cards_words, kind_words, title_of
from .picture import card_drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from minigames.renamed.rules.cards import Card, Cards
    from minigames.renamed.rules.values import Own, View
    from play.tabletop.board import Shape

ORDERS: Final[tuple[tuple[str, str, Callable[[Card], tuple[int, ...]]], ...]] = (
    ("kind", "by kind", lambda card: (card,)),
    ("back", "by back", lambda card: (not SPY_BACK[card], card)),
    ("value", "largest first", lambda card: (-VALUE[card], card)),
    ("letter", "doublers first", lambda card: (not IS_DOUBLER[card], card)),
)
"""Ways to sort a hand; the first is how it comes."""


def panels(view: View, names: Sequence[str], presses: Mapping[Card, str]) -> Iterator[Panel]:
    """The hand stands above the choices; `presses` names the choice that a card of it presses."""
    if view.own is not None:
        yield hand_panel("Your hand", view.own.hand, presses)
    if table := offers_table(view):
        yield Panel(title="If I kill now, if I taunt", lines=(SUPPOSED,), table=table, secret=True)
    if _sends(view) and (table := send_table(view, names)):
        yield Panel(title="If I play this there", lines=(SENDING, EXACT), table=table, secret=True)
    yield counter(view)
    yield discards(view)


def _sends(view: View) -> bool:
    return view.table.phase == "send" and view.seat in view.table.acting


def hand_panel(title: str, hand: Cards, presses: Mapping[Card, str]) -> Panel:
    """The cards of a hand, sorted by kind and value; other orders are offered."""
    cards = [
        Shown(
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
            title=words,
            places=tuple(sorted(range(len(hand)), key=lambda place, by=by: by(hand[place]))),  # type: ignore[misc]
        )
        for key, words, by in ORDERS
    ]
    return Panel(
        title=title,
        cards=tuple(cards),
        orders=tuple(orders),
        secret=True,
        above=True,
        empty="You hold no cards.",
    )


# --- the counter of doublers ----------------------------------------------------------------------

COLUMN: Final = 34


def counter(view: View) -> Panel:
    """Which doublers this seat has seen: discarded, played, or in its own hand."""
    letters = odds.doublers_seen(view)
    said = [f"{each.letter} {each.seen} of {EACH_LETTER}" for each in letters]
    shapes = [shape for at, letter in enumerate(letters) for shape in _column(at, letter)]
    drawing = Drawing(
        width=COLUMN * len(LETTERS),
        height=120,
        label=f"Doublers seen: {', '.join(said)}",
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


def _column(at: int, letter: odds.Letter) -> Iterator[Shape]:
    x = COLUMN * at + COLUMN / 2
    yield Text(x=x, y=20, words=letter.letter, anchor="middle", look="rn-letter-head")
    for nth in range(EACH_LETTER):
        y = 36 + 22 * nth
        yield Circle(x=x, y=y, radius=7, look="rn-seen" if nth < letter.seen else "rn-unseen")
        if nth < letter.mine:
            yield Circle(x=x, y=y, radius=10, look="rn-ring")


# --- the discards ---------------------------------------------------------------------------------


def discards(view: View) -> Panel:
    """What is gone for good, kind by kind."""
    gone = view.table.discards
    table = discards_table(view) if gone else None
    return Panel(
        title=f"Discards: {len(gone)}", table=table, empty="No card has been discarded yet."
    )


def discards_table(view: View) -> Table:
    """Of each kind and value how many are discarded, and how many there were at first."""
    gone, deck = view.table.discards, deck_of(view.table.setup.deck)
    rows = [
        ("Spies", *_by_value(gone, deck, IS_SPY)),
        ("Lair cards", *_by_value(gone, deck, IS_LAIR)),
    ]
    letters = [
        f"{letter}{SPACE}{count}"
        for letter in LETTERS
        if (count := sum([LETTER[card] == letter for card in gone]))
    ]
    rows += [
        (
            "Doublers",
            _of(sum([IS_DOUBLER[card] for card in gone]), len(LETTERS) * EACH_LETTER),
            ", ".join(letters) or "–",
        ),
        ("Bombs", _of(sum([IS_BOMB[card] for card in gone]), BOMBS), ""),
    ]
    return Table(
        heads=("", "Gone", "Of each value or letter"),
        rows=tuple([(kind, *rest) for kind, *rest in rows]),
    )


def _by_value(gone: Cards, deck: Cards, of: Sequence[bool]) -> tuple[str, str]:
    """How many are gone; and of each value, "5: 2 of 6"."""
    there, lost = (
        [VALUE[card] for card in deck if of[card]],
        [VALUE[card] for card in gone if of[card]],
    )
    values = [
        f"{value}:{SPACE}{_of(lost.count(value), there.count(value))}"
        for value in sorted({*there})
        if lost.count(value)
    ]
    return _of(len(lost), len(there)), ", ".join(values) or "–"


def _of(count: int, all_of_them: int) -> str:
    return f"{count}{SPACE}of{SPACE}{all_of_them}"


def open_hand(name: str, own: Own) -> Panel:
    """What a seat held, for everybody: once a match is over."""
    cards = [
        Shown(
            title=title_of(card),
            lines=(kind_words(card),),
            drawing=card_drawing(card),
            look="rn-held",
        )
        for card in own.hand
    ]
    down = (f"Face down in the lair: {cards_words(own.down)}.",) if own.down else ()
    return Panel(title=f"{name}: hand", lines=down, cards=tuple(cards), empty="No cards.")
