"""Games with one fault each and the laws that must detect it.

Leaks use `omen`, a field of the table that is 0 in honest games. Games that tell too much are in
`loud`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from engine.game import Game, NotYourTurn, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat, Value, changed, swap
from tests.engine.games.bids import Bid, Bids, Deadline
from tests.engine.games.bids import Event as BidsEvent
from tests.engine.games.bids import Move as BidsMove
from tests.engine.games.bids import State as BidsState
from tests.engine.games.bids import View as BidsView
from tests.engine.games.couriers import (
    Couriers,
    Curfew,
    Deliver,
    Event,
    Hide,
    Move,
    Note,
    Own,
    Peek,
    Rest,
    Saw,
    Setup,
    State,
    Table,
    View,
    total_worth,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice
    from engine.game import AnyGame


def omen(state: State, number: int) -> State:
    return changed(state, table=changed(state.table, omen=number))


# --- leaks ---


class HandsParity(Couriers):
    """The table shows whether all hands together have an even worth."""

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        state, told = super().start(setup, dice)
        return self.tell(state), told

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        state, told = super().apply(state, seat, move, dice)
        return self.tell(state), told

    def tell(self, state: State) -> State:
        return omen(state, sum(total_worth(own.hand) for own in state.own) % 2)


class FittingImagine(HandsParity):
    """The same leak, with imagined states that match the parity."""

    def imagine(self, view: View, dice: Dice) -> State:
        state = super().imagine(view, dice)
        while self.tell(state).table.omen != view.table.omen:
            state = super().imagine(view, dice)
        return state


class DeckParity(HandsParity):
    """The table shows whether the top card has an even worth."""

    def tell(self, state: State) -> State:
        return omen(state, total_worth(state.deck[-1:]) % 2)


class WholeDeck(HandsParity):
    """The table contains the whole deck as a number, which imagined states keep."""

    def tell(self, state: State) -> State:
        number = 1
        for card in state.deck:
            number = number * 20 + card
        return omen(state, number)

    def imagine(self, view: View, dice: Dice) -> State:
        number, deck = view.table.omen, []
        while number > 1:
            number, card = divmod(number, 20)
            deck.append(card)
        table = changed(view.table, omen=0, deck=0, shown=tuple(sorted({*view.table.shown, *deck})))
        state = super().imagine(changed(view, table=table), dice)
        return changed(state, table=view.table, deck=tuple(reversed(deck)))


class HiddenWorth(Couriers):
    """Hiding a card shows everyone its worth."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        state, told = super().apply(state, seat, move, dice)
        return (omen(state, total_worth((move.card,))) if isinstance(move, Hide) else state), told


class AutoRest(Couriers):
    """A seat without cards above 2 is skipped, so the turn reveals its hand."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        state, told = super().apply(state, seat, move, dice)
        turn = state.table.turn
        if state.table.turns_left and total_worth(state.own[turn].hand) <= 2 * len(
            state.own[turn].hand
        ):
            turn = Seat((turn + 1) % len(state.own))
        return changed(state, table=changed(state.table, turn=turn)), told


# --- missing events ---


class SilentTable(Couriers):
    """Resting changes the table without an event."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        state, told = super().apply(state, seat, move, dice)
        return (omen(state, 1), ()) if isinstance(move, Rest) else (state, told)


class SilentNote(Couriers):
    """A rival silently notes being peeked at."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        before = state
        state, told = super().apply(state, seat, move, dice)
        if not isinstance(move, Peek) or not before.own[seat].hand:
            return state, told
        note = Note(seat=seat, card=before.own[seat].hand[0])
        own = state.own[move.at]
        notes = {each.card: each for each in (*own.notes, note)}
        own = changed(own, notes=tuple([notes[card] for card in sorted(notes)]))
        return changed(state, own=swap(state.own, move.at, own)), told


class SilentDie(Couriers):
    """Resting rolls a die that changes the table without telling its face."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        state, told = super().apply(state, seat, move, dice)
        return (omen(state, dice.die(6)) if isinstance(move, Rest) else state), told


