"""Asking for more time before a deadline: asked first, as the whole club reads of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from campaign.league.models import Week
from campaign.league.views.frame import team_crumbs, team_url
from campaign.league.views.permissions import team_page
from core.web.dry_run import rehearsal
from core.web.moments import in_text, told
from core.web.views.posting import SeeOther, confirmed
from engine.game import Refusal
from espionage.selectors.order_weeks import this_week
from espionage.services import more_time

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer


@team_page()
def ask(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Spend an excuse of the season on a later deadline, for everybody."""
    week = this_week(viewer.campaign)
    if week is None or week.status != Week.Status.OPEN:
        raise Http404
    back, now = team_url("espionage:orders", team), timezone.now()

    def asking() -> Week:
        return more_time.ask(week=week, team=team, by=viewer.person, at=now)

    sentence = f"The deadline of week {week.number} moves for everybody."
    try:
        with rehearsal():
            sentence = (
                f"The deadline of week {week.number} moves for everybody, to "
                f"{in_text(asking().due_at)}."
            )
    except Refusal as refusal:
        if request.method != "POST":
            messages.error(request, refusal.sentence)
            return SeeOther(back)
    return confirmed(
        request,
        asking,
        to=back,
        message=f"The deadline of week {week.number} is later now; the club reads so.",
        back=back,
        title=f"Ask for more time in week {week.number}",
        sentence=told(sentence, timezone.get_current_timezone()),
        action="Ask for more time",
        effects=(
            "That is half of the time that the week had, or as much as the duel leaves room for.",
            f"It costs {team.name} one of its excused misses, and can be done once a season.",
            "The whole club is told who asked.",
        ),
        crumbs=team_crumbs(viewer, team, ("Orders", back)),
    )
