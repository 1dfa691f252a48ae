"""The page that lists the club's weeks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league.models import Campaign, Duel, Season, Week
from campaign.league.selectors import seasons
from campaign.league.selectors.duels import find_duel
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page
from campaign.league.views.permissions import club_page
from core.web.not_found import or_404

Moments = tuple[tuple[str, "datetime"], ...]


def moments(week: Week, early_due_at: datetime | None = None) -> Moments:
    """Return the week's times in order.

    If all orders are in, `early_due_at` replaces the deadline. Publication is omitted if it is at
    the deadline.
    """
    times = [("Orders open", week.opens_at), ("Orders due", early_due_at or week.due_at)]
    if week.settle_at != week.due_at:
        times.append(("Reports", week.settle_at))
    return (*times, ("Duel", week.duel_at), ("Week closes", week.closes_at))


def requested_season(request: HttpRequest, campaign: Campaign) -> tuple[tuple[Season, ...], Season]:
    """Return all seasons, and the requested one (`?season=2`). The default is the newest season."""
    all_seasons = seasons.seasons(campaign)
    season = or_404(seasons.pick_season(all_seasons, request.GET.get("season")))
    return all_seasons, season


def requested_week(request: HttpRequest, viewer: Viewer, number: int) -> Week:
    """Return the week with this number in the requested season."""
    return or_404(seasons.find_week(viewer.campaign, number, request.GET.get("season")))


def resolve_duel(
    page: Callable[Concatenate[HttpRequest, Viewer, Duel, ...], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Viewer, ...], HttpResponse]:
    """Wrap a view of a duel, as in `view(request, viewer, duel, …)`, so that it gets the duel in
    the address.
    """

    @wraps(page)
    def answer(
        request: HttpRequest, viewer: Viewer, number: int, duel: int, **kwargs: Any
    ) -> HttpResponse:
        found = find_duel(viewer.campaign, number, duel, request.GET.get("season"))
        return page(request, viewer, or_404(found), **kwargs)

    return answer


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
