"""Live decisions: the one question that is open for the team, or the same quiet page whatever else
goes on (E25).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league import policy
from campaign.league.views.frame import team_url
from campaign.league.views.permissions import team_page
from core.web.views.posting import SeeOther, carry_out
from espionage.forms.decisions import DecisionForm
from espionage.pictures.decision import known_missions, question_words
from espionage.selectors.decisions import asks_live, pending
from espionage.selectors.order_weeks import this_week
from espionage.services.decision_moves import answer, mark

from .frame import show

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer
    from espionage.selectors.decisions import Pending


@require_http_methods(["GET", "HEAD", "POST"])
@team_page(allow=policy.may_command)
def decision(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """What is asked of this team now. Clubs without live decisions have no such page."""
    week = this_week(viewer.campaign)
    if week is None or not asks_live(week):
        raise Http404
    policy.require(policy.may_command_in(viewer, team, week))
    found = pending(week, team, timezone.now())
    if found is None:
        if request.method == "POST":
            messages.warning(
                request,
                (
                    "This decision is no longer open. It was answered by a teammate or by your "
                    "standing orders."
                ),
            )
            return SeeOther(team_url("espionage:decision", team))
        return show(
            request, viewer, team, "decision_none", here="orders", title="Decisions", week=week
        )
    form = _form(request, found)
    response = carry_out(
        request,
        form,
        lambda: answer(
            week_id=week.pk, team=team, move=form.move(), asked=form.cleaned_data["asked"]
        ),
        to=team_url("espionage:decision", team),
        message="Answer saved.",
    )
    return response or show(
        request,
        viewer,
        team,
        "decision",
        here="orders",
        title="Decide",
        week=week,
        found=found,
        words=question_words(found),
        form=form,
        known=known_missions(found),
    )


def _form(request: HttpRequest, found: Pending) -> DecisionForm:
    people = {who.id: f"{who.name}, {who.dp} of {who.full_dp} DP" for who in found.own.file.people}
    return DecisionForm(
        request.POST or None,
        found.question,
        asked=mark(found.question),
        people=people,
        missions=known_missions(found),
        default=found.default,
    )
