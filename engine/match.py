"""The only code that runs a game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic

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

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def submit(
    game: Game[SetupT, StateT, MoveT, EventT, ViewT],
    state: StateT,
    *,
    seat: Seat,
    move: MoveT,
    dice: Dice,
) -> Step[StateT, EventT]:
    """The one gate every move passes: turn, legality, rules. HOST may speak as long as anyone is to
    act.

    Raises a Refusal (MatchOver, NotYourTurn, or what the game's `check` says) and leaves the state
    as it was.
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
    """Every step of a recorded match: the start (ply 0), then one for each move. The dice follow
    from the seed.
    """
    step = game.start(setup, SeededDice(seed, 0))
    yield step
    for ply, (seat, move) in enumerate(moves, start=1):
        step = submit(game, step[0], seat=seat, move=move, dice=SeededDice(seed, ply))
        yield step


def heard_by(seat: Seat | None, told: Iterable[Told[EventT]]) -> tuple[EventT, ...]:
    """What this seat heard of all that was told, in order; None is a spectator."""
    return tuple([each.event for each in told if each.reaches(seat)])


def heard_by_each(seats: int, told: Iterable[Told[EventT]]) -> tuple[list[EventT], ...]:
    """What each of the first so many seats heard, in order, and last what a spectator did: as
    `heard_by` says of each of them, in one go.
    """
    heard: tuple[list[EventT], ...] = tuple([[] for _ in range(seats + 1)])
    for each in told:
        if each.to == EVERYONE:
            for events in heard:
                events.append(each.event)
        else:
            for seat in set(each.to):
                if seat < seats:
                    heard[seat].append(each.event)
    return heard


@dataclass(frozen=True)
class Match(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """A match as a value: where it began, what was played and told, and where it stands. Secrets
    stay out of its repr.
    """

    game: Game[SetupT, StateT, MoveT, EventT, ViewT]
    setup: SetupT
    seed: bytes = field(repr=False)
    state: StateT = field(repr=False)
    moves: tuple[tuple[Seat, MoveT], ...] = field(default=(), repr=False)
    told: tuple[Told[EventT], ...] = field(default=(), repr=False)

    @classmethod
    def begin(
        cls, game: Game[SetupT, StateT, MoveT, EventT, ViewT], setup: SetupT, seed: bytes
    ) -> Match[SetupT, StateT, MoveT, EventT, ViewT]:
        """Set up and deal."""
        state, told = game.start(setup, SeededDice(seed, 0))
        return cls(game, setup, seed, state, (), told)

    def submit(
        self, seat: Seat, move: MoveT, *, heard: int | None = None
    ) -> Match[SetupT, StateT, MoveT, EventT, ViewT]:
        """The match one ply on. `heard` is how many events the seat had heard when it chose: too
        few, and the move is stale.
        """
        if (
            heard is not None
            and heard != len(self.heard_by(seat))
            and not self.game.stands_when_stale(move)
        ):
            raise Stale(
                "The match has changed since you loaded the page. Check the board, then choose "
                "again."
            )
        dice = SeededDice(self.seed, len(self.moves) + 1)
        state, told = submit(self.game, self.state, seat=seat, move=move, dice=dice)
        return replace(self, state=state, moves=(*self.moves, (seat, move)), told=self.told + told)

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
        return heard_by(seat, self.told)
