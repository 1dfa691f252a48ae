"""Rows for the dossier with the ambushes that each team learned of.

The rows are stored because it would take too long to read all events of all weeks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from engine.codec import encode
from engine.game import Told
from engine.match import heard_by
from engine.values import Seat
from espionage.models import AmbushHeard
from espionage.rules.values import AmbushOver
from play.selectors import events_of_type

from .week_batch import LoadedWeek


def ambush_rows(loaded_weeks: Sequence[LoadedWeek]) -> Iterator[AmbushHeard]:
    """Yield the ending of each ambush of these weeks, one row for each team that learned of it.

    This runs one query, or none if the weeks were just played from the start.
    """
    stored = (
        events_of_type(match_ids, AmbushOver)
        if (
            match_ids := [
                loaded.seal.match_id
                for loaded in loaded_weeks
                if loaded.seal.match_id and not _is_in_memory(loaded)
            ]
        )
        else {}
    )
    for loaded in loaded_weeks:
        if loaded.seal.match_id:
            yield from _rows_of_week(loaded, _ambush_ends(loaded, stored))


def _is_in_memory(loaded: LoadedWeek) -> bool:
    return loaded.running is not None and loaded.running.has_all_events


def _ambush_ends(
    loaded: LoadedWeek, stored: Mapping[UUID, Sequence[Told[Any]]]
) -> Sequence[Told[Any]]:
    if loaded.running is not None and _is_in_memory(loaded):
        return [
            event for event in loaded.running.audience_events if isinstance(event.event, AmbushOver)
        ]
    return stored.get(loaded.seal.match_id, ())  # type: ignore[arg-type] # only weeks with a match come here


def _rows_of_week(loaded: LoadedWeek, events: Sequence[Told[Any]]) -> Iterator[AmbushHeard]:
    for seat in loaded.seats:
        for nth, end in enumerate(heard_by(Seat(seat.seat), events), start=1):
            enemy = loaded.seats[end.meeting.enemy].team_id
            yield AmbushHeard(
                team_id=seat.team_id,
                about_id=enemy,
                week_id=loaded.week.pk,
                nth=nth,
                over=encode(end).decode(),
            )
