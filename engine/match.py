"""The only module that runs games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic

from .dice import Dice, SeededDice
from .game import (
    EventT,
    Game,
    MatchOver,
    MoveT,
    NotYourTurn,
    Outcome,
    SetupT,
    Stale,
    StateT,
    Step,
    Told,
    ViewT,
)
from .values import EVERYONE, HOST, Seat


def submit(
    game: Game[SetupT, StateT, MoveT, EventT, ViewT],
    state: StateT,
    *,
    seat: Seat,
    move: MoveT,
    dice: Dice,
) -> Step[StateT, EventT]:
    """Check and play a move. Every move passes through this function.

    HOST can interrupt while any seat is to act. If the move is refused, raise a `Refusal`
    (`MatchOver`, `NotYourTurn`, or an error from the game's `check`), and leave the state
    unchanged.
    """
    acting = game.to_act(state)
    if seat not in acting:
        _only_host_may_interrupt(seat, acting)
    game.check(game.view(state, seat), move)
    return game.apply(state, seat, move, dice)


def _only_host_may_interrupt(seat: Seat, acting: tuple[Seat, ...]) -> None:
    if not acting:
        raise MatchOver("The match is over.")
    if seat != HOST:
        raise NotYourTurn("It is not your turn.")


def replay(
    game: Game[SetupT, StateT, MoveT, EventT, ViewT],
    setup: SetupT,
    seed: bytes,
    moves: Iterable[tuple[Seat, MoveT]],
) -> Iterator[Step[StateT, EventT]]:
    """Yield every step of a recorded match, beginning with the start (ply 0) and then one for each
    move.

    The dice are derived from the seed.
    """
    step = game.start(setup, SeededDice(seed, 0))
    yield step
    for ply, (seat, move) in enumerate(moves, start=1):
        step = submit(game, step[0], seat=seat, move=move, dice=SeededDice(seed, ply))
        yield step


def heard_by(seat: Seat | None, events: Iterable[Told[EventT]]) -> tuple[EventT, ...]:
    """Return the events that this seat heard, in order. None represents a spectator."""
    return tuple(
        [audience_event.event for audience_event in events if audience_event.reaches(seat)]
    )


def group_by_hearer(
    seats: int, audience_events: Iterable[Told[EventT]]
) -> tuple[list[EventT], ...]:
    """Return the events heard by each of the first `seats` seats, and lastly those heard by a
    spectator.

    The result is the same as that of `heard_by` for each of them, but takes only one pass.
    """
    events_by_seat: tuple[list[EventT], ...] = tuple([[] for _ in range(seats + 1)])
    for audience_event in audience_events:
        if audience_event.to == EVERYONE:
            for events in events_by_seat:
                events.append(audience_event.event)
        else:
            for seat in set(audience_event.to):
                if seat < seats:
                    events_by_seat[seat].append(audience_event.event)
    return events_by_seat


@dataclass(frozen=True)
class Match(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """A match as a value, with its set-up, moves, events and current state. The repr contains no
    secrets.
    """

    game: Game[SetupT, StateT, MoveT, EventT, ViewT]
    setup: SetupT
    seed: bytes = field(repr=False)
    state: StateT = field(repr=False)
    moves: tuple[tuple[Seat, MoveT], ...] = field(default=(), repr=False)
    audience_events: tuple[Told[EventT], ...] = field(default=(), repr=False)

    @classmethod
    def begin(
        cls, game: Game[SetupT, StateT, MoveT, EventT, ViewT], setup: SetupT, seed: bytes
    ) -> Match[SetupT, StateT, MoveT, EventT, ViewT]:
        """Start a match from its set-up."""
        state, events = game.start(setup, SeededDice(seed, 0))
        return cls(game, setup, seed, state, (), events)

    def submit(
        self, seat: Seat, move: MoveT, *, heard_count: int | None = None
    ) -> Match[SetupT, StateT, MoveT, EventT, ViewT]:
        """Return the match after this move.

        `heard_count` is the number of events that the seat had heard when it chose the move. If the
        seat has received more events since then, raise `Stale`.
        """
        if (
            heard_count is not None
            and heard_count != len(self.heard_by(seat))
            and not self.game.stands_when_stale(move)
        ):
            raise Stale(
                "The match has changed since you loaded the page. Check the board, then choose "
                "again."
            )
        dice = SeededDice(self.seed, len(self.moves) + 1)
        state, events = submit(self.game, self.state, seat=seat, move=move, dice=dice)
        return replace(
            self,
            state=state,
            moves=(*self.moves, (seat, move)),
            audience_events=self.audience_events + events,
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seats(self.setup)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def view(self, seat: Seat | None) -> ViewT:
        return self.game.view(self.state, seat)

    def heard_by(self, seat: Seat | None) -> tuple[EventT, ...]:
        return heard_by(seat, self.audience_events)
