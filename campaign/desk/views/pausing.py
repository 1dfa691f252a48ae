"""Pages for pausing and resuming the league. They show a preview of the changes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.calendar.selectors.pauses import current_pause
from campaign.calendar.services import pausing
from campaign.desk.forms.calendar import PauseForm
from campaign.duels.selectors.calendar import current_season
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from core.web.forms.reasons import ReasonForm
from core.web.idempotency import Redirect
from core.web.views.person import person

from .calendar import draw_with_preview
from .frame import desk_page


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def pause(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Pause the league for a number of weeks, or extend the current pause."""
    now, form = timezone.now(), PauseForm(request.POST or None)
    paused, back = current_pause(viewer.campaign, now), club_url("desk-calendar", viewer.campaign)

    def act() -> Redirect:
        pausing.pause(
            campaign=viewer.campaign,
            weeks=form.cleaned_data["weeks"],
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=now,
        )
        return Redirect(back, "The league is paused. The club has been notified.")

    return draw_with_preview(
        request,
        viewer,
        current_season(viewer),
        form,
        act,
        title="Extend the pause" if paused else "Pause the league",
        action="Pause the league",
        sentence=(
            "All future dates are postponed by this number of weeks and keep their times. A "
            "week that is being resolved is still published on schedule. All members are "
            "notified with your reason."
        ),
        back=back,
        template="pause",
        pause=paused,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def go_on(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Resume the league."""
    now, form = timezone.now(), ReasonForm(request.POST or None, required=False)
    back = club_url("desk-calendar", viewer.campaign)

    def act() -> Redirect:
        pausing.resume(
            campaign=viewer.campaign,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=now,
        )
        return Redirect(back, "The league was resumed. The club has been notified.")

    return draw_with_preview(
        request,
        viewer,
        current_season(viewer),
        form,
        act,
        title="Resume the league",
        action="Resume",
        sentence=(
            "Postponed dates move forward by whole weeks, but no one loses time that they have "
            "left. All members are notified."
        ),
        back=back,
        template="pause",
        pause=current_pause(viewer.campaign, now),
        goes_on=True,
    )
