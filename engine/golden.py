"""Golden playthroughs, which are recorded matches that must replay identically.

A golden consists of JSON lines. These are a head (game, rules, set-up, seed, deal), one line per
ply (mover, events with their audience, fingerprint of the state), and the outcome. If a change to
the rules is intended, increase the game's `rules_version` and record the golden again. This module
does not read or write files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import msgspec

from .codec import Codec, Reader, fingerprint
from .game import AnyGame, Refusal, Told
from .match import replay
from .values import Seat

EXCERPT_LENGTH: Final = 160
"""Maximum length of the excerpt of a changed line in a message, in characters."""


class Head(msgspec.Struct, frozen=True):
    """The first line of a golden, with the data needed to replay the match."""

    game: str
    rules_version: int
    setup: Any
    seed: str


class _Ply(msgspec.Struct, frozen=True):
    seat: Seat
    move: Any


class Golden(NamedTuple):
    """A recorded match and its name."""

    name: str
    lines: tuple[str, ...]

    @property
    def head(self) -> Head:
        return Reader[Head](Head).decode(self.lines[0])

    @property
    def text(self) -> str:
        return "".join([f"{line}\n" for line in self.lines])


def record(
    game: AnyGame, setup: Any, seed: bytes, moves: Iterable[tuple[Seat, Any]], *, name: str
) -> Golden:
    """Return the golden of a match with these moves."""
    return Golden(name, tuple(_lines(game, setup, seed, tuple(moves))))


def read(name: str, text: str) -> Golden:
    """Parse a golden from its text."""
    return Golden(name, tuple(text.splitlines()))


def differences(game: AnyGame, golden: Golden) -> Iterator[str]:
    """Yield a sentence for each difference between the recorded match and its replay."""
    try:
        replayed_lines = _replay(game, golden)
    except (Refusal, ValueError) as error:
        yield f"golden {golden.name} cannot be played: {error}"
        return
    for number, (recorded, replayed) in enumerate(
        zip_longest(golden.lines, replayed_lines, fillvalue="nothing")
    ):
        if recorded != replayed:
            yield (
                f"golden {golden.name}, line {number + 1}: "
                f"recorded {_excerpt(recorded, replayed)}, now {_excerpt(replayed, recorded)}"
            )


def _replay(game: AnyGame, golden: Golden) -> tuple[str, ...]:
    head, codec = golden.head, Codec(game)
    if (head.game, head.rules_version) != (game.key, game.rules_version):
        raise ValueError(
            f"it was recorded for {head.game}, rules {head.rules_version}, but the game is "
            f"{game.key}, rules {game.rules_version}"
        )
    plies = [Reader[_Ply](_Ply).decode(line) for line in golden.lines[1:-1]]
    moves = tuple([(ply.seat, codec.move.take(ply.move)) for ply in plies])
    return tuple(_lines(game, codec.setup.take(head.setup), bytes.fromhex(head.seed), moves))


def _lines(
    game: AnyGame, setup: Any, seed: bytes, moves: tuple[tuple[Seat, Any], ...]
) -> Iterator[str]:
    steps = replay(game, setup, seed, moves)
    state, events = next(steps)
    yield _line(
        game=game.key,
        rules_version=game.rules_version,
        setup=setup,
        seed=seed.hex(),
        **_end(state, events),
    )
    for (seat, move), (now, step_events) in zip(moves, steps, strict=True):
        state = now
        yield _line(seat=seat, move=move, **_end(state, step_events))
    yield _line(outcome=game.outcome(state))


def _end(state: Any, events: tuple[Told[Any], ...]) -> dict[str, Any]:
    return {"told": events, "state": fingerprint(state)}


def _line(**parts: Any) -> str:
    return msgspec.json.encode(parts).decode()


def _excerpt(line: str, other: str) -> str:
    """Return the part of a line around its first difference from the other line."""
    same = next(
        (
            index
            for index, (character, other_character) in enumerate(zip(line, other, strict=False))
            if character != other_character
        ),
        0,
    )
    start = max(0, same - EXCERPT_LENGTH // 2)
    before, after = "…" if start else "", "…" if len(line) > start + EXCERPT_LENGTH else ""
    return f"{before}{line[start : start + EXCERPT_LENGTH]}{after}"
