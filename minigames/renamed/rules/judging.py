"""What is open to a seat, and why the rest is closed: the one truth behind the judge, the menu and
the page's buttons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from engine.values import HOST, Seat, Value

from .cards import IS_DOUBLER, IS_LAIR, IS_SPY, LETTER, SPY_BACK, Card, Cards, total
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
from .values import captive_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .values import Captive, Own, Phase, Table, View


class Closed(Value):
    """Why a move is not open: a code for programs, and the sentence that tells a player what to
    change.
    """

    code: str
    sentence: str


OVER: Final = Closed(code="match-over", sentence="The match is over.")
NOT_SEATED: Final = Closed(code="not-seated", sentence="Only players at the table can do that.")
NOT_ASKED: Final = Closed(
    code="not-your-turn",
    sentence="You cannot act now. Wait until it is your turn or your lair holds a spy.",
)
ONLY_HOST: Final = Closed(
    code="host-only", sentence="Only the clock can call time. Choose one of your own moves."
)
OTHER_STEP: Final = {
    "lay": Closed(
        code="lair-step", sentence="This is your lair step. Lay a lair card, or skip it."
    ),
    "send": Closed(
        code="spy-step",
        sentence=(
            "This is your spy step. Play a spy or a bomb into a lair, or skip to end your turn."
        ),
    ),
    "capture": Closed(
        code="spy-captured", sentence="Your lair holds a spy. Kill it, or taunt it with a doubler."
    ),
    "foil": Closed(
        code="asked-to-foil",
        sentence="You are asked about a taunt. Foil it with the same letter, or pass.",
    ),
}
STEPS: Final[dict[type[Move], tuple[Phase, ...]]] = {
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
"""The steps of the turn that a move belongs to (R4, R6)."""
NOT_IN_HAND: Final = Closed(
    code="not-in-hand", sentence="That card is not in your hand. Choose one that is."
)
NO_LAIR_CARD: Final = Closed(
    code="no-lair-card", sentence="Only lair cards can be laid in a lair. Choose one."
)
NO_SPY_BACK: Final = Closed(
    code="no-spy", sentence="Only a spy or a bomb can be played into a lair. Choose one."
)
NO_SEAT: Final = Closed(
    code="no-such-seat", sentence="That seat does not exist. Choose a seat at this table."
)
NO_LAIR: Final = Closed(
    code="no-lair",
    sentence="That player has no lair. Choose a player with at least one lair card.",
)
DECK_EMPTY: Final = Closed(
    code="deck-empty", sentence="The deck is empty. Play a card from a hand."
)
TOP_NO_SPY: Final = Closed(
    code="top-no-spy",
    sentence="The top card of the deck does not show a spy's back. Play a card from a hand.",
)
OWN_HAND: Final = Closed(code="own-hand", sentence="Choose a specific card from your own hand.")
NO_BACK_THERE: Final = Closed(
    code="no-spy-there", sentence="That hand shows no spy's back. Choose another hand."
)
TEAM_OF_SPIES: Final = Closed(
    code="team-of-spies",
    sentence="A team is two or more different spies of your own hand, lowest first, without bombs.",
)
TEAM_ELSEWHERE: Final = Closed(
    code="team-into-own-lair", sentence="Send a team into another player's lair, not into your own."
)
NO_DOUBLER: Final = Closed(code="no-doubler", sentence="This needs a doubler. Choose one.")


def closed(view: View, move: Move) -> Closed | None:
    """Why the move is closed to this view's seat, or None if it is open."""
    table, own, seat = view.table, view.own, view.seat
    if not table.acting:
        return OVER
    if own is None or seat is None:
        return None if seat == HOST and type(move) is TimeUp else NOT_SEATED
    if seat not in table.acting:
        return NOT_ASKED
    kind = type(move)
    if kind is TimeUp:
        return ONLY_HOST
    return _fault(table, own, seat, move) if table.phase in STEPS[kind] else OTHER_STEP[table.phase]


