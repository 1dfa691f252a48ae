"""A match in memory, which consists of the stored match and the moves made since. This module does
not access the database.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from core.accounts.models import User
from engine import registry
from engine.codec import Codec, Reader, encode
from engine.dice import SeededDice
from engine.game import AnyGame, Outcome, Step, Told
from engine.match import replay, submit
from engine.values import HOST, Seat, Value

from .models import Match, Move, Snapshot
from .models import Told as ToldRow

Telling = tuple[Told[Any], ...]
"""The events of one ply with their audiences."""


class Readers:
    """Decoders of a game's stored rows."""

    def __init__(self, game: AnyGame) -> None:
        codec: Codec[Any, Any, Any, Any, Any] = Codec(game)
        self.setup, self.state, self.move = codec.setup, codec.state, codec.move
        event = game.types[3]
        self.telling: Reader[Telling] = Reader(tuple[Told[event], ...])  # type: ignore[valid-type]


@lru_cache
def readers(key: str) -> Readers:
    """Return the decoders of a game. Raise `UnknownGame` if it is not registered."""
    return Readers(registry.get(key))


class MoveOrigin(NamedTuple):
    """The way in which a move was made (see `Move`)."""

    origin: str
    mover: User | None = None
    key: str = ""
    open: bool = False


@dataclass
class Running:
    """A match in progress, with its newest state and the unsaved rows of its new plies."""

    match: Match
    game: AnyGame
    state: Any
    ply: int
    moves: list[Move] = field(default_factory=list)
    told_rows: list[ToldRow] = field(default_factory=list)
    audience_events: list[Told[Any]] = field(default_factory=list)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def has_all_events(self) -> bool:
        """Whether the events of the whole match, from the deal onwards, are in memory."""
        return bool(self.told_rows) and self.told_rows[0].ply == 0

    def to_act(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def submit(
        self, *, seat: Seat, move: Value, now: datetime, move_origin: MoveOrigin | None = None
    ) -> None:
        """Make one move with the engine. If the engine refuses the move, raise the refusal and
        change nothing.
        """
        step = submit(
            self.game, self.state, seat=seat, move=move, dice=dice_of(self.match, self.ply + 1)
        )
        self.ply += 1
        origin, mover, key, is_open = move_origin or (
            Move.Origin.HOST if seat == HOST else Move.Origin.PERSON,
            None,
            "",
            False,
        )
        row = Move(
            match_id=self.match.pk,
            ply=self.ply,
            seat=seat,
            payload=encode(move).decode(),
            at=now,
            how=origin,
            by=mover,
            key=key,
            open=is_open,
        )
        self.moves.append(row)
        self.take(step)
        if self.outcome is not None:
            self.match.ended_at = now

    def take(self, step: Step[Any, Any]) -> None:
        """Adopt the result of a step. Its state becomes current, and its events will be saved."""
        self.state, audience_events = step
        self.audience_events += audience_events
        self.told_rows.append(
            ToldRow(
                match_id=self.match.pk,
                ply=self.ply,
                payload=msgspec.json.encode(audience_events).decode(),
            )
        )

    def snapshot(self) -> Snapshot:
        """Return the cache row of the newest state."""
        state = encode(self.state)
        return Snapshot(
            match_id=self.match.pk,
            ply=self.ply,
            state=state.decode(),
            state_hash=sha256(state).hexdigest(),
        )


def dice_of(match: Match, ply: int) -> SeededDice:
    """Return the dice of one ply of a match."""
    return SeededDice(bytes(match.seed), ply)


def begin(game: AnyGame, setup: Value, *, seed: bytes, now: datetime, sealed: bool) -> Running:
    """Deal a new match without saving it."""
    match = Match(
        game=game.key,
        rules_version=game.rules_version,
        setup=encode(setup).decode(),
        seed=seed,
        seed_hash=sha256(seed).hexdigest(),
        sealed=sealed,
        opened_at=now,
    )
    running = Running(match=match, game=game, state=None, ply=0)
    running.take(game.start(setup, dice_of(match, 0)))
    if running.outcome is not None:
        match.ended_at = now
    return running


def resume(match: Match, snapshot: Snapshot) -> Running:
    """Return a stored match in the state of its snapshot. Raise `Unreadable` if the snapshot cannot
    be decoded.
    """
    game = registry.get(match.game)
    return Running(
        match=match,
        game=game,
        state=readers(match.game).state.decode(snapshot.state),
        ply=snapshot.ply,
    )


def replayed(match: Match, moves: Iterable[Move]) -> Running:
    """Replay a stored match from its setup, seed and `moves`, which are in order of ply. The result
    includes the event rows of every ply.
    """
    read = readers(match.game)
    running = Running(match=match, game=registry.get(match.game), state=None, ply=0)
    plies = [(Seat(move.seat), read.move.decode(move.payload)) for move in moves]
    steps = replay(running.game, read.setup.decode(match.setup), bytes(match.seed), plies)
    for ply, step in enumerate(steps):
        running.ply = ply
        running.take(step)
    return running
