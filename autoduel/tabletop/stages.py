"""The stages of a turn (V70).

Each stage has the picture and the log lines of a phase, based on the events that a seat received.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from autoduel.rules.events import Moved, SpeedIs, TurnBegins
from autoduel.rules.values import Event, Table, View
from engine.values import changed
from play.tabletop.contract import Stage

from .crowd import crowd_line
from .effects import SeenEvent
from .picture import picture


def stages(
    view_before: View, view_after: View, tellings: Sequence[tuple[Event, str]]
) -> tuple[Stage, ...]:
    """Return a stage for each phase that has a log line or a moving car.

    Other phases are merged with the previous one. The last stage shows the board after the turn. If
    no turn was played, there are no stages.
    """
    if not any(isinstance(event, TurnBegins) for event, _ in tellings):
        return ()
    table, turn = changed(view_before.table, film=()), view_before.table.turn
    parts: list[_Part] = []
    phase = -1
    for event, line in tellings:
        event_phase = _phase(event, phase)
        turn = event.turn if isinstance(event, TurnBegins) else turn
        if event_phase != phase or not parts or isinstance(event, TurnBegins):
            _merge_still_part(parts)
            parts.append(_Part(table, [], [], f"Turn {turn}, phase {max(1, event_phase)}"))
            phase = event_phase
        table, part = _apply_event(table, event), parts[-1]
        parts[-1] = part._replace(
            table=table,
            events=[*part.events, (table, event)],
            lines=[*part.lines, line] if line else part.lines,
            has_movement=part.has_movement or isinstance(event, Moved),
        )
    _merge_still_part(parts)
    views = [View(seat=view_after.seat, table=each_part.table) for each_part in parts[:-1]]
    return tuple(
        Stage(
            drawing=picture(view, events=each_part.events),
            lines=tuple(_with_crowd(each_part)),
            title=each_part.title,
        )
        for view, each_part in zip([*views, view_after], parts, strict=True)
    )


class _Part(NamedTuple):
    """A phase, with the table after it and its events, lines and title."""

    table: Table
    events: list[SeenEvent]
    lines: list[str]
    title: str
    has_movement: bool = False


def _with_crowd(part: _Part) -> list[str]:
    """Return a phase's lines, followed by the crowd's reaction."""
    reaction = crowd_line(part.table, [event for _, event in part.events])
    return [*part.lines, reaction] if reaction else part.lines


def _phase(event: Event, phase: int) -> int:
    """Return the phase of an event. Each new turn begins with phase 1."""
    if isinstance(event, TurnBegins):
        return 1
    event_phase = getattr(event, "phase", 0)
    return max(event_phase, phase) if event_phase else phase


def _merge_still_part(parts: list[_Part]) -> None:
    """Merge the last phase with the previous one if it has neither lines nor movement."""
    if len(parts) > 1 and not parts[-1].lines and not parts[-1].has_movement:
        still_part = parts.pop()
        parts[-1] = parts[-1]._replace(
            table=still_part.table, events=[*parts[-1].events, *still_part.events]
        )


def _apply_event(table: Table, event: Event) -> Table:
    """Return the table after an event that moves a car. The event is also added to the film."""
    if isinstance(event, TurnBegins):
        return changed(table, film=(event,))
    if isinstance(event, Moved | SpeedIs):
        cars = list(table.cars)
        car = cars[event.car]
        if isinstance(event, SpeedIs):
            cars[event.car] = changed(car, speed=event.speed)
        elif event.poses:
            x, y, heading = event.poses[-1]
            cars[event.car] = changed(car, x=x, y=y, heading=heading, course=heading)
        return changed(table, cars=tuple(cars), film=(*table.film, event))
    return table
