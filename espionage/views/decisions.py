"""The page for a team's pending live decision.

If there is no decision, the page is always the same (E25).
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import team_url
from campaign.league.views.permissions import team_page
from core.web.views.posting import SeeOther, carry_out
from espionage.forms.decisions import DecisionForm
from espionage.pictures.decision import known_missions, question_words
from espionage.selectors.decisions import OpenDecision, has_live_decisions, open_decision
from espionage.selectors.order_weeks import this_week
from espionage.services.decision_moves import answer_question, mark

from .frame import show


@require_http_methods(["GET", "HEAD", "POST"])
@team_page(allow=policy.may_command)
def decision(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show this team's pending decision and accept the answer.

    Clubs without live decisions do not have this page.
    """
    week = this_week(viewer.campaign)
    if week is None or not has_live_decisions(week):
        raise Http404
    policy.require(policy.may_command_in(viewer, team, week))
    pending_decision = open_decision(week, team, timezone.now())
    if pending_decision is None:
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
    form = _form(request, pending_decision)
    response = carry_out(
        request,
        form,
        lambda: answer_question(
            week_id=week.pk, team=team, move=form.move(), question_mark=form.cleaned_data["asked"]
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
        found=pending_decision,
        words=question_words(pending_decision),
        form=form,
        known=known_missions(pending_decision),
        more=len(pending_decision.knowledge.queued or ()),
    )


def _form(request: HttpRequest, decision: OpenDecision) -> DecisionForm:
    people = {
        person.id: f"{person.name}, {person.dp} of {person.full_dp} DP"
        for person in decision.knowledge.file.people
    }
    return DecisionForm(
        request.POST or None,
        decision.question,
        question_id=mark(decision.question),
        people=people,
        missions=known_missions(decision),
        default=decision.default,
    )
