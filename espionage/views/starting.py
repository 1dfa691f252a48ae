"""The GM's page for starting the next week now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.calendar.selectors import pauses
from campaign.desk.views.calendar import strip
from campaign.desk.views.frame import desk_page, draw
from campaign.league.selectors.seasons import current_week
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, team_url, week_url
from core.web.idempotency import Redirect
from core.web.views.person import person
from core.web.views.posting import carry_out
from espionage.forms.desk import StartForm
from espionage.selectors.starting import has_enough_teams, start_offers
from espionage.services.starting import start_now


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def start(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the times of an evening week and of the next planned week, and start one of them.

    GMs with a team then write their orders. Others see the week at the desk.
    """
    now, previous_week = timezone.now(), current_week(viewer.campaign)
    start_options = start_offers(viewer.campaign, now)
    form = StartForm(request.POST or None, offers=start_options)

    def act() -> Redirect:
        week = start_now(
            campaign=viewer.campaign,
            actor=person(request),
            evening=form.cleaned_data["how"] == "evening",
            now=now,
        )
        own_team = next((team for team in viewer.teams if team.approved_at), None)
        return Redirect(
            team_url("espionage:orders", own_team) if own_team else week_url("desk-week", week),
            f"Week {week.number} is open for orders. All teams have been notified.",
        )

    if response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "start",
        title="Start a week now",
        tab="desk-calendar",
        form=form,
        offers=[(offer.kind, strip(offer.times)) for offer in start_options],
        before=previous_week,
        before_url=week_url("desk-week", previous_week) if previous_week else "",
        pause=pauses.current_pause(viewer.campaign, now),
        alone=not has_enough_teams(viewer.campaign),
        cancel_url=club_url("desk-calendar", viewer.campaign),
    )
