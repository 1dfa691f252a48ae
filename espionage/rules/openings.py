"""Dice that are opened: the root over all keys of a week, published with its results, and what one
reader may throw again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.codec import encode_all
from engine.dice import SEED_BYTES, Domain
from engine.game import Told
from engine.match import heard_by_each
from engine.sealing import RollKey, key_leaves, key_root, merkle_root, told_seal
from engine.values import Seat
from espionage.rules.ambush.call import ambush_domain

from .step_builder import harm_domain
from .values import Event, MissionRecord, State

SMALLEST_TREE: Final = 64
"""Leaves of the smallest tree over keys."""
LIVE_PLIES: Final = 64
"""Plies for which every week with live decisions has room: how many questions were answered is
nobody's to read.
"""
A_MISSION: Final = 3
"""Domains that a mission brings along: its harm, its ambush, what stays sealed."""


def dice_root(seed: bytes, state: State, plies: int) -> str:
    """The root over every key of a played week; `plies` after the start."""
    return key_root(seed, keys(state, plies), tree_size(state, plies))


PUBLIC_SALT: Final = bytes(SEED_BYTES)
"""The salt of what everybody heard, which hides nothing."""


def told_leaves(salts: Sequence[bytes], told: Sequence[Told[Event]]) -> tuple[str, ...]:
    """The leaves of the tree over what was told: what each seat heard, by its salt, and last what
    everybody did.
    """
    return _heard_leaves(salts, heard_by_each(len(salts), told))


def told_root(salts: Sequence[bytes], told: Sequence[Told[Event]]) -> str:
    """The root over what every seat and everybody was told, published with the results: no report
    can be told otherwise afterwards.
    """
    return merkle_root(told_leaves(salts, told))


def heard_root(salts: Sequence[bytes], heard: Sequence[Sequence[Event]]) -> str:
    """The same root, by what each seat heard, and last what everybody did."""
    return merkle_root(_heard_leaves(salts, heard))


def _heard_leaves(salts: Sequence[bytes], heard: Sequence[Sequence[Event]]) -> tuple[str, ...]:
    return tuple(
        [
            told_seal(salt, encode_all(events))
            for salt, events in zip((*salts, PUBLIC_SALT), heard, strict=True)
        ]
    )


def leaves(seed: bytes, state: State, plies: int) -> tuple[str, ...]:
    """The leaves of the tree over all keys, in their published order; `plies` after the start."""
    return key_leaves(seed, keys(state, plies), tree_size(state, plies))


def tree_size(state: State, plies: int) -> int:
    """Leaves of the week's tree: it follows from what everybody knows, for its depth shows in every
    opening (E25).

    There is room for a mission of everybody on the public rosters, so that the size does not tell
    how many there were; and for the plies, of which without live decisions there is one an ambush,
    as the news say.
    """
    most = 1 + len(state.own) + A_MISSION * sum(len(team.people) for team in state.table.roster)
    steps = max(plies, LIVE_PLIES) if state.table.rules.live_decisions else plies
    size = SMALLEST_TREE
    while size < most * (steps + 1):
        size *= 2
    return size


def keys(state: State, plies: int) -> Iterator[RollKey]:
    """Every key that may have been thrown with: each domain at each ply."""
    for domain in domains(len(state.own), state.hidden.records):
        for ply in range(plies + 1):
            yield RollKey(domain, ply)


def domains(seats: int, records: Sequence[MissionRecord]) -> Iterator[Domain]:
    """The domains of a week: what all may know, each team's own, and of each mission its harm, its
    ambush and what stays sealed.
    """
    yield "public"
    for seat in range(seats):
        yield Seat(seat)
    for record in records:
        mission = record.by, record.against, record.nth
        yield harm_domain(*mission)
        yield ambush_domain(*mission)
        yield ("sealed", *mission)
