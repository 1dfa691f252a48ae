"""The log of the events that your seat received, and step-by-step replays of matches."""

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
    """Parameters for reading a part of the log."""

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
    """An event in the format that the game's event schema describes. `number` is its position among
    the events that your seat received, counted from 1. `words` is the event's line in the log, or
    "". `note` says how the move was made if the player did not make it.
    """

    number: int
    event: Any
    words: str
    note: str


class LogPage(Page[EventHeard], frozen=True, kw_only=True):
    """A page of the log, oldest event first. `count` is the number of events after `after`, and
    `heard` is the number of all events that your seat has received.
    """

    heard: int


@table_door()
def read_log(call: TableCall, query: LogQuery) -> LogPage:
    """Return the match's events that your seat received. Spectators receive only public events."""
    rows = [entry for entry in log.entries(call.place) if entry.number > query.after]
    page = paged(
        call,
        query,
        rows,
        lambda entry: filled(EventHeard, entry),
    )
    return filled(LogPage, page, heard=table_view.heard_count(call.place))


# --- replay ---------------------------------------------------------------------------------------


class EyesQuery(FromSeat):
    """The perspective of a replay."""

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
    """The length of a replay from one perspective. Each step is a moment at which events were
    received. `seats` lists the perspectives available to you, where null is a spectator's
    perspective. `truth` is true once the full state is available, after the end of the match.
    """

    steps: int
    seats: tuple[Seat | None, ...]
    truth: bool


class FilmPartOut(Record):
    """A stage of a step, with its title and lines."""

    title: str
    lines: tuple[str, ...]


class StepOut(Record):
    """A step, with its events, their lines, and the view after it. The perspective "truth" gives
    all events and the full state. `parts` lists the stages of the step, such as the phases of a
    turn. It is empty in games without stages.
    """

    number: int
    steps: int
    events: tuple[Any, ...]
    lines: tuple[str, ...]
    parts: tuple[FilmPartOut, ...]
    view: Any


@table_door()
def show_history(call: TableCall, query: EyesQuery) -> HistoryOut:
    """Return the number of steps in a replay from a perspective. The response is 404 before the
    match starts, and for a perspective that is not available to you.
    """
    steps = history.history(call.place, _looker(query.eyes))
    return HistoryOut(steps=steps.length, seats=steps.seats, truth=steps.has_truth)


@table_door()
def show_step(call: TableCall, query: EyesQuery, step: int) -> StepOut:
    """Return one step of a replay. Steps are counted from 1."""
    looker = _looker(query.eyes)
    seen_step = history.step(call.place, step, looker)
    parts = [filled(FilmPartOut, stage) for stage in history.step_stages(call.place, step, looker)]
    return filled(StepOut, seen_step, steps=seen_step.length, parts=tuple(parts))


def _looker(eyes: str) -> Perspective:
    if eyes in {"mine", "truth"}:
        return eyes  # type: ignore[return-value]
    return None if eyes == "public" else int(eyes)
