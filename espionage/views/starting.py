"""The desk's page that starts the next week now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.desk.views.calendar import strip
from campaign.desk.views.frame import desk_page, draw
from campaign.league.selectors import pauses
from campaign.league.selectors.seasons import current_week
from campaign.league.views.frame import club_url, week_url
from core.web.idempotency import Redirect
from core.web.views.person import person
from core.web.views.posting import carry_out
from espionage.forms.desk import StartForm
from espionage.selectors.starting import enough, offers
from espionage.services.starting import start_now

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaign.league.selectors.viewer import Viewer


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def start(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What an evening's week, and the next planned one, would be if they began now; and the
    press.
    """
    now, before = timezone.now(), current_week(viewer.campaign)
    offered = offers(viewer.campaign, now)
    form = StartForm(request.POST or None, offers=offered)

    def act() -> Redirect:
        week = start_now(
            campaign=viewer.campaign,
            actor=person(request),
            evening=form.cleaned_data["how"] == "evening",
            at=now,
        )
        return Redirect(
            week_url("desk-week", week),
            f"Week {week.number} is open for orders. All teams have been notified.",
        )

    if done := carry_out(request, form, act):
        return done
    return draw(
        request,
        viewer,
        "start",
        title="Start a week now",
        tab="desk-calendar",
        form=form,
        offers=[(offer.how, strip(offer.times)) for offer in offered],
        before=before,
        before_url=week_url("desk-week", before) if before else "",
        pause=pauses.current_pause(viewer.campaign, now),
        alone=not enough(viewer.campaign),
        cancel_url=club_url("desk-calendar", viewer.campaign),
    )
