"""The button with which a team says that it is ready, the GM's page for moving on, and the answers
to the date of the next evening.
"""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from campaign.calendar.views.calendar import requested_week
from campaign.desk.views.frame import desk_page, draw
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.seasons import current_week
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, week_url
from campaign.league.views.permissions import club_page, team_page
from core.web.forms.base import Act
from core.web.forms.reasons import ReasonForm
from core.web.idempotency import Redirect
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back
from espionage.selectors.evening import NEXT, phase_of
from espionage.services import evening
from espionage.tasks import ring


@require_POST
@team_page()
def ready(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Say that the team is ready for the next phase of the evening."""
    week = current_week(viewer.campaign)
    if week is None:
        raise Http404
    back, form = club_url("club", viewer.campaign), Act(request.POST)

    def act() -> Redirect:
        evening.say_ready(week=week, team=team, actor=person(request), now=timezone.now())
        transaction.on_commit(ring, robust=True)
        return Redirect(back, f"{team.name} is ready.")

    return carry_out(request, form, act) or turn_back(request, form, back)


@require_POST
@club_page()
def answer_next(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Answer the proposed date of the next evening, or confirm it as a GM."""
    back, form = club_url("club", viewer.campaign), Act(request.POST)
    chosen = request.POST.get("act", "")
    if chosen == "set" and not policy.may_run_desk(viewer):
        raise Http404

    def act() -> Redirect:
        campaign, actor, now = viewer.campaign, viewer.person, timezone.now()
        if chosen == "set":
            evening.set_next(campaign=campaign, actor=actor, now=now)
            return Redirect(back, "The date has been announced to the club.")
        evening.answer_next(campaign=campaign, actor=actor, yes=chosen == "yes", now=now)
        return Redirect(back, "The GM can see your answer.")

    return carry_out(request, form, act) or turn_back(request, form, back)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def move_on(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """End the current phase of an evening."""
    week = requested_week(request, viewer, number)
    form, back = ReasonForm(request.POST or None), week_url("desk-week", week)

    def act() -> Redirect:
        reason = form.cleaned_data["reason"]
        evening.move_on(week=week, actor=person(request), reason=reason, now=timezone.now())
        transaction.on_commit(ring, robust=True)
        return Redirect(back, f"Week {number} moves on within seconds.")

    if response := carry_out(request, form, act):
        return response
    phase = phase_of(week, timezone.now())
    return draw(
        request,
        viewer,
        "form",
        title=f"Move week {number} on",
        tab="desk-calendar",
        form=form,
        notes=[f"{NEXT[phase]} for everyone." if phase else "This week is not a single evening."],
        action_label="Move on",
        cancel_url=back,
    )
