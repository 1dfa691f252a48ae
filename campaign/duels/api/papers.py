"""Operations that return the printed papers of a duel as data, and optionally as a PDF."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from campaign.calendar.api.duels import resolve_duel
from campaign.duels.pictures.pack import pack
from campaign.duels.pictures.record_sheet import record_sheet
from campaign.duels.rules.arenas import Arena, printable_arena
from campaign.duels.rules.papers import CarPaper, EntryLine, replace_unprintable
from campaign.duels.selectors import papers as selector
from campaign.duels.selectors.arenas import arena_of
from campaign.duels.services.entries import duel_rules
from campaign.garage.api.garage import find_vehicle
from campaign.house_rules.rules.duel_numbers import DuelNumbers
from campaign.league.api.permissions import ClubCall, TeamCall, books_door, club_door
from campaign.league.api.shapes import Season_
from campaign.league.models import Duel
from core.web.api.operations import Query, Record
from core.web.pdf import can_print, pdf
from core.web.pictures.paper import PAPERS
from core.web.records import filled

Size = Annotated[Literal["a4", "letter"], Meta(description="Paper size of the PDF.")]
WithPdf = Annotated[bool, Meta(description="Include the pages as a PDF in base64.")]


class PaperQuery(Query):
    """Query parameters: the paper size, and whether to include a PDF."""

    paper: Size = "a4"
    pdf: WithPdf = False


class EveningQuery(Query):
    """Query parameters: the season, the paper size, and whether to include a PDF."""

    season: Season_ = None
    paper: Size = "a4"
    pdf: WithPdf = False


class EveningOut(Record):
    """The papers of a duel that the caller can read (C30).

    Teams get the record sheets of their own cars. From the time of the duel until the result is
    recorded, a GM gets the sheets of all cars at the start. If `at_the_start` is true, the sheets
    show the cars as they were at the start, otherwise as they are now. If `waiting` is true, the
    start is still being prepared: try again in a minute. If `over` is true, the week is closed and
    there is nothing to print.
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
    """A vehicle's current record sheet, with the numbers for its tables."""

    car: CarPaper
    numbers: DuelNumbers
    pdf: bytes | None


@club_door()
@resolve_duel
def evening(call: ClubCall, duel: Duel, query: EveningQuery) -> EveningOut:
    """Get the papers of a week's duel."""
    papers = selector.evening_papers(call.viewer, duel, call.now)
    heading, arena, paper = selector.heading_of(duel), arena_of(duel), PAPERS[query.paper]
    printed = None
    if query.pdf and not (papers.over or papers.waiting):
        cars, entries = replace_unprintable(papers.cars, papers.entries, can_print)
        sheets = pack(
            cars,
            entries,
            arena=printable_arena(arena, can_print),
            heading=heading if can_print(heading) else f"Week {duel.week.number}",
            numbers=papers.numbers,
            paper=paper,
            salvage_percent=duel_rules(duel).salvage_percent,
            laps=duel.laps,
        )
        printed = pdf(
            sheets,
            paper,
            title=f"Sheets of {f'week {duel.week.number}' if duel.is_weekly else duel.name}",
        )
    return filled(
        EveningOut, papers, week=duel.week.number, heading=heading, arena=arena, pdf=printed
    )


@books_door()
def vehicle(call: TeamCall, query: PaperQuery, vehicle: UUID) -> CarPaperOut:
    """Get a vehicle's current record sheet."""
    row = find_vehicle(call, vehicle)
    car, paper = selector.car_paper(call.team, row), PAPERS[query.paper]
    numbers = selector.numbers_now(call.campaign)
    printed = None
    if query.pdf:
        (printable,), _ = replace_unprintable((car,), (), can_print)
        printed = pdf((record_sheet(printable, numbers, paper),), paper, title=row.name)
    return CarPaperOut(car=car, numbers=numbers, pdf=printed)
