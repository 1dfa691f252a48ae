"""The page of the club's weeks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league.selectors import seasons
from campaign.league.selectors.duels import find_duel
from campaign.league.views.frame import render_club_page
from campaign.league.views.permissions import club_page
from core.web.not_found import or_404

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign, Duel, Season, Week
    from campaign.league.selectors.viewer import Viewer

Moments = tuple[tuple[str, "datetime"], ...]


def moments(week: Week) -> Moments:
    """Return the week's times in order. Publication is left out if it is at the deadline."""
    times = [("Orders open", week.opens_at), ("Orders due", week.due_at)]
    if week.settle_at != week.due_at:
        times.append(("Reports", week.settle_at))
    return (*times, ("Duel", week.duel_at), ("Week closes", week.closes_at))


def requested_season(request: HttpRequest, campaign: Campaign) -> tuple[tuple[Season, ...], Season]:
    """Return all seasons, and the one in the address (`?season=2`), by default the newest."""
    all_seasons = seasons.seasons(campaign)
    season = or_404(seasons.pick_season(all_seasons, request.GET.get("season")))
    return all_seasons, season


def requested_week(request: HttpRequest, viewer: Viewer, number: int) -> Week:
    """Return the week in the address."""
    return or_404(seasons.find_week(viewer.campaign, number, request.GET.get("season")))


def requested_duel(request: HttpRequest, viewer: Viewer, number: int, event: int = 0) -> Duel:
    """Return the duel in the address: the weekly duel, or an event of the week."""
    season = request.GET.get("season")
    return or_404(find_duel(viewer.campaign, number, event, season))


@require_safe
@club_page()
def weeks(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the season's weeks with their times."""
    all_seasons, season = requested_season(request, viewer.campaign)
    return render_club_page(
        request,
        viewer,
        "campaign/calendar/weeks",
        here="weeks",
        title="Weeks",
        seasons=all_seasons,
        season=season,
        weeks=seasons.weeks_of(season),
        audience="club",
    )
