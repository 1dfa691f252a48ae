"""Couriers: a toy game with hands, a deck, face-down cards and private knowledge.

In turn, deliver cards of one worth face up (worth times number), hide one face down (counts double
at the end), peek at a random card of a rival's hand, or rest; then draw. The host's curfew lets the
seat rest. The menu lists single cards, and the rules also accept sets.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat, Value, changed, swap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

Cards: TypeAlias = tuple[int, ...]
DECK: Final = tuple(range(20))
WORTH: Final = tuple([1 + card // 4 for card in DECK])
TURNS_EACH: Final = 8


class Setup(Value):
    players: int
    hand: int = 3


class Table(Value):
    turn: Seat
    turns_left: int
    scores: tuple[int, ...]
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    deck: int
    shown: Cards = ()
    omen: int = 0
    """Always 0, except in games with a deliberate leak."""


class Note(Value):
    """A card seen in a rival's hand and not yet delivered."""

    seat: Seat
    card: int


class Own(Value):
    hand: Cards
    hidden: Cards = ()
    notes: tuple[Note, ...] = ()


class State(Value):
    table: Table
    own: tuple[Own, ...]
    deck: Cards
    """The last card is on top."""


class View(Value):
    seat: Seat | None
    table: Table
    own: Own | None


class Deliver(Value, tag="deliver"):
    cards: Cards


class Hide(Value, tag="hide"):
    card: int


class Peek(Value, tag="peek"):
    at: Seat


class Rest(Value, tag="rest"):
    pass


class Curfew(Value, tag="curfew"):
    """The curfew, called by the host."""


Move: TypeAlias = Deliver | Hide | Peek | Rest | Curfew


class Dealt(Value, tag="dealt"):
    table: Table


class HandDealt(Value, tag="hand-dealt"):
    hand: Cards


class Delivered(Value, tag="delivered"):
    seat: Seat
    cards: Cards


class Hid(Value, tag="hid"):
    seat: Seat


class HidCard(Value, tag="hid-card"):
    card: int


class Peeked(Value, tag="peeked"):
    by: Seat
    at: Seat


class Saw(Value, tag="saw"):
    at: Seat
    card: int
    face: int


class Rested(Value, tag="rested"):
    seat: Seat


class Turned(Value, tag="turned"):
    seat: Seat
    drew: bool


class Drew(Value, tag="drew"):
    card: int


class Opened(Value, tag="opened"):
    hidden: tuple[Cards, ...]


Event: TypeAlias = (
    Dealt | HandDealt | Delivered | Hid | HidCard | Peeked | Saw | Rested | Turned | Drew | Opened
)


def public(event: Event) -> Told[Event]:
    return Told(event=event, to=EVERYONE)


def remove_cards(cards: Cards, gone: Cards) -> Cards:
    return tuple([card for card in cards if card not in gone])


def total_worth(cards: Cards) -> int:
    return sum([WORTH[card] for card in cards])