def _fault(table: Table, own: Own, seat: Seat, move: Move) -> Closed | None:
    """What is wrong with a move of the step that the seat is asked about."""
    match move:
        case Lay(card=card):
            return _lay(own, card)
        case Skip() | Pass():
            return None
        case Send(card=card, into=into):
            return _send(table, own, card, into)
        case SendFrom(hand=hand, into=into):
            return _send_from(table, seat, hand, into)
        case SendTop(into=into):
            return _send_top(table, into)
        case Taunt(card=card):
            return _taunt(captive_in(table), own, card)
        case Foil(card=card):
            return _foil(captive_in(table), own, card)
        case SendTeam(cards=cards, into=into):
            return _team(table, own, seat, cards, into)
        case Kill() | TimeUp():
            return None
        case _:
            assert_never(move)


def _lay(own: Own, card: Card) -> Closed | None:
    if card not in own.hand:
        return NOT_IN_HAND
    return None if IS_LAIR[card] else NO_LAIR_CARD


def _target(table: Table, into: int) -> Closed | None:
    """R3: only a player with at least one lair card has a lair."""
    if not 0 <= into < len(table.lairs):
        return NO_SEAT
    return None if table.lairs[into].stands else NO_LAIR


def _send(table: Table, own: Own, card: Card, into: int) -> Closed | None:
    if card not in own.hand:
        return NOT_IN_HAND
    return _target(table, into) if SPY_BACK[card] else NO_SPY_BACK


def _send_top(table: Table, into: int) -> Closed | None:
    """R3: only when the top card shows a spy's back."""
    if table.top is None:
        return DECK_EMPTY
    return _target(table, into) if table.top == "spy" else TOP_NO_SPY


def _send_from(table: Table, seat: Seat, hand: int, into: int) -> Closed | None:
    if not 0 <= hand < len(table.hands):
        return NO_SEAT
    if hand == seat:
        return OWN_HAND
    return _target(table, into) if table.hands[hand].spies else NO_BACK_THERE


def _team(table: Table, own: Own, seat: Seat, cards: Cards, into: int) -> Closed | None:
    """R5: two or more spies of one's own hand, into another's lair, and more than its size with
    face-down cards as 4.
    """
    if (
        len(cards) < 2
        or tuple(sorted({*cards})) != cards
        or not all(card in own.hand and IS_SPY[card] for card in cards)
    ):
        return TEAM_OF_SPIES
    if into == seat:
        return TEAM_ELSEWHERE
    if fault := _target(table, into):
        return fault
    most = table.lairs[into].at_most
    if total(cards) > most:
        return None
    return Closed(
        code="team-too-small",
        sentence=(
            f"This team adds up to {total(cards)}. It needs more than {most} to blow up that lair."
        ),
    )


def _taunt(captive: Captive, own: Own, card: Card) -> Closed | None:
    """R6: a doubler whose letter the owner has not played yet this turn."""
    if card not in own.hand:
        return NOT_IN_HAND
    if not IS_DOUBLER[card]:
        return NO_DOUBLER
    if LETTER[card] not in captive.letters:
        return None
    return Closed(
        code="letter-played",
        sentence=(
            f"You have already played the letter {LETTER[card]} this turn. Taunt with another "
            "letter, or kill."
        ),
    )


def _foil(captive: Captive, own: Own, card: Card) -> Closed | None:
    if card not in own.hand:
        return NOT_IN_HAND
    if not IS_DOUBLER[card]:
        return NO_DOUBLER
    if LETTER[card] == LETTER[captive.doublers[-1]]:
        return None
    return Closed(
        code="other-letter",
        sentence=(
            f"The taunt has the letter {LETTER[captive.doublers[-1]]}. Foil it with the same "
            "letter, or pass."
        ),
    )


# --- teams worth naming ---------------------------------------------------------------------------


def spies_of(hand: Cards) -> Cards:
    """The spies of a hand, which is sorted: lowest value first."""
    return tuple([card for card in hand if IS_SPY[card]])


def cheapest_team(spies: Sequence[Card], beat: int) -> Cards:
    """The fewest neighbouring spies (two or more) that add up to more than `beat`, the lowest such;
    empty, if all together do not.
    """
    for size in range(2, len(spies) + 1):
        for first in range(len(spies) - size + 1):
            team = tuple(spies[first : first + size])
            if total(team) > beat:
                return team
    return ()