class SilentFace(Couriers):
    """A peek tells the face of the die instead of the card."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        state, told = super().apply(state, seat, move, dice)
        return state, tuple([Told(event=self.hush(each.event), to=each.to) for each in told])

    def hush(self, event: Event) -> Event:
        return changed(event, card=0) if isinstance(event, Saw) else event


# --- order, memory, sameness ---


class FirstSealerLeads(Bids):
    """The first sealed move is noted, so the order of sealed moves matters."""

    def apply(
        self, state: BidsState, seat: Seat, move: BidsMove, dice: Dice
    ) -> Step[BidsState, BidsEvent]:
        first = not any(state.bids)
        state, told = super().apply(state, seat, move, dice)
        return (
            changed(state, table=changed(state.table, omen=int(seat) + 1)) if first else state
        ), told


class DiceWhileSealing(Bids):
    """Sealing rolls a die, so another order gives other faces."""

    def apply(
        self, state: BidsState, seat: Seat, move: BidsMove, dice: Dice
    ) -> Step[BidsState, BidsEvent]:
        if isinstance(move, Bid):
            move = Bid(amount=max(1, move.amount - dice.in_domain(seat).die(2) + 1))
        return super().apply(state, seat, move, dice)


class Forgetful(Couriers):
    """Keeps a count between calls."""

    calls: ClassVar[int] = 0

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        Forgetful.calls += 1
        state, told = super().apply(state, seat, move, dice)
        return state, (*told, Told(event=Saw(at=seat, card=Forgetful.calls, face=1), to=EVERYONE))


class HashOrder(Couriers):
    """Follows the order of a set of strings, which differs between processes."""

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        state, told = super().start(setup, dice)
        first = next(iter({f"seat {seat}" for seat in range(64)}))
        return omen(state, int(first.removeprefix("seat "))), told


# --- turns, moves, ends ---


class NoOutcome(Couriers):
    """Ends without an outcome."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class MovesOutOfTurn(Couriers):
    """Everyone always has a menu."""

    def legal_moves(self, view: View) -> Sequence[Move]:
        if view.own is None or not view.table.turns_left:
            return super().legal_moves(view)
        return [Rest(), *(Hide(card=card) for card in view.own.hand)]


class HostAlwaysActs(Couriers):
    """Asks the host after the last turn, although the host has no move."""

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return super().to_act(state) or (HOST,)


class ForeignCard(Couriers):
    """Lists a card that the seat does not hold."""

    def legal_moves(self, view: View) -> Sequence[Move]:
        listed = list(super().legal_moves(view))
        return [*listed, Deliver(cards=(21,))] if view.own and listed else listed


class AnybodysCurfew(Couriers):
    """A player can call the curfew, which is the host's move."""

    def check(self, view: View, move: Move) -> None:
        if not isinstance(move, Curfew):
            super().check(view, move)


class PeekBeyondTheTable(Couriers):
    """The rules do not check that the seat exists."""

    def check(self, view: View, move: Move) -> None:
        if (
            isinstance(move, Peek)
            and view.own
            and view.seat == view.table.turn
            and view.table.turns_left
        ):
            return
        super().check(view, move)


class OpenToAll(Couriers):
    """The rules accept anything from the seat in turn and then fail."""

    def check(self, view: View, move: Move) -> None:
        if view.seat != view.table.turn:
            raise NotYourTurn("It is not your turn.")


