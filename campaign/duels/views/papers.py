"""The papers of a duel to print, and the record sheet of one vehicle: on a page, or as a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from campaign.duels.pictures.pack import pack
from campaign.duels.pictures.record_sheet import record_sheet
from campaign.duels.rules.arenas import arena_named
from campaign.duels.rules.papers import replace_unprintable
from campaign.duels.selectors import papers as selector
from campaign.duels.views.asked import asked_duel, trail
from campaign.garage.selectors.garage import vehicle_of
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.views.frame import render_club_page, render_team_page, team_url
from campaign.league.views.permissions import club_page, team_page
from core.web.not_found import or_404
from core.web.pdf import can_print, pdf
from core.web.pictures.paper import A4, PAPERS, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.league.selectors.viewer import Viewer
    from core.web.pictures.paper import Paper, Sheet


@require_safe
@club_page()
def evening(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """The papers of a week's duel, as far as this reader may have them (C30)."""
    week = asked_duel(request, viewer, number, event)
    found = selector.evening_papers(viewer, week, timezone.now())
    paper = _asked(request)
    cars, entries, heading = found.cars, found.entries, selector.heading_of(week)
    if "pdf" in request.GET:
        cars, entries = replace_unprintable(cars, entries, can_print)
        heading = heading if can_print(heading) else f"Week {week.number}"
    sheets = (
        ()
        if found.over or found.waiting
        else pack(
            cars,
            entries,
            arena=arena_named(week.place),
            heading=heading,
            numbers=found.numbers,
            paper=paper,
        )
    )
    title = f"Sheets of {week.event.name if week.event else f'week {week.number}'}"
    if sheets and "pdf" in request.GET:
        return _file(sheets, paper, title, f"{viewer.campaign.slug}-week-{week.number}.pdf")
    return render_club_page(
        request,
        viewer,
        "campaign/duels/papers",
        here="weeks",
        title=title,
        week=week,
        found=found,
        crumbs=trail(week),
        **_shown(request, sheets, paper),
    )


@require_safe
@team_page(allow=policy.may_read_books)
def vehicle(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """A vehicle's record sheet as it stands now, for who may read the team's books (C30)."""
    row = or_404(vehicle_of(team, pk))
    paper = _asked(request)
    numbers = selector.numbers_now(viewer.campaign)
    car = selector.car_paper(team, row)
    if "pdf" in request.GET:
        (car,), _ = replace_unprintable((car,), (), can_print)
    sheets = (record_sheet(car, numbers, paper),)
    if "pdf" in request.GET:
        return _file(sheets, paper, row.name, "record-sheet.pdf")
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
        **_shown(request, sheets, paper),
    )


def _asked(request: HttpRequest) -> Paper:
    """The size that is asked for: `?paper=letter`, else A4."""
    return PAPERS.get(request.GET.get("paper", ""), A4)


def _shown(request: HttpRequest, sheets: Sequence[Sheet], paper: Paper) -> dict[str, Any]:
    """The pages as pictures, and where the same is to be had otherwise."""
    season = request.GET.get("season", "")
    kept = f"season={season}&" if season.isdecimal() else ""
    return {
        "sheets": [drawing(sheet, paper) for sheet in sheets],
        "paper": paper,
        "pdf_url": f"?{kept}paper={paper.key}&pdf=1",
        "papers": [(one.name, f"?{kept}paper={one.key}", one is paper) for one in PAPERS.values()],
    }


def drawing(sheet: Sheet, paper: Paper) -> SafeString:
    """A page as SVG."""
    return mark_safe(svg(sheet, paper))  # noqa: S308 - drawn by us, every word of it escaped


def _file(sheets: Sequence[Sheet], paper: Paper, title: str, name: str) -> HttpResponse:
    return HttpResponse(
        pdf(sheets, paper, title=title),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )
