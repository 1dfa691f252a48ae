"""The log of the events that your seat heard, and the replay of a match step by step."""

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
from .shapes import FromSeat, FromWhich, Heard


class LogQuery(Paged):
    """Position in the log."""

    seat: FromWhich = None
    after: Annotated[
        Heard,
        Meta(
            description=(
                "Return only events after this number: the value of `heard` in an earlier response."
            )
        ),
    ] = 0


class EventHeard(Record):
    """An event, by the schema of the game's events. `number` counts the events that your seat
    heard, from 1. `words` is its line in the log, or "". `note` tells when someone else made the
    move.
    """

    number: int
    event: Any
    words: str
    note: str


class LogPage(Page[EventHeard], frozen=True, kw_only=True):
    """A page of the log in order. `count` is the number of events after `after`, and `heard` the
    total.
    """

    heard: int


@table_door()
def read_log(call: TableCall, query: LogQuery) -> LogPage:
    """Return what your seat heard of the match. A spectator hears only public events."""
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
    """The number of steps from a perspective. A step is a moment at which something was heard.
    `seats` are the perspectives available to you (null: a spectator). `truth`: the full state is
    available, after the end.
    """

    steps: int
    seats: tuple[Seat | None, ...]
    truth: bool


class FilmPartOut(Record):
    """A part of a step in its film: its title and lines."""

    title: str
    lines: tuple[str, ...]


class StepOut(Record):
    """A step: its events and lines, and the view after it. With the perspective "truth", all events
    and the full state. `parts` are the stages of its film, such as the phases of a turn, and empty
    in games without stages.
    """

    number: int
    steps: int
    events: tuple[Any, ...]
    lines: tuple[str, ...]
    parts: tuple[FilmPartOut, ...]
    view: Any


@table_door()
def show_history(call: TableCall, query: EyesQuery) -> HistoryOut:
    """Return the length of the match's history from a perspective. 404 before the start, and for a
    perspective that is not available to you.
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
