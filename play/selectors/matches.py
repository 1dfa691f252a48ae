"""Queries that show matches to readers, each for one seat or for a spectator."""

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


def heard(match: Match, seat: Seat | None) -> tuple[Any, ...]:
    """Return every event that this seat heard in a match, in order. None is a spectator."""
    return tuple(event for telling in tellings(match) for event in heard_by(seat, telling))


def heard_by_all(match: Match, seats: int) -> tuple[tuple[Any, ...], ...]:
    """Return by seat what each of the first `seats` seats heard, for a match whose rules make it
    public. One query.
    """
    told = list(tellings(match))
    return tuple(
        tuple(event for telling in told for event in heard_by(Seat(seat), telling))
        for seat in range(seats)
    )


def last_state(match: Match) -> Any:
    """Return the full final state of a match, including its secrets, for a match whose rules make
    it public. No query if its snapshot is loaded.
    """
    if match.ended_at is None:
        raise LookupError("a match under way is not opened")
    return current(match).state


def view(match: Match, seat: Seat) -> Any:
    """Return what this seat can know of a match now."""
    return current(match).view(seat)


def current(match: Match) -> Running:
    """Return a match in its current state, for reading only. It comes from the snapshot, or from
    the moves if the snapshot is missing or unreadable.
    """
    try:
        return resume(match, match.snapshot)
    except (Unreadable, Snapshot.DoesNotExist):
        return replayed(match, match.moves.order_by("ply"))


def tellings(match: Match) -> Iterator[Telling]:
    """Yield the events of each ply with their audiences. For internal use, never for a page."""
    read = readers(match.game).telling
    for payload in (
        ToldRow.objects.filter(match=match).order_by("ply").values_list("payload", flat=True)
    ):
        yield read.decode(payload)


def told_in(matches: Iterable[UUID]) -> dict[UUID, list[Told[Any]]]:
    """Return every event of these matches with its audience, by match and in order. One query, none
    without matches. For internal use, never for a page.
    """
    found: dict[UUID, list[Told[Any]]] = {match: [] for match in matches}
    if found:
        rows = ToldRow.objects.filter(match__in=list(found)).order_by("match", "ply")
        for match, game, payload in rows.values_list("match", "match__game", "payload"):
            found[match].extend(readers(game).telling.decode(payload))
    return found


def told_of(matches: Iterable[UUID], event: type[Value]) -> dict[UUID, list[Told[Any]]]:
    """Return every event of one type in these matches with its audience, by match and in order. One
    query. For internal use, never for a page.

    Only plies that name the type are read, so a rare type is cheap.
    """
    found: dict[UUID, list[Told[Any]]] = {}
    rows = ToldRow.objects.filter(
        match__in=list(matches), payload__contains=f'"{event.__struct_config__.tag}"'
    ).order_by("match", "ply")
    for match, game, payload in rows.values_list("match", "match__game", "payload"):
        found.setdefault(match, []).extend(
            each for each in readers(game).telling.decode(payload) if isinstance(each.event, event)
        )
    return found
