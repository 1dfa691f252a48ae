"""Opened dice: the root over all keys of a week, and the rolls that a reader can repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ambush.rules.call import ambush_domain
from engine.codec import encode_all
from engine.dice import SEED_BYTES, Domain
from engine.game import Told
from engine.match import group_by_hearer
from engine.sealing import RollKey, key_leaves, key_root, merkle_root, told_seal
from engine.values import Seat

from .step_builder import harm_domain
from .values import Event, MissionRecord, State

MIN_TREE_LEAVES: Final = 64
"""Minimum number of leaves of a key tree."""
LIVE_PLIES: Final = 64
"""Minimum number of plies with live decisions, to hide how many questions were answered."""
DOMAINS_PER_MISSION: Final = 3
"""Number of dice domains of a mission: one each for harm, the ambush, and secret rolls."""


def dice_root(seed: bytes, state: State, plies: int) -> str:
    """Return the root over every key of a played week.

    `plies` is the number of plies after the start.
    """
    return key_root(seed, roll_keys(state, plies), tree_size(state, plies))


PUBLIC_SALT: Final = bytes(SEED_BYTES)
"""The salt of the public events, which is known to everyone and hides nothing."""


def told_event_leaves(
    salts: Sequence[bytes], told_events: Sequence[Told[Event]]
) -> tuple[str, ...]:
    """Return the leaves of the event tree: one salted leaf per seat, then the public leaf."""
    return _event_leaves(salts, group_by_hearer(len(salts), told_events))


def told_event_root(salts: Sequence[bytes], told_events: Sequence[Told[Event]]) -> str:
    """Return the root over the public events and the events of every seat.

    The root is published with the results, so no report can be changed afterwards.
    """
    return merkle_root(told_event_leaves(salts, told_events))


def event_root(salts: Sequence[bytes], events_by_seat: Sequence[Sequence[Event]]) -> str:
    """Return the same root as `told_event_root` from events already grouped by seat.

    The last group contains the public events.
    """
    return merkle_root(_event_leaves(salts, events_by_seat))


def _event_leaves(
    salts: Sequence[bytes], events_by_seat: Sequence[Sequence[Event]]
) -> tuple[str, ...]:
    return tuple(
        [
            told_seal(salt, encode_all(events))
            for salt, events in zip((*salts, PUBLIC_SALT), events_by_seat, strict=True)
        ]
    )


def key_tree_leaves(seed: bytes, state: State, plies: int) -> tuple[str, ...]:
    """Return the leaves of the key tree in their published order."""
    return key_leaves(seed, roll_keys(state, plies), tree_size(state, plies))


def tree_size(state: State, plies: int) -> int:
    """Return the number of leaves of the week's key tree.

    Only public information is used, because each opening reveals the depth of the tree (E25). The
    tree has room for a mission by everyone on the public rosters, so its size does not reveal the
    number of missions. The tree also has room for the plies. Without live decisions, there is one
    ply for each ambush, and ambushes are public news.
    """
    max_domains = (
        1
        + len(state.own)
        + DOMAINS_PER_MISSION * sum(len(team.people) for team in state.table.roster)
    )
    steps = max(plies, LIVE_PLIES) if state.table.rules.live_decisions else plies
    size = MIN_TREE_LEAVES
    while size < max_domains * (steps + 1):
        size *= 2
    return size


def roll_keys(state: State, plies: int) -> Iterator[RollKey]:
    """Yield every key that the week could have used: each domain at each ply."""
    for domain in week_domains(len(state.own), state.hidden.records):
        for ply in range(plies + 1):
            yield RollKey(domain, ply)


def week_domains(seats: int, records: Sequence[MissionRecord]) -> Iterator[Domain]:
    """Yield the dice domains of a week.

    One domain is public, and each team has a domain of its own. Each mission has separate domains
    for its harm, its ambush and its secret rolls.
    """
    yield "public"
    for seat in range(seats):
        yield Seat(seat)
    for record in records:
        mission = record.by, record.against, record.nth
        yield harm_domain(*mission)
        yield ambush_domain(*mission)
        yield ("sealed", *mission)
