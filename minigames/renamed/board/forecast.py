"""Exact odds from what a view knows, put in words."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from engine.values import Seat
from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import IS_BOMB, SPY_BACK
from play.tabletop.board import Table

from .phrases import (
    SPACE,
    capital,
    decimal,
    exact,
    kind_words,
    lair_size,
    listed,
    percent,
    points,
    title_of,
    whose,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minigames.renamed.rules.cards import Card
    from minigames.renamed.rules.odds import Chances, Offer
    from minigames.renamed.rules.values import View

EXACT: Final = (
    "These odds are exact if all deals of the cards you have not seen are equally likely."
)
SUPPOSED: Final = f"{EXACT} They assume that any player who can foil does so."
SENDING: Final = (
    "The chance of a capture, and the average points of the spy. If a spy is not captured, the "
    "lair is lost."
)


# --- kill or taunt --------------------------------------------------------------------------------


def offer_words(offer: Offer) -> str:
    """What a taunt promises and risks, in a line."""
    if offer.safe == 1:
        return f"No one can foil it. Worth {points(offer.points)}."
    return (
        f"{exact(offer.safe)} chance that no one can foil it. Worth {points(offer.points)}. A "
        f"foil costs you the spy and your lair of {offer.at_stake}."
    )


def offers_table(view: View) -> Table | None:
    """Kill now, or taunt with each letter; nothing unless a captive is this seat’s to deal with."""
    rows = [
        (
            f"Taunt with {offer.letter}" if offer.card is not None else "Kill now",
            exact(offer.safe),
            str(offer.points),
            decimal(offer.expected),
            str(offer.at_stake or "–"),
        )
        for offer in odds.offers(view)
    ]
    heads = ("", "Not foiled", "A kill then scores", "On average", "Lair at stake")
    return Table(heads=heads, rows=tuple(rows)) if rows else None


# --- playing a card into a lair -------------------------------------------------------------------


def chances_words(chances: Chances) -> str:
    """What becomes of a card, in a line: "captured 62.5 %, for 4 points on average; escapes 37.5
    %".
    """
    if chances.captured == 1:
        return f"captured for sure, {points(chances.points)}"
    if chances.escaped == 1:
        return "escapes for sure, and the lair is gone"
    if chances.bomb == 1:
        return "blows it up for sure"
    parts = []
    if chances.captured:
        average = " on average" if chances.points.denominator > 1 else ""
        parts.append(f"captured {percent(chances.captured)}, for {points(chances.points)}{average}")
    if chances.escaped:
        parts.append(f"escapes {percent(chances.escaped)}")
    if chances.bomb:
        parts.append(f"a bomb {percent(chances.bomb)}")
    return "; ".join(parts)


def sources(view: View) -> Iterator[tuple[str, Card | None]]:
    """What can be played, by words and card: one's own spies, one bomb, and None for any card seen
    by its back only.
    """
    mine = [card for card in (view.own.hand if view.own is not None else ()) if SPY_BACK[card]]
    bombs = [card for card in mine if IS_BOMB[card]]
    for card in [card for card in mine if not IS_BOMB[card]] + bombs[:1]:
        yield f"{title_of(card)} ({kind_words(card)})", card
    table = view.table
    if table.top == "spy" or any(
        held.spies for seat, held in enumerate(table.hands) if seat != view.seat
    ):
        yield f"A card unseen, {percent(odds.blind(view, Seat(0)).bomb)} a bomb", None


def send_table(view: View, names: Sequence[str]) -> Table | None:
    """If I play this there: every card that can be played, for every lair that stands."""
    lairs = [Seat(seat) for seat, lair in enumerate(view.table.lairs) if lair.stands]
    rows = tuple(
        [
            (words, *(_cell(chances(view, card, into)) for into in lairs))
            for words, card in sources(view)
        ]
    )
    heads = (
        "",
        *[
            f"{capital(whose(seat, names, view.seat))} lair: {lair_size(view, seat)}"
            for seat in lairs
        ],
    )
    return Table(heads=heads, rows=rows) if lairs and rows else None


def _cell(found: Chances) -> str:
    """The chance of a capture, and its points."""
    return (
        f"{percent(found.captured)} · {decimal(found.points)}".replace(" ", SPACE)
        if found.captured
        else f"0{SPACE}%"
    )


def chances(view: View, card: Card | None, into: Seat) -> Chances:
    """Of a card of one's hand, or of one seen by its back only."""
    return odds.blind(view, into) if card is None else odds.sent(view, card, into)


# --- lairs and letters ----------------------------------------------------------------------------


def size_range(view: View, seat: Seat) -> str:
    """Between what and what a lair is, and how large on average; "" if that is known, or there is
    none.
    """
    lair = view.table.lairs[seat]
    if not lair.down or (seat == view.seat and view.own is not None):
        return ""
    sizes = odds.lair_sizes(view, seat)
    if len(sizes) == 1:
        return f"so {sizes[0][0]}"
    average = sum([size * chance for size, chance in sizes], Fraction(0))
    return f"{sizes[0][0]} to {sizes[-1][0]}, {decimal(average)} on average"


def letters_words(view: View) -> str:
    """The doublers that are still out there, in a line."""
    left = [
        f"{letter.letter} {letter.unseen}" for letter in odds.doublers_seen(view) if letter.unseen
    ]
    gone = [letter.letter for letter in odds.doublers_seen(view) if not letter.unseen]
    words = f"Not seen yet: {listed(left)}." if left else "All doublers have been seen."
    return f"{words} All seen of {listed(gone)}." if gone and left else words
