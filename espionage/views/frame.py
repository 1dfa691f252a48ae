"""What surrounds a page of a team's secret week."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.utils import timezone

from campaign.league import policy
from campaign.league.views.frame import Crumbs, club_crumbs, club_links, team_crumbs, team_links

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer


def show(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    template: str,
    *,
    here: str,
    title: str,
    crumbs: Crumbs = (),
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Answer with one of the team's own pages; never kept by anybody on the way."""
    shown = {
        "campaign": viewer.campaign, "viewer": viewer, "team": team, "owns": True, "title": title,
        "now": timezone.now(), "audience": "team", "crumbs": team_crumbs(viewer, team, *crumbs),
        "links": team_links(viewer, team, here), "links_label": team.name,
        "is_gm": policy.may_run_desk(viewer),
    }  # fmt: skip
    response = render(request, f"espionage/{template}.html", {**shown, **context}, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def show_club(
    request: HttpRequest,
    viewer: Viewer,
    template: str,
    *,
    here: str,
    title: str,
    crumbs: Crumbs = (),
    **context: Any,
) -> HttpResponse:
    """Answer with a page that the whole club may read."""
    shown = {
        "campaign": viewer.campaign, "viewer": viewer, "title": title, "now": timezone.now(),
        "audience": "club", "crumbs": club_crumbs(viewer, *crumbs),
        "links": club_links(viewer, here), "links_label": viewer.campaign.name,
        "is_gm": policy.may_run_desk(viewer),
    }  # fmt: skip
    return render(request, f"espionage/{template}.html", {**shown, **context})
