"""The club's weeks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league.selectors import seasons
from core.web.not_found import or_404

from .frame import club_show
from .permissions import club_page

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Season, Week
    from campaign.league.selectors.viewer import Viewer

Moments = tuple[tuple[str, "datetime"], ...]


def moments(week: Week) -> Moments:
    """The week's stations in order; publication has none of its own when it comes with the
    deadline.
    """
    found = [("Orders open", week.opens_at), ("Orders due", week.due_at)]
    if week.settle_at != week.due_at:
        found.append(("Reports", week.settle_at))
    return (*found, ("Duel", week.duel_at), ("Week closes", week.closes_at))


def asked_season(request: HttpRequest, viewer: Viewer) -> tuple[tuple[Season, ...], Season]:
    """All seasons and the one the address asks for: `?season=2`, or the newest."""
    found = seasons.seasons(viewer.campaign)
    season = or_404(seasons.pick(found, request.GET.get("season")))
    return found, season


def asked_week(request: HttpRequest, viewer: Viewer, number: int) -> Week:
    """The week that the address asks for."""
    return or_404(seasons.week_numbered(viewer.campaign, number, request.GET.get("season")))


@require_safe
@club_page()
def weeks(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The season's weeks with their times."""
    every, season = asked_season(request, viewer)
    return club_show(
        request,
        viewer,
        "campaign/league/weeks",
        here="weeks",
        title="Weeks",
        seasons=every,
        season=season,
        weeks=seasons.weeks(season),
        audience="club",
    )
