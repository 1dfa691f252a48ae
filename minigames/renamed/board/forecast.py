"""Exact odds that can be derived from a view, as sentences and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from engine.values import Seat
from engine.words import join_items
from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import HAS_SPY_BACK, IS_BOMB, Card
from minigames.renamed.rules.odds import Chances, Offer
from minigames.renamed.rules.values import View
from play.tabletop.board import Table

from .phrases import (
    SPACE,
    capital,
    decimal,
    exact,
    kind_words,
    lair_size,
    percent,
    points,
    possessive,
    title_of,
)

EXACT_NOTE: Final = (
    "These odds are exact if all deals of the cards you have not seen are equally likely."
)
SUPPOSED_NOTE: Final = f"{EXACT_NOTE} They assume that any player who can foil does so."
SENDING_NOTE: Final = (
    "The chance of a capture, and the average points of the spy. If a spy is not captured, the "
    "lair is lost."
)


# --- kill or taunt --------------------------------------------------------------------------------


def describe_offer(offer: Offer) -> str:
    """Return a sentence with a taunt's chance and risk."""
    if offer.safe == 1:
        return f"No one can foil it. Worth {points(offer.points)}."
    return (
        f"{exact(offer.safe)} chance that no one can foil it. Worth {points(offer.points)}. A "
        f"foil costs you the spy and your lair of {offer.at_stake}."
    )


def offers_table(view: View) -> Table | None:
    """Return a table of the options to kill or taunt.

    Return None unless this seat must decide about a captive.
    """
    rows = [
        (
            f"Taunt with {offer.letter}" if offer.card is not None else "Kill now",
            exact(offer.safe),
            str(offer.points),
            decimal(offer.expected),
            str(offer.at_stake or "–"),
        )
        for offer in odds.list_offers(view)
    ]
    heads = ("", "Not foiled", "A kill then scores", "On average", "Lair at stake")
    return Table(heads=heads, rows=tuple(rows)) if rows else None


# --- playing a card into a lair -------------------------------------------------------------------


def describe_chances(chances: Chances) -> str:
    """Return the chances of a card in words.

    For example: "captured 62.5 %, for 4 points on average; escapes 37.5 %".
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


def list_playable_cards(view: View) -> Iterator[tuple[str, Card | None]]:
    """Yield the label and card of each possible play.

    These are the seat's own spies, one bomb, and None for an unseen card.
    """
    own_cards = [
        card for card in (view.own.hand if view.own is not None else ()) if HAS_SPY_BACK[card]
    ]
    bombs = [card for card in own_cards if IS_BOMB[card]]
    for card in [card for card in own_cards if not IS_BOMB[card]] + bombs[:1]:
        yield f"{title_of(card)} ({kind_words(card)})", card
    table = view.table
    if table.top == "spy" or any(
        hand.spies for seat, hand in enumerate(table.hands) if seat != view.seat
    ):
        yield (
            f"A card unseen, {percent(odds.chances_of_unseen_card(view, Seat(0)).bomb)} a bomb",
            None,
        )


def send_table(view: View, names: Sequence[str]) -> Table | None:
    """Return the chances of each playable card in each lair.

    Return None if no card can be played.
    """
    lairs = [Seat(seat) for seat, lair in enumerate(view.table.lairs) if lair.stands]
    rows = tuple(
        (label, *(_cell(find_chances(view, card, lair_owner)) for lair_owner in lairs))
        for label, card in list_playable_cards(view)
    )
    heads = (
        "",
        *[
            f"{capital(possessive(seat, names, view.seat))} lair: {lair_size(view, seat)}"
            for seat in lairs
        ],
    )
    return Table(heads=heads, rows=rows) if lairs and rows else None


def _cell(card_chances: Chances) -> str:
    """Return the chance of a capture and the average points."""
    return (
        f"{percent(card_chances.captured)} · {decimal(card_chances.points)}".replace(" ", SPACE)
        if card_chances.captured
        else f"0{SPACE}%"
    )


def find_chances(view: View, card: Card | None, lair_owner: Seat) -> Chances:
    """Return the chances of a card.

    None means an unseen card; other cards are in the seat's hand.
    """
    return (
        odds.chances_of_unseen_card(view, lair_owner)
        if card is None
        else odds.chances_of_own_card(view, card, lair_owner)
    )


# --- lairs and letters ----------------------------------------------------------------------------


def size_range(view: View, seat: Seat) -> str:
    """Return the possible sizes of a lair and their average.

    Return "" if none of the lair's cards are hidden from the seat.
    """
    lair = view.table.lairs[seat]
    if not lair.down or (seat == view.seat and view.own is not None):
        return ""
    sizes = odds.lair_sizes(view, seat)
    if len(sizes) == 1:
        return f"so {sizes[0][0]}"
    average = sum([size * chance for size, chance in sizes], Fraction(0))
    return f"{sizes[0][0]} to {sizes[-1][0]}, {decimal(average)} on average"


def describe_unseen_letters(view: View) -> str:
    """Return a sentence about the doublers that have not been seen yet."""
    unseen = [
        f"{letter.letter} {letter.unseen_count}"
        for letter in odds.count_doublers(view)
        if letter.unseen_count
    ]
    all_seen = [letter.letter for letter in odds.count_doublers(view) if not letter.unseen_count]
    text = f"Not seen yet: {join_items(unseen)}." if unseen else "All doublers have been seen."
    return f"{text} All seen of {join_items(all_seen)}." if all_seen and unseen else text
