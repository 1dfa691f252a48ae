"""Moving in for programs: the club as a workbook, a look at another one, and the act."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta

from campaign.league.api.permissions import ClubCall, club_door, desk_door
from campaign.moving.rules.preview import below_base
from campaign.moving.rules.records import OldPlace, OldStanding, OldWeek
from campaign.moving.rules.workbook import read
from campaign.moving.selectors import workbooks
from campaign.moving.services.moving_in import move_in
from core.web.api.operations import Body, Record
from core.web.problems import Problem
from core.web.refusals import WrongTime
from core.web.spreadsheets import ROWS, SHEETS, as_records, from_records


class WorkbookOut(Record):
    """A club as a workbook: rows by heading, by sheet."""

    sheets: dict[str, tuple[dict[str, str | int], ...]]


class Workbook(Body):
    """A workbook: rows by heading, by sheet. Cells are texts and numbers; a design may be the
    record itself.
    """

    sheets: Annotated[
        dict[str, Annotated[tuple[dict[str, Any], ...], Meta(max_length=ROWS)]],
        Meta(max_length=SHEETS),
    ]


class Looked(Record):
    """What a workbook would bring, or its problems, each with sheet and cell as `field`
    ("People!C4"). `closed` says why the club cannot move in; "" when it can. `below_base` names
    whose points in which skill are fewer than base level takes and do nothing: as a rule levels
    that were written without their sign.
    """

    closed: str
    problems: tuple[Problem, ...]
    teams: int
    people: int
    cars: int
    weeks: int
    first_week: int | None
    below_base: tuple[str, ...]


class Moved(Record):
    """That the club has moved in."""

    at: datetime
    first_week: int


class OldRecordsOut(Record):
    """What a club tells of before it came here; empty where it did not bring anything."""

    weeks: tuple[OldWeek, ...]
    places: tuple[OldPlace, ...]
    standings: tuple[OldStanding, ...]


@desk_door()
def show(call: ClubCall) -> WorkbookOut:
    """The club as it stands, as a workbook; of teams whose books I may not read only what every
    member knows.
    """
    sheets = as_records(workbooks.club_workbook(call.viewer))
    return WorkbookOut(sheets={title: tuple(rows) for title, rows in sheets.items()})


@desk_door()
def check(call: ClubCall, body: Workbook) -> Looked:
    """Look at a workbook; nothing is written. A club that cannot move in is told so unread."""
    closed = workbooks.closed_by(call.campaign, workbooks.move_of(call.campaign))
    known = workbooks.known_of(call.campaign)
    records, problems = (None, ()) if closed else read(from_records(body.sheets), known)
    counts = records.counts() if records else {}
    return Looked(
        closed=closed,
        problems=problems,
        teams=counts.get("teams", 0),
        people=counts.get("people", 0),
        cars=counts.get("cars", 0),
        weeks=counts.get("weeks", 0),
        first_week=counts.get("first_week"),
        below_base=below_base(records, known.house) if records else (),
    )


@desk_door(status=201)
def move(call: ClubCall, body: Workbook) -> Moved:
    """Move the club in with this workbook, whole or not at all, before its first week opens.

    The workbook of a club that cannot move in is not read.
    """
    if closed := workbooks.closed_by(call.campaign, workbooks.move_of(call.campaign)):
        raise WrongTime(closed)
    row = move_in(
        campaign=call.campaign, sheets=from_records(body.sheets), actor=call.user, at=call.now
    )
    return Moved(at=row.at, first_week=row.first_week)


@club_door()
def old_records(call: ClubCall) -> OldRecordsOut:
    """What the club tells of before it came here."""
    history = workbooks.history_of(workbooks.move_of(call.campaign))
    return OldRecordsOut(weeks=history.weeks, places=history.places, standings=history.standings)
