"""The combined ladder of a club's members for all games."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league.selectors.people import member_ids
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from core.web.views.person import person
from play.selectors import ladders


@require_safe
@club_page()
def ladder(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the members' ratings over all games and their recent results."""
    user, campaign = person(request), viewer.campaign
    people = member_ids(campaign.pk)
    return render_club_page(
        request,
        viewer,
        "home/ladder",
        here="standings",
        title="Overall ladder",
        crumbs=(("Standings", club_url("standings", campaign)),),
        ladder=ladders.ladder_over_games(people, user),
        off=ladders.is_off_ladders(user),
        audience="club",
    )
