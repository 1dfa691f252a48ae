"""API operations for exporting and importing a club's records.

They return the club as a workbook, preview a workbook, and import it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from msgspec import Meta

from campaign.league.api.permissions import ClubCall, club_door, desk_door
from campaign.moving.rules.arranging import ArrangedSheet, Leftover, SheetChoice, arrange
from campaign.moving.rules.preview import below_base
from campaign.moving.rules.records import OldPlace, OldStanding, OldWeek
from campaign.moving.rules.workbook import read_arranged
from campaign.moving.selectors import workbooks
from campaign.moving.services.moving_in import move_in
from core.web.api.operations import Body, Record
from core.web.problems import Problem
from core.web.refusals import WrongTime
from core.web.spreadsheets import MAX_ROWS, MAX_SHEETS, as_records, from_records

MAX_SHOWN_NOTES: Final = 500


class WorkbookOut(Record):
    """A club as a workbook. Each sheet has rows, and each row maps headings to cells."""

    sheets: dict[str, tuple[dict[str, str | int], ...]]


class Workbook(Body):
    """A workbook. Each sheet has rows, and each row maps headings to cells.

    A cell contains a string or a number. A design can be a JSON record. Sheets and columns are
    known by many usual names. `choices` gives other meanings to sheets, by their titles.
    """

    sheets: Annotated[
        dict[str, Annotated[tuple[dict[str, Any], ...], Meta(max_length=MAX_ROWS)]],
        Meta(max_length=MAX_SHEETS),
    ]
    choices: Annotated[dict[str, SheetChoice], Meta(max_length=MAX_SHEETS)] = {}


class Looked(Record):
    """The preview of a workbook, or its errors. Each error has the sheet and the cell as its
    `field`, such as "People!C4".

    `closed` says why the club cannot import records, or is "" if it can. `below_base` lists skills
    that have no effect, because they have fewer points than base level needs. In most cases,
    someone wrote a level without its sign. `arranged` tells what each sheet and column of the
    workbook is taken for, and `notes` lists the first 500 cells that are only kept as notes.
    """

    closed: str
    problems: tuple[Problem, ...]
    teams: int
    people: int
    cars: int
    weeks: int
    first_week: int | None
    below_base: tuple[str, ...]
    arranged: tuple[ArrangedSheet, ...]
    notes: tuple[Leftover, ...]


class Moved(Record):
    """A completed import."""

    at: datetime
    first_week: int


class OldRecordsOut(Record):
    """The club's records from before it joined this site. They are empty if nothing was
    imported.
    """

    weeks: tuple[OldWeek, ...]
    places: tuple[OldPlace, ...]
    standings: tuple[OldStanding, ...]


@desk_door()
def show(call: ClubCall) -> WorkbookOut:
    """Get the club as a workbook.

    For teams whose books the caller cannot see, the workbook has only public facts.
    """
    sheets = as_records(workbooks.club_workbook(call.viewer))
    return WorkbookOut(sheets={title: tuple(rows) for title, rows in sheets.items()})


@desk_door()
def check(call: ClubCall, body: Workbook) -> Looked:
    """Preview a workbook without writing anything.

    If the club cannot import records, the workbook is not read.
    """
    closed = workbooks.import_obstacle(call.campaign, workbooks.move_of(call.campaign))
    context = workbooks.context_of(call.campaign)
    sheets = {} if closed else from_records(body.sheets)
    arrangement = arrange(sheets, context.house_rules, body.choices)
    records, problems = (None, ()) if closed else read_arranged(arrangement, context)
    counts = records.counts() if records else {}
    return Looked(
        closed=closed,
        problems=problems,
        teams=counts.get("teams", 0),
        people=counts.get("people", 0),
        cars=counts.get("cars", 0),
        weeks=counts.get("weeks", 0),
        first_week=counts.get("first_week"),
        below_base=below_base(records, context.house_rules) if records else (),
        arranged=arrangement.sheets,
        notes=arrangement.leftovers[:MAX_SHOWN_NOTES],
    )


@desk_door(status=201)
def move(call: ClubCall, body: Workbook) -> Moved:
    """Import this workbook. This is possible until the club's first week opens.

    If any part fails, nothing is imported. If the club cannot import records, the workbook is not
    read.
    """
    if closed := workbooks.import_obstacle(call.campaign, workbooks.move_of(call.campaign)):
        raise WrongTime(closed)
    row = move_in(
        campaign=call.campaign,
        sheets=from_records(body.sheets),
        choices=body.choices,
        actor=call.user,
        now=call.now,
    )
    return Moved(at=row.at, first_week=row.first_week)


@club_door()
def old_records(call: ClubCall) -> OldRecordsOut:
    """Get the club's records from before it joined this site."""
    history = workbooks.history_of(workbooks.move_of(call.campaign))
    return OldRecordsOut(weeks=history.weeks, places=history.places, standings=history.standings)
