"""Replays matches to check that their caches agree with their moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from engine import registry
from engine.codec import Unreadable
from engine.game import Refusal
from engine.registry import UnknownGame

from .models import Match, Move, Snapshot, Told
from .running import replayed
from .services import rewrite_caches


class Finding(NamedTuple):
    """An inconsistency, with a code, the id of the match, and a sentence."""

    code: str
    subject_id: UUID
    sentence: str


def findings(match_id: UUID, *, repair: bool = False) -> Iterator[Finding]:
    """Yield the inconsistencies of one match. If `repair` is true, rewrite caches that differ.
    Moves are never changed, and events of matches played under older rules are kept as recorded.
    """
    try:
        drifted = drift(match_id)
        if drifted and (older := _older_rules(match_id)):
            yield Finding("older-rules", match_id, older)
            return
        if drifted and repair:
            _rewrite(match_id)
    except UnknownGame:
        yield Finding("unknown-game", match_id, "The game of this match is not installed.")
    except (Unreadable, Refusal) as error:
        if older := _older_rules(match_id):
            yield Finding("older-rules", match_id, older)
            return
        yield Finding(
            "does-not-replay",
            match_id,
            f"The moves cannot be replayed: {type(error).__name__}.",
        )
    else:
        for sentence in drifted:
            yield Finding(
                "drift", match_id, f"{sentence}{', rebuilt' if repair else ''}.".capitalize()
            )


def _older_rules(match_id: UUID) -> str:
    """Return a sentence if the match was started under older rules than the current ones, or ""."""
    match = Match.objects.only("game", "rules_version").get(pk=match_id)
    today = registry.get(match.game).rules_version
    if match.rules_version == today:
        return ""
    return (
        f"The match was started with rules version {match.rules_version}. The current version "
        f"{today} gives different results. The recorded events stay valid, and nothing is rebuilt."
    )


def drift(match_id: UUID) -> tuple[str, ...]:
    """Replay a match and compare its caches with its moves. This takes four queries."""
    match = Match.objects.get(pk=match_id)
    stored = dict(Told.objects.filter(match=match).values_list("ply", "payload"))
    snapshot = (
        Snapshot.objects.filter(match=match).values_list("ply", "state", "state_hash").first()
    )
    replay = replayed(match, Move.objects.filter(match=match).order_by("ply"))
    findings = [
        f"ply {row.ply}: the recorded events differ"
        for row in replay.told_rows
        if stored.get(row.ply) != row.payload
    ]
    new_snapshot = replay.snapshot()
    if snapshot != (new_snapshot.ply, new_snapshot.state, new_snapshot.state_hash):
        findings.append("the snapshot differs")
    if set(stored) - {row.ply for row in replay.told_rows}:
        findings.append("the cache contains plies that were never played")
    return tuple(findings)


@transaction.atomic
def _rewrite(match_id: UUID) -> None:
    match = Match.objects.select_for_update().get(pk=match_id)
    rewrite_caches(replayed(match, Move.objects.filter(match=match).order_by("ply")))
