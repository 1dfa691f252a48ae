"""Pausing the league, and having it go on, after a look at what moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.desk.forms.calendar import GoOnForm, PauseForm
from campaign.duels.selectors.calendar import current_season
from campaign.league.selectors.pauses import standing
from campaign.league.services import pausing
from campaign.league.views.frame import club_url
from core.web.idempotency import Redirect
from core.web.views.person import person

from .calendar import with_look_ahead
from .frame import desk_page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaign.league.selectors.viewer import Viewer


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def pause(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Pause the league for some weeks; while it is paused, for more."""
    now, form = timezone.now(), PauseForm(request.POST or None)
    paused, back = standing(viewer.campaign, now), club_url("desk-calendar", viewer.campaign)

    def act() -> Redirect:
        pausing.pause(
            campaign=viewer.campaign,
            weeks=form.cleaned_data["weeks"],
            actor=person(request),
            reason=form.cleaned_data["reason"],
            at=now,
        )
        return Redirect(back, "The league is paused. The club has been told.")

    return with_look_ahead(
        request,
        viewer,
        current_season(viewer),
        form,
        act,
        title="Pause the league for longer" if paused else "Pause the league",
        action="Pause the league",
        sentence=(
            "Everything that is still to come is later by so many weeks, at the same hours. A week "
            "that is being played is published as it was told. All members are told with your "
            "reason."
        ),
        back=back,
        template="pause",
        pause=paused,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def go_on(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Have the league go on."""
    now, form = timezone.now(), GoOnForm(request.POST or None)
    back = club_url("desk-calendar", viewer.campaign)

    def act() -> Redirect:
        pausing.go_on(
            campaign=viewer.campaign,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            at=now,
        )
        return Redirect(back, "The league goes on. The club has been told.")

    return with_look_ahead(
        request,
        viewer,
        current_season(viewer),
        form,
        act,
        title="Go on with the league",
        action="Go on",
        sentence=(
            "What the pause put off comes earlier again by whole weeks, as far as everybody keeps "
            "the time that was left to them. All members are told."
        ),
        back=back,
        template="pause",
        pause=standing(viewer.campaign, now),
        goes_on=True,
    )
