"""The laws of records, about reproducibility (3), JSON (4) and goldens (8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from engine.codec import KINDS, Reader, encode
from engine.game import AnyGame, Outcome
from engine.golden import Golden, differences
from engine.match import replay
from engine.values import EVERYONE, HOST

from .trial import Broken, Trial

_SCALAR_TYPES: Final = (
    msgspec.inspect.NoneType, msgspec.inspect.BoolType, msgspec.inspect.IntType,
    msgspec.inspect.FloatType, msgspec.inspect.StrType, msgspec.inspect.BytesType,
    msgspec.inspect.LiteralType, msgspec.inspect.EnumType,
)  # fmt: skip


def law_3_same_again(trial: Trial) -> Counter[str]:
    """Check that the same set-up, seed and moves produce the same steps, byte for byte."""
    steps = list(replay(trial.game, trial.setup, trial.seed, trial.moves))
    for ply, (state, events) in enumerate(steps):
        if _bytes(state, events) != _bytes(trial.states[ply], trial.told[ply]):
            raise Broken("3", f"{trial.describe_ply(ply)}: a replay gives a different result")
    return Counter(plies=len(steps), other_processes=0)


def digest(trials: Iterable[Trial]) -> str:
    """Return a digest that must be the same in a process with a different hash seed."""
    result = sha256()
    for trial in trials:
        for state, events in zip(trial.states, trial.told, strict=True):
            result.update(_bytes(state, events))
    return result.hexdigest()


def law_3_elsewhere(
    game: AnyGame, trials: Iterable[Trial], other_digests: Sequence[str]
) -> Counter[str]:
    """Check that other processes produce the same digest."""
    own_digest = digest(trials)
    for other in other_digests:
        if other != own_digest:
            raise Broken(
                "3",
                (
                    f"{game.key}: another process gets different steps from the same set-ups, "
                    "seeds and moves"
                ),
            )
    return Counter(other_processes=len(other_digests))


def _bytes(state: Any, events: Iterable[Any]) -> bytes:
    return b"\n".join([encode(state), *map(encode, events)])


def law_4_survives_json(trial: Trial) -> Counter[str]:
    """Check that set-ups, states, moves, events, views and outcomes survive conversion to JSON and
    back, byte for byte.

    Their types must consist only of frozen records, tuples and scalars. Moves and events must be
    tagged. Every seat that hears an event must be at the table.
    """
    _check_types(trial.game)
    _survives(trial, 0, Reader(trial.game.types[0]), trial.setup)
    count = 1
    for ply in (*trial.plies(), len(trial.moves)):
        for reader, value in _values(trial, ply):
            _survives(trial, ply, reader, value)
            count += 1
        _audiences(trial, ply)
    return Counter(values=count)


def _values(trial: Trial, ply: int) -> Iterator[tuple[Reader[Any], Any]]:
    game, codec, state = trial.game, trial.codec, trial.states[ply]
    yield codec.state, state
    yield from ((codec.event, audience_event.event) for audience_event in trial.told[ply])
    for seat in (*trial.watchers, HOST):
        view = game.view(state, seat)
        yield codec.view, view
        yield from ((codec.move, move) for move in game.legal_moves(view))
    if outcome := game.outcome(state):
        yield Reader(Outcome), outcome


def _survives(trial: Trial, ply: int, reader: Reader[Any], value: Any) -> None:
    sent = encode(value)
    back = reader.decode(sent)
    if back != value or encode(back) != sent or hash(back) != hash(value):
        raise Broken(
            "4",
            f"{trial.describe_ply(ply)}: {value} becomes {back} after a round trip through JSON",
        )


def _audiences(trial: Trial, ply: int) -> None:
    for audience_event in trial.told[ply]:
        if audience_event.to != EVERYONE and not {*audience_event.to} <= {*trial.seats, HOST}:
            raise Broken(
                "4",
                (
                    f"{trial.describe_ply(ply)}: {audience_event} is for a seat that is not at the "
                    "table"
                ),
            )


def _check_types(game: AnyGame) -> None:
    for kind, info in zip(KINDS, msgspec.inspect.multi_type_info(game.types), strict=True):
        checked: set[type] = set()
        _check_type(f"{game.key}'s {kind}", info, checked)
        if kind in ("move", "event"):
            _check_tagged(f"{game.key}'s {kind}", info)
        Reader(game.types[KINDS.index(kind)]).schema()


def _check_type(path: str, info: msgspec.inspect.Type, checked: set[type]) -> None:
    match info:
        case msgspec.inspect.StructType(cls=cls, fields=fields):
            if not cls.__struct_config__.frozen:
                raise Broken("4", f"{path}: {cls.__name__} is not frozen")
            if cls not in checked:
                checked.add(cls)
                for field in fields:
                    _check_type(f"{path}, {cls.__name__}.{field.name}", field.type, checked)
        case msgspec.inspect.VarTupleType(item_type=item):
            _check_type(path, item, checked)
        case msgspec.inspect.TupleType(item_types=parts) | msgspec.inspect.UnionType(types=parts):
            for part in parts:
                _check_type(path, part, checked)
        case msgspec.inspect.Metadata(type=inner):
            _check_type(path, inner, checked)
        case _:
            if not isinstance(info, _SCALAR_TYPES):
                raise Broken(
                    "4",
                    (
                        f"{path} holds a {type(info).__name__}: use only values, tuples and simple "
                        "types"
                    ),
                )


def _check_tagged(path: str, info: msgspec.inspect.Type) -> None:
    parts = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    for part in parts:
        if not isinstance(part, msgspec.inspect.StructType) or part.tag is None:
            raise Broken("4", f"{path}: every kind must be a record with a tag")


def law_8_goldens(game: AnyGame, goldens: Sequence[Golden]) -> Counter[str]:
    """Check that recorded playthroughs of this game replay exactly."""
    for golden in goldens:
        for difference in differences(game, golden):
            raise Broken("8", f"{game.key}: {difference}")
    return Counter(goldens=len(goldens))
