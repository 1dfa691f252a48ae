"""The page for requesting a deadline extension, which asks for confirmation first."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from campaign.league.models import Team, Week
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import team_crumbs, team_url
from campaign.league.views.permissions import team_page
from core.web.dry_run import rehearsal
from core.web.moments import in_text, localize
from core.web.views.posting import SeeOther, confirmed
from engine.game import Refusal
from espionage.selectors.order_weeks import this_week
from espionage.services import more_time


@team_page()
def ask(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Use one of the season's excuses to extend the deadline for all teams."""
    week = this_week(viewer.campaign)
    if week is None or week.status != Week.Status.OPEN:
        raise Http404
    back_url, now = team_url("espionage:orders", team), timezone.now()

    def request_now() -> Week:
        return more_time.request_extension(
            week=week, team=team, requested_by=viewer.person, now=now
        )

    sentence = f"The deadline of week {week.number} moves for everyone."
    try:
        with rehearsal():
            sentence = (
                f"The deadline of week {week.number} moves to {in_text(request_now().due_at)} for "
                "everyone."
            )
    except Refusal as refusal:
        if request.method != "POST":
            messages.error(request, refusal.sentence)
            return SeeOther(back_url)
    return confirmed(
        request,
        request_now,
        message=f"The deadline of week {week.number} is extended. The club has been notified.",
        back=back_url,
        title=f"Request an extension for week {week.number}",
        sentence=localize(sentence, timezone.get_current_timezone()),
        action="Ask for more time",
        effects=(
            (
                "The extension is half of the week’s original time, or less if the duel does not "
                "leave room."
            ),
            f"It uses one of {team.name}’s excused misses, and you can do it once per season.",
            "The whole club is told who requested it.",
        ),
        crumbs=team_crumbs(viewer, team, ("Orders", back_url)),
    )
