"""The viewer's private note and marks at a table."""

from __future__ import annotations

from collections.abc import Mapping

from engine.values import Seat
from play.models import PrivateMark, PrivateNote
from play.tabletop import registry

from .participants import Participant


def note(place: Participant) -> str:
    """Return the viewer's note at this table, or ""."""
    rows = PrivateNote.objects.filter(table=place.table, user=place.user).order_by("pk")
    return rows.values_list("text", flat=True).first() or ""


def markable_seats(place: Participant) -> tuple[Seat, ...]:
    """Return the seats that the viewer can mark, which are all players except themselves. There are
    none before the start, in games without marks, and for spectators.
    """
    table = place.table
    if table.match is None or not place.is_member or not registry.get(table.game).marks:
        return ()
    return tuple([Seat(chair.seat) for chair in place.chairs if chair.seat != place.seat])


def marks(place: Participant) -> Mapping[int, str]:
    """Return the viewer's marks for the players in this match, by seat."""
    if not markable_seats(place):
        return {}
    return dict(
        PrivateMark.objects.filter(match=place.table.match, user=place.user)
        .order_by("seat")
        .values_list("seat", "mark")
    )
