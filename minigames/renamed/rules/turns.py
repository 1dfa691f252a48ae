"""The turn: draw, lay, send, and whose turn is next (R4, R8, R13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import Step, Told
from engine.values import Seat, changed, swap

from .cards import BACK, SUIT, Card, Cards, spy_backs, without
from .events import CardLaid, CardsDrawn, Ended, Ending, Event, Laid, Skipped, TurnBegan, public
from .moves import ONLY, SEATS
from .values import Hand, Lair, Own, State

if TYPE_CHECKING:
    from .cards import Back

DRAWN: Final = 2
"""So many cards are drawn at the start of a turn, or what is left (R4)."""


_LAID: Final = tuple([public(Laid(seat=seat)) for seat in SEATS])
_SKIPPED_LAIR: Final = tuple([public(Skipped(seat=seat, step="lay")) for seat in SEATS])
_SKIPPED_SPY: Final = tuple([public(Skipped(seat=seat, step="send")) for seat in SEATS])


def top_of(deck: Cards) -> Back | None:
    """The back on top, which everybody sees (R2)."""
    return BACK[deck[-1]] if deck else None


def begin_turn(state: State, seat: Seat) -> Step[State, Event]:
    """The seat draws two, or what is left, and is asked for a lair card. Of the draw the others see
    the backs.
    """
    table, deck = state.table, state.deck
    cards, deck = deck[-DRAWN:], deck[:-DRAWN]
    if not cards:
        table = changed(
            table, phase="lay", acting=ONLY[seat], turn=seat, captive=None, dry=True, played=False
        )
        return changed(state, table=table), (
            public(TurnBegan(seat=seat, spies=0, others=0, top=None)),
        )
    spies = spy_backs(cards)
    others, top = len(cards) - spies, top_of(deck)
    hand, mine = table.hands[seat], state.own[seat]
    hands = swap(table.hands, seat, Hand(spies=hand.spies + spies, others=hand.others + others))
    table = changed(
        table,
        phase="lay",
        acting=ONLY[seat],
        turn=seat,
        captive=None,
        played=False,
        hands=hands,
        deck=len(deck),
        top=top,
    )
    own = swap(state.own, seat, Own(hand=tuple(sorted(mine.hand + cards)), down=mine.down))
    told = (
        public(TurnBegan(seat=seat, spies=spies, others=others, top=top)),
        Told(event=CardsDrawn(cards=cards), to=ONLY[seat]),
    )
    return changed(state, table=table, own=own, deck=deck), told


def lay(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """A lair card goes face down into one's own lair; the spy step is next."""
    table, hand, mine = state.table, state.table.hands[seat], state.own[seat]
    lair = table.lairs[seat]
    table = changed(
        table,
        phase="send",
        played=True,
        lairs=swap(table.lairs, seat, Lair(up=lair.up, down=lair.down + 1)),
        hands=swap(table.hands, seat, Hand(spies=hand.spies, others=hand.others - 1)),
    )
    own = swap(state.own, seat, Own(hand=without(mine.hand, card), down=(*mine.down, card)))
    return changed(state, table=table, own=own), (
        _LAID[seat],
        Told(event=CardLaid(card=card), to=ONLY[seat]),
    )


def skip(state: State, seat: Seat) -> Step[State, Event]:
    """The lair step is skipped, or the spy step, which ends the turn."""
    if state.table.phase == "lay":
        return changed(state, table=changed(state.table, phase="send")), (_SKIPPED_LAIR[seat],)
    state, told = next_turn(state)
    return state, (_SKIPPED_SPY[seat], *told)


def next_turn(state: State) -> Step[State, Event]:
    """The turn ends. R8: at once when all spies are gone. R13: after a round of turns begun with no
    deck, and nothing played.
    """
    table = state.table
    if table.spies_gone == SUIT:
        return end(state, "no-spies")
    idle = table.idle + 1 if table.dry and not table.played else 0
    if idle == len(table.scores):
        return end(state, "ran-dry")
    if idle != table.idle:
        state = changed(state, table=changed(table, idle=idle))
    return begin_turn(state, Seat((table.turn + 1) % len(table.scores)))


def end(state: State, ending: Ending) -> Step[State, Event]:
    """The match is over, and nobody is asked any more."""
    table = changed(state.table, phase="over", acting=(), captive=None)
    return changed(state, table=table), (public(Ended(ending=ending)),)
