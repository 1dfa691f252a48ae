"""The page with the season's standings and their history."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.calendar.views.calendar import requested_season
from campaign.duels.selectors.standings import standings as table_of
from campaign.league.models import Season
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page
from campaign.league.views.permissions import club_page


@require_safe
@club_page()
def standings(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the standings, a plot of the teams' points by week, and earlier seasons."""
    all_seasons, season = requested_season(request, viewer.campaign)
    return render_club_page(
        request,
        viewer,
        "campaign/duels/standings",
        here="standings",
        title="Standings",
        seasons=all_seasons,
        audience="club",
        **standings_of(season),
    )


def standings_of(season: Season) -> dict[str, Any]:
    """Return the context of `campaign/duels/standings_table.html`."""
    table = table_of(season)
    return {
        "season": season,
        "table": table,
        "labels": ["Start", *(f"Week {number}" for number in table.weeks)],
        "series": [(row.team.name, row.team.colour, (0, *row.history)) for row in table.rows],
        "most": max((row.points for row in table.rows), default=0),
    }
