"""Rules that decide which moves are available, and the reasons why others are not.

The game's check, the menu and the page's buttons all use these rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.values import HOST, Seat, Value

from .cards import HAS_SPY_BACK, IS_DOUBLER, IS_LAIR, IS_SPY, LETTER, Card, Cards, total_value
from .moves import (
    Foil,
    Kill,
    Lay,
    Move,
    Pass,
    Send,
    SendFrom,
    SendTeam,
    SendTop,
    Skip,
    Taunt,
    TimeUp,
)
from .values import Captive, Own, Phase, Table, View, captive_in


class ClosedReason(Value, kw_only=False):
    """The reason why a move is not available: a code for programs, a sentence for the player."""

    code: str
    sentence: str


MATCH_OVER: Final = ClosedReason("match-over", "The match is over.")
NOT_SEATED: Final = ClosedReason("not-seated", "Only players at the table can do that.")
NOT_ASKED: Final = ClosedReason(
    "not-your-turn", "You cannot act now. Wait until it is your turn or your lair holds a spy."
)
ONLY_HOST: Final = ClosedReason(
    "host-only", "Only the clock can call time. Choose one of your own moves."
)
WRONG_STEP: Final = {
    "lay": ClosedReason("lair-step", "This is your lair step. Lay a lair card, or skip it."),
    "send": ClosedReason(
        "spy-step",
        "This is your spy step. Play a spy or a bomb into a lair, or skip to end your turn.",
    ),
    "capture": ClosedReason(
        "spy-captured", "Your lair holds a spy. Kill it, or taunt it with a doubler."
    ),
    "foil": ClosedReason(
        "asked-to-foil", "You are asked about a taunt. Foil it with the same letter, or pass."
    ),
}
STEPS_BY_MOVE: Final[dict[type[Move], tuple[Phase, ...]]] = {
    Lay: ("lay",),
    Skip: ("lay", "send"),
    Send: ("send",),
    SendTeam: ("send",),
    SendTop: ("send",),
    SendFrom: ("send",),
    Kill: ("capture",),
    Taunt: ("capture",),
    Foil: ("foil",),
    Pass: ("foil",),
}
"""Steps of the turn in which each move can be made (R4, R6)."""
NOT_IN_HAND: Final = ClosedReason(
    "not-in-hand", "That card is not in your hand. Choose one that is."
)
NO_LAIR_CARD: Final = ClosedReason(
    "no-lair-card", "Only lair cards can be laid in a lair. Choose one."
)
NO_SPY_BACK: Final = ClosedReason(
    "no-spy", "Only a spy or a bomb can be played into a lair. Choose one."
)
NO_SEAT: Final = ClosedReason(
    "no-such-seat", "That seat does not exist. Choose a seat at this table."
)
NO_LAIR: Final = ClosedReason(
    "no-lair", "That player has no lair. Choose a player with at least one lair card."
)
DECK_EMPTY: Final = ClosedReason("deck-empty", "The deck is empty. Play a card from a hand.")
TOP_NO_SPY: Final = ClosedReason(
    "top-no-spy", "The top card of the deck does not show a spy's back. Play a card from a hand."
)
OWN_HAND: Final = ClosedReason("own-hand", "Choose a specific card from your own hand.")
NO_BACK_THERE: Final = ClosedReason(
    "no-spy-there", "That hand shows no spy's back. Choose another hand."
)
TEAM_OF_SPIES: Final = ClosedReason(
    "team-of-spies",
    "A team is two or more different spies of your own hand, lowest first, without bombs.",
)
TEAM_ELSEWHERE: Final = ClosedReason(
    "team-into-own-lair", "Send a team into another player's lair, not into your own."
)
NO_DOUBLER: Final = ClosedReason("no-doubler", "This needs a doubler. Choose one.")


def find_closed_reason(view: View, move: Move) -> ClosedReason | None:
    """Return the reason why a move is not available to this view's seat, or None if it is."""
    table, own_cards, seat = view.table, view.own, view.seat
    if not table.acting:
        return MATCH_OVER
    if own_cards is None or seat is None:
        return None if seat == HOST and type(move) is TimeUp else NOT_SEATED
    if seat not in table.acting:
        return NOT_ASKED
    kind = type(move)
    if kind is TimeUp:
        return ONLY_HOST
    return (
        _find_fault(table, own_cards, seat, move)
        if table.phase in STEPS_BY_MOVE[kind]
        else WRONG_STEP[table.phase]
    )


