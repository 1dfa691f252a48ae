"""Queries for matches, each from the perspective of one seat or of a spectator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from engine.codec import Unreadable
from engine.game import Told
from engine.match import heard_by
from engine.values import Seat, Value
from play.models import Match, Snapshot
from play.models import Told as ToldRow
from play.running import Running, Telling, readers, replayed, resume


def heard_events(match: Match, seat: Seat | None) -> tuple[Any, ...]:
    """Return every event that this seat received in a match, in order. If `seat` is None, return
    the events that spectators received.
    """
    return tuple(
        event for telling in audience_events_by_ply(match) for event in heard_by(seat, telling)
    )


def heard_by_seats(match: Match, seats: int) -> tuple[tuple[Any, ...], ...]:
    """Return, by seat, the events that each of the first `seats` seats received. Use this only for
    matches whose rules make these events public. This takes one query.
    """
    audience_events = list(audience_events_by_ply(match))
    return tuple(
        tuple(event for telling in audience_events for event in heard_by(Seat(seat), telling))
        for seat in range(seats)
    )


def last_state(match: Match) -> Any:
    """Return the full final state of a match, including its secrets. Use this only for matches
    whose rules make the state public. This takes no query if the match's snapshot is loaded.
    """
    if match.ended_at is None:
        raise LookupError("a match in progress has no opened secrets")
    return current_match(match).state


def match_view(match: Match, seat: Seat) -> Any:
    """Return what this seat can currently know of a match."""
    return current_match(match).view(seat)


def current_match(match: Match) -> Running:
    """Return a match in its current state, for reading only. It is loaded from the snapshot, or
    from the moves if the snapshot is missing or unreadable.
    """
    try:
        return resume(match, match.snapshot)
    except (Unreadable, Snapshot.DoesNotExist):
        return replayed(match, match.moves.order_by("ply"))


def audience_events_by_ply(match: Match) -> Iterator[Telling]:
    """Yield the events of each ply with their audiences. For internal use, never for a page."""
    read = readers(match.game).telling
    for payload in (
        ToldRow.objects.filter(match=match).order_by("ply").values_list("payload", flat=True)
    ):
        yield read.decode(payload)


def events_in(matches: Iterable[UUID]) -> dict[UUID, list[Told[Any]]]:
    """Return every event of these matches with its audience, by match and in order. This takes one
    query, or none if there are no matches. For internal use, never for a page.
    """
    events_by_match: dict[UUID, list[Told[Any]]] = {match: [] for match in matches}
    if events_by_match:
        rows = ToldRow.objects.filter(match__in=list(events_by_match)).order_by("match", "ply")
        for match, game, payload in rows.values_list("match", "match__game", "payload"):
            events_by_match[match].extend(readers(game).telling.decode(payload))
    return events_by_match


def events_of_type(matches: Iterable[UUID], event: type[Value]) -> dict[UUID, list[Told[Any]]]:
    """Return every event of one type in these matches with its audience, by match and in order.
    This takes one query. For internal use, never for a page.

    Only plies that mention the type are read, so a query for a rare type is cheap.
    """
    events_by_match: dict[UUID, list[Told[Any]]] = {}
    rows = ToldRow.objects.filter(
        match__in=list(matches), payload__contains=f'"{event.__struct_config__.tag}"'
    ).order_by("match", "ply")
    for match, game, payload in rows.values_list("match", "match__game", "payload"):
        events_by_match.setdefault(match, []).extend(
            audience_event
            for audience_event in readers(game).telling.decode(payload)
            if isinstance(audience_event.event, event)
        )
    return events_by_match
