"""Responses with the page frame of a team's secret pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from campaign.league.models import Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page, render_team_page


def show(
    request: HttpRequest, viewer: Viewer, team: Team, template: str, **page: Any
) -> HttpResponse:
    """Return one of the team's own pages. Caches must not store it."""
    response = render_team_page(request, viewer, team, f"espionage/{template}", **page)
    response["Cache-Control"] = "private, no-store"
    return response


def show_club(request: HttpRequest, viewer: Viewer, template: str, **page: Any) -> HttpResponse:
    """Return a page that the whole club can read."""
    return render_club_page(request, viewer, f"espionage/{template}", audience="club", **page)
