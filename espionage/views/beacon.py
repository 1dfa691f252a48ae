"""The page for a week's beacon round, which members can submit if the site cannot fetch it."""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, week_url
from campaign.league.views.permissions import club_page
from core.web.not_found import or_404
from core.web.views.posting import carry_out
from engine.beacon import comes_out
from espionage.forms.beacon import RoundForm
from espionage.selectors.draws import awaited_source, seal_of, source_of
from espionage.selectors.order_weeks import week_numbered
from espionage.services import beacon_rounds

from .frame import show_club


@require_http_methods(["GET", "HEAD", "POST"])
@club_page()
def give(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show the round for which a week is waiting, and accept it from any member."""
    week = or_404(week_numbered(viewer.campaign, number, request.GET.get("season", "")))
    seal = or_404(seal_of(week))
    source, wanted_source = source_of(seal), awaited_source(seal)
    if (
        source is None
        or source.chain is None
        or (request.method == "POST" and wanted_source is None)
    ):
        raise Http404
    form = RoundForm(request.POST or None)
    next_url = week_url("week", week)
    response = carry_out(
        request,
        form,
        lambda: beacon_rounds.store_pasted(
            source, form.cleaned_data["signature"], given_by=viewer.person
        ),
        to=next_url,
        message="The round is valid. The week is played with it within seconds.",
    )
    return response or show_club(
        request,
        viewer,
        "beacon",
        here="weeks",
        title=f"The beacon of week {number}",
        week=week,
        source=source,
        at=datetime.fromtimestamp(comes_out(source.chain, source.round), tz=UTC),
        waits=wanted_source is not None,
        relays=[f"{relay}/public/{source.round}" for relay in settings.DICE_BEACON_RELAYS],
        form=form,
        crumbs=(("Weeks", club_url("weeks", viewer.campaign)), (f"Week {number}", next_url)),
    )
