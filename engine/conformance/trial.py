"""Trials, which are random matches on which the laws are tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from engine.codec import Codec, Unreadable, encode
from engine.dice import Dice, SeededDice
from engine.game import AnyGame, Refusal
from engine.match import submit
from engine.values import HOST, Seat, T, Value

HOST_SPEAKS: Final = 20
"""Average number of plies between moves of HOST in random play, if HOST has moves."""


class Broken(AssertionError):
    """The game breaks a law. `law` is the law's number. The message says how to reproduce the
    breach.
    """

    def __init__(self, law: str, message: str) -> None:
        super().__init__(f"law {law}: {message}")
        self.law = law


@contextmanager
def breaking(law: str, context: str) -> Iterator[None]:
    """Convert any exception raised by a game to a breach of this law."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise Broken(law, f"{context}: {type(error).__name__}: {error}") from error


def kinds(events: Sequence[Any]) -> set[type]:
    """Return the types of the events."""
    return {type(audience_event.event) for audience_event in events}


class Trial:
    """One random match. `told[ply]` contains the events that led to `states[ply]`, and `moves[ply]`
    leads to the next state.
    """

    def __init__(self, game: AnyGame, setup: Any, seed: bytes, *, positions: int = 30) -> None:
        self.game, self.setup, self.seed, self.positions = game, setup, seed, positions
        self.codec: Codec[Any, Any, Any, Any, Any] = Codec(game)
        self.seats = game.seats(setup)
        self.watchers: tuple[Seat | None, ...] = (*self.seats, None)
        self.states: list[Any] = []
        self.told: list[tuple[Any, ...]] = []
        self.moves: list[tuple[Seat, Any]] = []
        self.offered: dict[Seat, dict[bytes, Any]] = {}
        self.strangers: Sequence[Any] = ()
        self.host_only: frozenset[type] = frozenset()
        self._made: dict[Callable[[Trial], Any], Any] = {}
        self._play()

    def _play(self) -> None:
        with breaking("2", self.describe_ply(0)):
            state, events = self.game.start(self.setup, SeededDice(self.seed, 0))
        self._remember(state, events)
        chooser = self.dice("chooser")
        while acting := self.game.to_act(self.states[-1]):
            self._one_ply(acting, chooser)

    def _one_ply(self, acting: tuple[Seat, ...], chooser: Dice) -> None:
        state, ply = self.states[-1], len(self.moves) + 1
        if ply > self.game.max_plies:
            raise Broken(
                "7",
                f"{self.describe_ply(ply)}: random play exceeds {self.game.max_plies} plies",
            )
        with breaking("2", self.describe_ply(ply)):
            seat = self._speaker(state, acting, chooser)
            move = self.game.propose(self.game.view(state, seat), chooser)
            after, events = submit(
                self.game, state, seat=seat, move=move, dice=SeededDice(self.seed, ply)
            )
        self.moves.append((seat, move))
        self._remember(after, events)

    def _speaker(self, state: Any, acting: tuple[Seat, ...], chooser: Dice) -> Seat:
        seat = chooser.pick(acting)
        if not self._offer(state, seat):
            raise Broken(
                "1", f"{self.describe_ply(len(self.moves))}: seat {seat} is to act but has no moves"
            )
        interrupts = (
            HOST not in acting and chooser.die(HOST_SPEAKS) == 1 and self._offer(state, HOST)
        )
        return HOST if interrupts else seat

    def _offer(self, state: Any, seat: Seat) -> bool:
        moves = self.game.legal_moves(self.game.view(state, seat))
        self.offered.setdefault(seat, {}).update({encode(move): move for move in moves})
        return bool(moves)

    def _remember(self, state: Any, events: tuple[Any, ...]) -> None:
        self.states.append(state)
        self.told.append(events)

    def dice(self, purpose: str) -> Dice:
        """Return dice for laws and random play, which the match itself never uses."""
        return SeededDice(self.seed, 0, (purpose, "trial"))

    def compute_once(self, make: Callable[[Trial], T]) -> T:
        """Return the result of `make` for this trial. It is computed only once for all laws."""
        if make not in self._made:
            self._made[make] = make(self)
        result: T = self._made[make]
        return result

    def plies(self, start: int = 0) -> Iterator[int]:
        """Yield the plies to examine. These are all plies of a short match, and evenly spaced plies
        of a long match.
        """
        step = max(1, len(self.moves) // self.positions)
        return iter(range(start, len(self.moves), step))

    def telling_plies(self) -> Sequence[int]:
        """Return the plies from `plies`, and those in which a type of event first occurs."""
        plies, known_kinds = {*self.plies()}, kinds(self.told[0])
        for ply in range(len(self.moves)):
            if not kinds(self.told[ply + 1]) <= known_kinds:
                known_kinds |= kinds(self.told[ply + 1])
                plies.add(ply)
        return sorted(plies)

    def speakers(self, state: Any) -> tuple[Seat, ...]:
        """Return the seats that are to act, and also HOST if it has moves."""
        acting = self.game.to_act(state)
        interrupts = (
            HOST not in acting
            and bool(acting)
            and self.game.legal_moves(self.game.view(state, HOST))
        )
        return (*acting, HOST) if interrupts else acting

    def sendable(self, move: Value) -> bool:
        """Return whether a client can send this move."""
        try:
            return bool(self.codec.move.decode(encode(move)) == move)
        except Unreadable:
            return False

    def allowed(self, view: Any, move: Any) -> bool:
        """Return whether `check` accepts the move."""
        try:
            self.game.check(view, move)
        except Refusal:
            return False
        return True

    def describe_ply(self, ply: int) -> str:
        """Return a description of the match and the ply, for the message of a breach."""
        return (
            f"{self.game.key}, set-up {encode(self.setup).decode()}, seed "
            f"{self.seed.hex()}, ply {ply}"
        )
