"""The printed papers of a duel and the record sheet of a vehicle, as pages or as PDFs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from campaign.calendar.views.calendar import resolve_duel
from campaign.duels.pictures.pack import pack
from campaign.duels.pictures.record_sheet import record_sheet
from campaign.duels.rules.arenas import printable_arena
from campaign.duels.rules.papers import replace_unprintable
from campaign.duels.selectors import papers as selector
from campaign.duels.selectors.arenas import arena_of
from campaign.duels.services.entries import duel_rules
from campaign.duels.views.addresses import trail
from campaign.garage.selectors.garage import vehicle_of
from campaign.league import policy
from campaign.league.models import Duel, Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page, render_team_page, team_url
from campaign.league.views.permissions import club_page, team_page
from core.web.not_found import or_404
from core.web.pdf import can_print, pdf
from core.web.pictures.paper import A4, PAPERS, Paper, Sheet, svg


@require_safe
@club_page()
@resolve_duel
def evening(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Show the papers of a duel that this viewer can read (C30)."""
    papers = selector.evening_papers(viewer, duel, timezone.now())
    paper = paper_of(request)
    cars, entries, heading = papers.cars, papers.entries, selector.heading_of(duel)
    arena = arena_of(duel)
    if "pdf" in request.GET:
        cars, entries = replace_unprintable(cars, entries, can_print)
        heading = heading if can_print(heading) else f"Week {duel.week.number}"
        arena = printable_arena(arena, can_print)
    sheets = (
        ()
        if papers.over or papers.waiting
        else pack(
            cars,
            entries,
            arena=arena,
            heading=heading,
            numbers=papers.numbers,
            paper=paper,
            salvage_percent=duel_rules(duel).salvage_percent,
            laps=duel.laps,
        )
    )
    title = f"Sheets of {f'week {duel.week.number}' if duel.is_weekly else duel.name}"
    if sheets and "pdf" in request.GET:
        return pdf_response(
            sheets, paper, title, f"{viewer.campaign.slug}-week-{duel.week.number}.pdf"
        )
    return render_club_page(
        request,
        viewer,
        "campaign/duels/papers",
        here="weeks",
        title=title,
        duel=duel,
        found=papers,
        crumbs=trail(duel),
        **page_context(request, sheets, paper),
    )


@require_safe
@team_page(allow=policy.may_read_books)
def vehicle(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Show a vehicle's current record sheet to people who can read the team's books (C30)."""
    row = or_404(vehicle_of(team, pk))
    paper = paper_of(request)
    numbers = selector.numbers_now(viewer.campaign)
    car = selector.car_paper(team, row)
    if "pdf" in request.GET:
        (car,), _ = replace_unprintable((car,), (), can_print)
    sheets = (record_sheet(car, numbers, paper),)
    if "pdf" in request.GET:
        return pdf_response(sheets, paper, row.name, "record-sheet.pdf")
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/duels/vehicle_paper",
        here="garage",
        title=f"Record sheet of {row.name}",
        crumbs=(
            ("Garage", team_url("garage", team)),
            (row.name, team_url("vehicle", team, pk=pk)),
        ),
        **page_context(request, sheets, paper),
    )


def paper_of(request: HttpRequest) -> Paper:
    """Return the paper size: Letter if the query has `?paper=letter`, otherwise A4."""
    return PAPERS.get(request.GET.get("paper", ""), A4)


def page_context(request: HttpRequest, sheets: Sequence[Sheet], paper: Paper) -> dict[str, Any]:
    """Return the pages as pictures, and the links to other formats."""
    season = request.GET.get("season", "")
    season_part = f"season={season}&" if season.isdecimal() else ""
    return {
        "sheets": [drawing(sheet, paper) for sheet in sheets],
        "paper": paper,
        "pdf_url": f"?{season_part}paper={paper.key}&pdf=1",
        "papers": [
            (size.name, f"?{season_part}paper={size.key}", size is paper)
            for size in PAPERS.values()
        ],
    }


def drawing(sheet: Sheet, paper: Paper) -> SafeString:
    """Return a page as SVG."""
    return mark_safe(svg(sheet, paper))  # noqa: S308 - drawn by us, every word of it escaped


def pdf_response(sheets: Sequence[Sheet], paper: Paper, title: str, name: str) -> HttpResponse:
    """Return the pages as a PDF with this title and file name."""
    return HttpResponse(
        pdf(sheets, paper, title=title),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )
