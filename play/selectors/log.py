"""The log of a match as one seat received it. Every event has a line of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.match import heard_by
from engine.values import Seat
from play.models import Match, Move, Table
from play.tabletop import registry

from .matches import audience_events_by_ply
from .names import names_at
from .participants import Participant

_ORIGINS = {
    Move.Origin.CLOCK: "made by the clock",
    Move.Origin.DEPUTY: "made by a deputy",
    Move.Origin.FAULT: "made by default because the bot failed",
}


@dataclass(frozen=True)
class Entry:
    """An event that the seat received, numbered from 1 for that seat. `words` is "" for events
    without a line. `note` says how the move was made if the player did not make it. `before` is the
    number of events received before this moment.
    """

    number: int
    event: Any
    words: str
    note: str
    before: int


def entries(place: Participant) -> Iterator[Entry]:
    """Yield the events that the viewer's seat received, in order. There are none before the start.
    This takes two queries.
    """
    table = place.table
    if table.match is None:
        return
    tabletop, names, number = registry.get(table.game), names_at(place.chairs), 0
    # After the end, everyone can know how moves were made.
    notes = _notes(
        table.match, place.seat, show_all=table.status == Table.Status.OVER and table.opens
    )
    say = tabletop.narrator(names, place.seat)
    for ply, telling in enumerate(audience_events_by_ply(table.match)):
        note, before = notes.get(ply, ""), number
        for event in heard_by(place.seat, telling):
            number += 1
            text = say(event)
            yield Entry(number, event, text, note if text else "", before)
            note = "" if text else note


def _notes(match: Match, seat: Seat | None, *, show_all: bool) -> Mapping[int, str]:
    """Return, by ply, the origin of each move that no person made. Only moves that this seat can
    know are included, which are its own and public ones.
    """
    rows = Move.objects.filter(match=match, how__in=_ORIGINS)
    return {
        ply: _ORIGINS[Move.Origin(origin)]
        for ply, mover, origin, is_open in rows.values_list("ply", "seat", "how", "open")
        if show_all or is_open or mover == seat
    }