def _find_fault(table: Table, own_cards: Own, seat: Seat, move: Move) -> ClosedReason | None:
    """Return the reason why a move in the current step is not available, or None if it is."""
    match move:
        case Lay(card=card):
            return _check_lay(own_cards, card)
        case Skip() | Pass():
            return None
        case Send(card=card, into=lair_owner):
            return _check_send(table, own_cards, card, lair_owner)
        case SendFrom(hand=hand, into=lair_owner):
            return _check_send_from(table, seat, hand, lair_owner)
        case SendTop(into=lair_owner):
            return _check_send_top(table, lair_owner)
        case Taunt(card=card):
            return _check_taunt(captive_in(table), own_cards, card)
        case Foil(card=card):
            return _check_foil(captive_in(table), own_cards, card)
        case SendTeam(cards=cards, into=lair_owner):
            return _check_team(table, own_cards, seat, cards, lair_owner)
        case Kill() | TimeUp():
            return None
        case _:
            assert_never(move)


def _check_lay(own_cards: Own, card: Card) -> ClosedReason | None:
    if card not in own_cards.hand:
        return NOT_IN_HAND
    return None if IS_LAIR[card] else NO_LAIR_CARD


def _check_lair(table: Table, lair_owner: int) -> ClosedReason | None:
    """Check that this player has a lair, which needs at least one lair card (R3)."""
    if not 0 <= lair_owner < len(table.lairs):
        return NO_SEAT
    return None if table.lairs[lair_owner].stands else NO_LAIR


def _check_send(table: Table, own_cards: Own, card: Card, lair_owner: int) -> ClosedReason | None:
    if card not in own_cards.hand:
        return NOT_IN_HAND
    return _check_lair(table, lair_owner) if HAS_SPY_BACK[card] else NO_SPY_BACK


def _check_send_top(table: Table, lair_owner: int) -> ClosedReason | None:
    """Check that the top card has the back of a spy (R3)."""
    if table.top is None:
        return DECK_EMPTY
    return _check_lair(table, lair_owner) if table.top == "spy" else TOP_NO_SPY


def _check_send_from(table: Table, seat: Seat, hand: int, lair_owner: int) -> ClosedReason | None:
    if not 0 <= hand < len(table.hands):
        return NO_SEAT
    if hand == seat:
        return OWN_HAND
    return _check_lair(table, lair_owner) if table.hands[hand].spies else NO_BACK_THERE


def _check_team(
    table: Table, own_cards: Own, seat: Seat, cards: Cards, lair_owner: int
) -> ClosedReason | None:
    """Check that a team is valid and strong enough (R5).

    A team consists of two or more spies in the player's own hand. The sum of their values must
    exceed the size of another player's lair, in which face-down cards count as 4.
    """
    if (
        len(cards) < 2
        or tuple(sorted({*cards})) != cards
        or not all(card in own_cards.hand and IS_SPY[card] for card in cards)
    ):
        return TEAM_OF_SPIES
    if lair_owner == seat:
        return TEAM_ELSEWHERE
    if fault := _check_lair(table, lair_owner):
        return fault
    size_to_beat = table.lairs[lair_owner].max_size
    if total_value(cards) > size_to_beat:
        return None
    return ClosedReason(
        "team-too-small",
        (
            f"This team adds up to {total_value(cards)}. It needs more than {size_to_beat} "
            "to blow up that lair."
        ),
    )


def _check_taunt(captive: Captive, own_cards: Own, card: Card) -> ClosedReason | None:
    """Check that this card is a doubler whose letter the owner has not played this turn (R6)."""
    if card not in own_cards.hand:
        return NOT_IN_HAND
    if not IS_DOUBLER[card]:
        return NO_DOUBLER
    if LETTER[card] not in captive.letters:
        return None
    return ClosedReason(
        "letter-played",
        (
            f"You have already played the letter {LETTER[card]} this turn. Taunt with another "
            "letter, or kill."
        ),
    )


def _check_foil(captive: Captive, own_cards: Own, card: Card) -> ClosedReason | None:
    if card not in own_cards.hand:
        return NOT_IN_HAND
    if not IS_DOUBLER[card]:
        return NO_DOUBLER
    if LETTER[card] == LETTER[captive.doublers[-1]]:
        return None
    return ClosedReason(
        "other-letter",
        (
            f"The taunt has the letter {LETTER[captive.doublers[-1]]}. Foil it with the same "
            "letter, or pass."
        ),
    )


# --- teams ----------------------------------------------------------------------------------------


def spies_of(hand: Cards) -> Cards:
    """Return the spies in a sorted hand, in order of value."""
    return tuple([card for card in hand if IS_SPY[card]])


def find_cheapest_team(spies: Sequence[Card], size_to_beat: int) -> Cards:
    """Return the smallest team whose values add up to more than `size_to_beat`.

    A team consists of two or more neighbouring spies. If several teams have the same number of
    spies, return the lowest. If all spies together are too weak, return ().
    """
    for size in range(2, len(spies) + 1):
        for first in range(len(spies) - size + 1):
            team = tuple(spies[first : first + size])
            if total_value(team) > size_to_beat:
                return team
    return ()