class Endless(Couriers):
    """Resting does not end the turn."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        after, told = super().apply(state, seat, move, dice)
        return changed(
            after,
            table=changed(
                after.table, turns_left=after.table.turns_left + (after.table.turns_left < 4)
            ),
        ), told


# --- records and imagining ---


class LooseState(Value):
    table: Table
    own: tuple[Own, ...]
    deck: list[int]


class ListDeck(Game[Setup, LooseState, Move, Event, View]):
    """Keeps the deck in a list, which a rule could change in place."""

    key, rules_version, max_plies = "list-deck", 1, 40
    honest = Couriers()

    def setups(self) -> Sequence[Setup]:
        return self.honest.setups()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return self.honest.seats(setup)

    def start(self, setup: Setup, dice: Dice) -> Step[LooseState, Event]:
        state, told = self.honest.start(setup, dice)
        return self.loose(state), told

    def apply(
        self, state: LooseState, seat: Seat, move: Move, dice: Dice
    ) -> Step[LooseState, Event]:
        after, told = self.honest.apply(self.tight(state), seat, move, dice)
        return self.loose(after), told

    def to_act(self, state: LooseState) -> tuple[Seat, ...]:
        return self.honest.to_act(self.tight(state))

    def view(self, state: LooseState, seat: Seat | None) -> View:
        return self.honest.view(self.tight(state), seat)

    def legal_moves(self, view: View) -> Sequence[Move]:
        return self.honest.legal_moves(view)

    def check(self, view: View, move: Move) -> None:
        self.honest.check(view, move)

    def outcome(self, state: LooseState) -> Outcome | None:
        return self.honest.outcome(self.tight(state))

    def imagine(self, view: View, dice: Dice) -> LooseState:
        return self.loose(self.honest.imagine(view, dice))

    def tight(self, state: LooseState) -> State:
        return State(table=state.table, own=state.own, deck=tuple(state.deck))

    def loose(self, state: State) -> LooseState:
        return LooseState(table=state.table, own=state.own, deck=list(state.deck))


class DrawsFromList(ListDeck):
    """A rule changes the list in place."""

    def apply(
        self, state: LooseState, seat: Seat, move: Move, dice: Dice
    ) -> Step[LooseState, Event]:
        after, told = super().apply(state, seat, move, dice)
        state.deck[:] = after.deck
        return after, told


class BoolForNumber(Couriers):
    """Writes True instead of 1, which differs in JSON."""

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        state, told = super().start(setup, dice)
        return omen(state, True), told


class TellsTheMoon(Couriers):
    """Tells a seat that is not at the table."""

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        state, told = super().apply(state, seat, move, dice)
        return state, (*told, Told(event=told[0].event, to=(Seat(77),)))


class VagueImagine(Couriers):
    """Imagines states without regard to the seat's own hand."""

    def imagine(self, view: View, dice: Dice) -> State:
        state = super().imagine(view, dice)
        return changed(state, own=tuple([changed(own, notes=()) for own in state.own]))


class ShortImagine(Couriers):
    """Imagines a table at which it is always seat 0's turn."""

    def imagine(self, view: View, dice: Dice) -> State:
        state = super().imagine(view, dice)
        return changed(state, table=changed(state.table, turn=Seat(0)))


class OtherRules(Couriers):
    """Hidden cards count as much as open ones, with an unchanged rules_version."""

    def _open(self, state: State) -> Step[State, Event]:
        before = state.table.scores
        state, told = super()._open(state)
        scores = tuple(
            [(old + new) // 2 for old, new in zip(before, state.table.scores, strict=True)]
        )
        return changed(state, table=changed(state.table, scores=scores)), told


class BidsWithoutDeadline(Bids):
    """The host's menu has a deadline that is illegal."""

    def check(self, view: BidsView, move: BidsMove) -> None:
        if isinstance(move, Deadline):
            raise NotYourTurn("Not now.")
        super().check(view, move)


class Mutant(NamedTuple):
    """A faulty game and the laws that must detect it."""

    game: AnyGame
    laws: frozenset[str]


def make_mutant(game: AnyGame, *laws: str) -> Mutant:
    return Mutant(game, frozenset(laws))


MUTANTS: Final = (
    make_mutant(HandsParity(), "5", "5b", "10"),
    make_mutant(FittingImagine(), "5", "10"),
    make_mutant(DeckParity(), "5"),
    make_mutant(WholeDeck(), "10"),
    make_mutant(HiddenWorth(), "5", "5b"),
    make_mutant(AutoRest(), "5"),
    make_mutant(SilentTable(), "5"),
    make_mutant(SilentNote(), "5"),
    make_mutant(SilentDie(), "10"),
    make_mutant(SilentFace(), "5"),
    make_mutant(FirstSealerLeads(), "5", "6"),
    make_mutant(DiceWhileSealing(), "6"),
    make_mutant(Forgetful(), "3"),
    make_mutant(NoOutcome(), "1"),
    make_mutant(MovesOutOfTurn(), "1"),
    make_mutant(HostAlwaysActs(), "1"),
    make_mutant(ForeignCard(), "2"),
    make_mutant(AnybodysCurfew(), "2"),
    make_mutant(PeekBeyondTheTable(), "2"),
    make_mutant(OpenToAll(), "2"),
    make_mutant(Endless(), "7"),
    make_mutant(ListDeck(), "4"),
    make_mutant(DrawsFromList(), "2", "4"),
    make_mutant(BoolForNumber(), "4"),
    make_mutant(TellsTheMoon(), "4"),
    make_mutant(VagueImagine(), "9"),
    make_mutant(ShortImagine(), "9"),
    make_mutant(OtherRules(), "8"),
    make_mutant(BidsWithoutDeadline(), "2"),
)

HASH_ORDER: Final = HashOrder()
"""Only another process reveals this fault."""
