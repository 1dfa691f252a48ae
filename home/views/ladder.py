"""The combined ladder of a club's members for all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league.selectors.people import members
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from core.web.views.person import person
from play.selectors import ladders

if TYPE_CHECKING:
    from campaign.league.selectors.viewer import Viewer


@require_safe
@club_page()
def ladder(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the members' ratings over all games and their recent results."""
    user, campaign = person(request), viewer.campaign
    people = members([campaign.pk]).get(campaign.pk, ())
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
