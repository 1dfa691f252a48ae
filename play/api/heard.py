"""The log of the events that your seat received, and the step-by-step replay of a match."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, paged
from core.web.records import filled
from engine.values import Seat
from play.selectors import history, log, table_view
from play.selectors.history import Perspective

from .permissions import TableCall, table_door
from .shapes import EventCount, FromSeat, FromWhich


class LogQuery(Paged):
    """Position in the log."""

    seat: FromWhich = None
    after: Annotated[
        EventCount,
        Meta(
            description=(
                "Return only events after this number: the value of `heard` in an earlier response."
            )
        ),
    ] = 0


class EventHeard(Record):
    """An event that follows the schema of the game's events. `number` counts the events that your
    seat received, from 1. `words` is the event's line in the log, or "". `note` says if someone
    other than the player made the move.
    """

    number: int
    event: Any
    words: str
    note: str


class LogPage(Page[EventHeard], frozen=True, kw_only=True):
    """A page of the log in order. `count` is the number of events after `after`, and `heard` is the
    total number.
    """

    heard: int


@table_door()
def read_log(call: TableCall, query: LogQuery) -> LogPage:
    """Return the events of the match that your seat received. Spectators receive only public
    events.
    """
    rows = [entry for entry in log.entries(call.place) if entry.number > query.after]
    page = paged(
        call,
        query,
        rows,
        lambda entry: filled(EventHeard, entry),
    )
    return filled(LogPage, page, heard=table_view.heard_count(call.place))


# --- looking back ---------------------------------------------------------------------------------


class EyesQuery(FromSeat):
    """Perspective of a replay."""

    eyes: Annotated[
        str,
        Meta(
            pattern="^(mine|public|truth|[0-9]{1,3})$",
            description=(
                '"mine", "public", a seat number, or "truth". After the match ends, all of them '
                "are available."
            ),
        ),
    ] = "mine"


class HistoryOut(Record):
    """The number of steps from one perspective. A step is a moment at which events were received.
    `seats` are the perspectives available to you (null: a spectator). `truth` is true once the full
    state is available, after the end of the match.
    """

    steps: int
    seats: tuple[Seat | None, ...]
    truth: bool


class FilmPartOut(Record):
    """A part of a step in the film, with its title and lines."""

    title: str
    lines: tuple[str, ...]


class StepOut(Record):
    """A step, with its events, their lines, and the view after it. The perspective "truth" gives
    all events and the full state. `parts` lists the stages of the step in the film, such as the
    phases of a turn. It is empty in games without stages.
    """

    number: int
    steps: int
    events: tuple[Any, ...]
    lines: tuple[str, ...]
    parts: tuple[FilmPartOut, ...]
    view: Any


@table_door()
def show_history(call: TableCall, query: EyesQuery) -> HistoryOut:
    """Return the length of the match's history from a perspective. The answer is 404 before the
    start and for a perspective that is not available to you.
    """
    steps = history.history(call.place, _looker(query.eyes))
    return HistoryOut(steps=steps.length, seats=steps.seats, truth=steps.has_truth)


@table_door()
def show_step(call: TableCall, query: EyesQuery, step: int) -> StepOut:
    """Return one step of the match, counted from 1."""
    looker = _looker(query.eyes)
    seen_step = history.step(call.place, step, looker)
    parts = [filled(FilmPartOut, stage) for stage in history.step_stages(call.place, step, looker)]
    return filled(StepOut, seen_step, steps=seen_step.length, parts=tuple(parts))


def _looker(eyes: str) -> Perspective:
    if eyes in {"mine", "truth"}:
        return eyes  # type: ignore[return-value]
    return None if eyes == "public" else int(eyes)
