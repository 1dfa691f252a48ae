"""What my seat heard, event by event; and looking back over a match, step by step."""

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
    """Which page of what came after where."""

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
    """An event, by the schema of the game's events. `number` counts what my seat heard, from 1.
    `words` is its line in the log, "" without one; `note` says when a move was not made by who sits
    there.
    """

    number: int
    event: Any
    words: str
    note: str


class LogPage(Page[EventHeard], frozen=True, kw_only=True):
    """A page of what my seat heard, in order; `count` is how much came after `after`, `heard` how
    much there is in all.
    """

    heard: int


@table_door()
def read_log(call: TableCall, query: LogQuery) -> LogPage:
    """What my seat heard of the match; a spectator hears what everybody does."""
    rows = [entry for entry in log.entries(call.place) if entry.number > query.after]
    page = paged(
        call,
        query,
        rows,
        lambda one: filled(EventHeard, one),
    )
    return filled(LogPage, page, heard=table_view.heard_count(call.place))


# --- looking back ---------------------------------------------------------------------------------


class EyesQuery(FromSeat):
    """With whose eyes."""

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
    """How many steps there are with these eyes: moments at which something was heard. `seats`: with
    whose eyes I may look (null: a spectator's). `truth`: whether all that was secret is open, after
    the end.
    """

    steps: int
    seats: tuple[Seat | None, ...]
    truth: bool


class FilmPartOut(Record):
    """A part of a step as its film shows it: what it is called, and its lines."""

    title: str
    lines: tuple[str, ...]


class StepOut(Record):
    """A step: what was heard in it, as events and in words, and the view after it; with the eyes of
    truth, all that happened and the game's whole state. `parts` are what its film shows it in, such
    as the phases of a turn; empty in games that show a step in one piece.
    """

    number: int
    steps: int
    events: tuple[Any, ...]
    lines: tuple[str, ...]
    parts: tuple[FilmPartOut, ...]
    view: Any


@table_door()
def show_history(call: TableCall, query: EyesQuery) -> HistoryOut:
    """How far one can look back, and with whose eyes. 404 before the start, and for eyes that are
    not open to me.
    """
    found = history.history(call.place, _looker(query.eyes))
    return HistoryOut(steps=found.length, seats=found.seats, truth=found.has_truth)


@table_door()
def show_step(call: TableCall, query: EyesQuery, step: int) -> StepOut:
    """One step of the match, from 1."""
    looker = _looker(query.eyes)
    found = history.step(call.place, step, looker)
    parts = [filled(FilmPartOut, one) for one in history.step_stages(call.place, step, looker)]
    return filled(StepOut, found, steps=found.length, parts=tuple(parts))


def _looker(eyes: str) -> Perspective:
    if eyes in {"mine", "truth"}:
        return eyes  # type: ignore[return-value]
    return None if eyes == "public" else int(eyes)
