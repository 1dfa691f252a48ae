"""The papers of a duel as values, with the same pages as a PDF: for a printer of the club's own."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from campaign.duels.api.events import find_duel
from campaign.duels.pictures.pack import pack
from campaign.duels.pictures.record_sheet import record_sheet
from campaign.duels.rules.arenas import Arena, arena_named
from campaign.duels.rules.papers import CarPaper, EntryLine, replace_unprintable
from campaign.duels.selectors import papers as selector
from campaign.garage.api.garage import find_vehicle
from campaign.league.api.permissions import ClubCall, TeamCall, books_door, club_door
from campaign.league.api.shapes import Season_
from campaign.league.rules.duel_numbers import DuelNumbers
from core.web.api.operations import Query, Record
from core.web.pdf import can_print, pdf
from core.web.pictures.paper import PAPERS

Size = Annotated[Literal["a4", "letter"], Meta(description="Paper size of the PDF.")]
WithPdf = Annotated[bool, Meta(description="Include the pages as a PDF in base64.")]


class PaperQuery(Query):
    """Whether to print, and on which paper."""

    paper: Size = "a4"
    pdf: WithPdf = False


class EveningQuery(Query):
    """Of which season, whether to print, and on which paper."""

    season: Season_ = None
    paper: Size = "a4"
    pdf: WithPdf = False


class EveningOut(Record):
    """The papers of a duel as I may have them (C30): sheets of my own cars, and for a GM, from the
    duel's hour until the result is recorded, of all at the start. `at_the_start`: the cars are as
    they stand at the start, else as they stand now. `waiting`: the start is being drawn up; ask
    again in a minute. `over`: the week is closed, and there is nothing to print.
    """

    week: int
    heading: str
    cars: tuple[CarPaper, ...]
    entries: tuple[EntryLine, ...]
    arena: Arena
    numbers: DuelNumbers
    at_the_start: bool
    all_cars: bool
    waiting: bool
    over: bool
    pdf: bytes | None


class CarPaperOut(Record):
    """The record sheet of one vehicle as it stands now, with what the tables are made of."""

    car: CarPaper
    numbers: DuelNumbers
    pdf: bytes | None


@club_door()
def evening(
    call: ClubCall, query: EveningQuery, number: int, event: int | None = None
) -> EveningOut:
    """The papers of a week's duel."""
    week = find_duel(call, number, event, query.season)
    found = selector.evening_papers(call.viewer, week, call.now)
    heading, arena, paper = selector.heading_of(week), arena_named(week.place), PAPERS[query.paper]
    printed = None
    if query.pdf and not (found.over or found.waiting):
        cars, entries = replace_unprintable(found.cars, found.entries, can_print)
        sheets = pack(
            cars,
            entries,
            arena=arena,
            heading=heading if can_print(heading) else f"Week {week.number}",
            numbers=found.numbers,
            paper=paper,
        )
        printed = pdf(
            sheets,
            paper,
            title=f"Sheets of {week.event.name if week.event else f'week {week.number}'}",
        )
    return EveningOut(
        week=week.number,
        heading=heading,
        cars=found.cars,
        entries=found.entries,
        arena=arena,
        numbers=found.numbers,
        at_the_start=found.at_the_start,
        all_cars=found.all_cars,
        waiting=found.waiting,
        over=found.over,
        pdf=printed,
    )


@books_door()
def vehicle(call: TeamCall, query: PaperQuery, vehicle: UUID) -> CarPaperOut:
    """A vehicle's record sheet as it stands now."""
    row = find_vehicle(call, vehicle)
    car, paper = selector.car_paper(call.team, row), PAPERS[query.paper]
    numbers = selector.numbers_now(call.campaign)
    printed = None
    if query.pdf:
        (printable,), _ = replace_unprintable((car,), (), can_print)
        printed = pdf((record_sheet(printable, numbers, paper),), paper, title=row.name)
    return CarPaperOut(car=car, numbers=numbers, pdf=printed)