class Couriers(Game[Setup, State, Move, Event, View]):
    key = "couriers"
    rules_version = 1
    max_plies = 40
    fleeting = MappingProxyType(
        {
            Peeked: "everyone",
            Rested: "everyone",
            Delivered: "everyone",
            Opened: "everyone",
            Saw: "one",
        }
    )
    """The view does not contain who opened, peeked or rested. A card can be seen twice."""

    def setups(self) -> Sequence[Setup]:
        return Setup(players=2), Setup(players=3), Setup(players=4, hand=2)

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(seat) for seat in range(setup.players)])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        seats = self.seats(setup)
        deck = dice.in_domain("sealed").shuffle(DECK)
        hands = [tuple(sorted(deck[seat * setup.hand : (seat + 1) * setup.hand])) for seat in seats]
        deck = deck[len(seats) * setup.hand :]
        table = Table(
            turn=dice.pick(seats),
            turns_left=TURNS_EACH * len(seats),
            scores=(0,) * len(seats),
            hands=(setup.hand,) * len(seats),
            hidden=(0,) * len(seats),
            deck=len(deck),
        )
        told = [
            public(Dealt(table=table)),
            *(Told(event=HandDealt(hand=hands[seat]), to=(seat,)) for seat in seats),
        ]
        return State(table=table, own=tuple([Own(hand=hand) for hand in hands]), deck=deck), tuple(
            told
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.table.turn,) if state.table.turns_left else ()

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            table=state.table,
            own=None if seat is None or seat == HOST else state.own[seat],
        )

    def legal_moves(self, view: View) -> Sequence[Move]:
        if not view.table.turns_left:
            return ()
        if view.own is None:
            return (Curfew(),) if view.seat == HOST else ()
        if view.seat != view.table.turn:
            return ()
        rivals = [
            Seat(seat) for seat, cards in enumerate(view.table.hands) if cards and seat != view.seat
        ]
        singles = [Deliver(cards=(card,)) for card in view.own.hand]
        return [
            Rest(),
            *singles,
            *(Hide(card=card) for card in view.own.hand),
            *(Peek(at=seat) for seat in rivals),
        ]

    def check(self, view: View, move: Move) -> None:
        """Check deliveries of several cards. All other moves are in the menu."""
        if not isinstance(move, Deliver):
            super().check(view, move)
            return
        if view.own is None or view.seat != view.table.turn or not view.table.turns_left:
            raise IllegalMove("You deliver in your own turn.")
        if (
            not move.cards
            or tuple(sorted({*move.cards})) != move.cards
            or not {*move.cards} <= {*view.own.hand}
        ):
            raise IllegalMove("Name different cards of your hand, lowest first.")
        if len({WORTH[card] for card in move.cards}) > 1:
            raise IllegalMove("Cards delivered together are all worth the same.")

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        match move:
            case Deliver(cards=cards):
                state, told = self._deliver(state, seat, cards)
            case Hide(card=card):
                state, told = self._hide(state, seat, card)
            case Peek(at=at):
                state, told = self._peek(state, seat, at, dice)
            case Rest() | Curfew():
                seat = state.table.turn
                told = (public(Rested(seat=seat)),)
            case _:
                assert_never(move)
        state, turned = self._turn(state, seat)
        return state, told + turned

    def _deliver(self, state: State, seat: Seat, cards: Cards) -> Step[State, Event]:
        table, mine = state.table, state.own[seat]
        table = changed(
            table,
            scores=swap(table.scores, seat, table.scores[seat] + total_worth(cards) * len(cards)),
            hands=swap(table.hands, seat, table.hands[seat] - len(cards)),
            shown=tuple(sorted(table.shown + cards)),
        )
        own = swap(state.own, seat, changed(mine, hand=remove_cards(mine.hand, cards)))
        own = tuple(
            [
                changed(each, notes=tuple([note for note in each.notes if note.card not in cards]))
                for each in own
            ]
        )
        return changed(state, table=table, own=own), (public(Delivered(seat=seat, cards=cards)),)

    def _hide(self, state: State, seat: Seat, card: int) -> Step[State, Event]:
        table, mine = state.table, state.own[seat]
        hands, hidden = (
            swap(table.hands, seat, table.hands[seat] - 1),
            swap(table.hidden, seat, table.hidden[seat] + 1),
        )
        mine = changed(
            mine, hand=remove_cards(mine.hand, (card,)), hidden=tuple(sorted((*mine.hidden, card)))
        )
        state = changed(
            state, table=changed(table, hands=hands, hidden=hidden), own=swap(state.own, seat, mine)
        )
        return state, (public(Hid(seat=seat)), Told(event=HidCard(card=card), to=(seat,)))

    def _peek(self, state: State, seat: Seat, at: Seat, dice: Dice) -> Step[State, Event]:
        face = dice.in_domain((seat, "peek")).die(state.table.hands[at])
        card = state.own[at].hand[face - 1]
        notes = {note.card: note for note in (*state.own[seat].notes, Note(seat=at, card=card))}
        own = swap(
            state.own,
            seat,
            changed(state.own[seat], notes=tuple([notes[card] for card in sorted(notes)])),
        )
        return changed(state, own=own), (
            public(Peeked(by=seat, at=at)),
            Told(event=Saw(at=at, card=card, face=face), to=(seat,)),
        )

    def _turn(self, state: State, seat: Seat) -> Step[State, Event]:
        """Draw and pass the turn. Open everything after the last turn."""
        state, drawn = self._draw(state, seat)
        table = state.table
        table = changed(
            table, turn=Seat((seat + 1) % len(table.hands)), turns_left=table.turns_left - 1
        )
        state = changed(state, table=table)
        state, opened = self._open(state) if not table.turns_left else (state, ())
        return state, (*drawn, *opened)

    def _draw(self, state: State, seat: Seat) -> Step[State, Event]:
        if not state.deck:
            return state, (public(Turned(seat=seat, drew=False)),)
        table, mine, card = state.table, state.own[seat], state.deck[-1]
        table = changed(
            table, hands=swap(table.hands, seat, table.hands[seat] + 1), deck=table.deck - 1
        )
        own = swap(state.own, seat, changed(mine, hand=tuple(sorted((*mine.hand, card)))))
        told = (
            public(Turned(seat=seat, drew=True)),
            Told[Event](event=Drew(card=card), to=(seat,)),
        )
        return State(table=table, own=own, deck=state.deck[:-1]), told

    def _open(self, state: State) -> Step[State, Event]:
        hidden = tuple([own.hidden for own in state.own])
        scores = tuple(
            [
                score + 2 * total_worth(cards)
                for score, cards in zip(state.table.scores, hidden, strict=True)
            ]
        )
        shown = tuple(
            sorted(state.table.shown + tuple([card for cards in hidden for card in cards]))
        )
        table = changed(state.table, scores=scores, shown=shown, hidden=(0,) * len(hidden))
        own = tuple(
            [
                changed(
                    each, hidden=(), notes=tuple([n for n in each.notes if n.card not in shown])
                )
                for each in state.own
            ]
        )
        return changed(state, table=table, own=own), (public(Opened(hidden=hidden)),)

    def outcome(self, state: State) -> Outcome | None:
        if state.table.turns_left:
            return None
        scores = state.table.scores
        winners = tuple([Seat(seat) for seat, score in enumerate(scores) if score == max(scores)])
        return Outcome(winners=winners, ending="all-turns", scores=scores)

    def imagine(self, view: View, dice: Dice) -> State:
        """Deal unseen cards. A noted card is in the rival's hand or face down."""
        table, mine = view.table, view.own or Own(hand=())
        known = {*table.shown, *mine.hand, *mine.hidden, *(note.card for note in mine.notes)}
        loose = list(dice.shuffle([card for card in DECK if card not in known]))
        own = [
            mine
            if view.own and seat == view.seat
            else self._imagine_own(table, seat, mine.notes, loose, dice)
            for seat in range(len(table.hands))
        ]
        return State(table=table, own=tuple(own), deck=tuple(loose))

    def _imagine_own(
        self, table: Table, seat: int, notes: tuple[Note, ...], loose: list[int], dice: Dice
    ) -> Own:
        noted = [note.card for note in notes if note.seat == seat]
        dealt = [loose.pop() for _ in range(table.hands[seat] + table.hidden[seat] - len(noted))]
        cards = dice.shuffle(noted + dealt)
        at = table.hands[seat]
        return Own(hand=tuple(sorted(cards[:at])), hidden=tuple(sorted(cards[at:])))


COURIERS: Final = Couriers()
