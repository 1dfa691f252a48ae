"""Pages for a club's votes: the list with its buttons, and the form for starting a vote."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.calendar.selectors.pauses import current_pause
from campaign.league import policy
from campaign.league.selectors.teams import approved_teams
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.motions.forms.motions import MoveForm
from campaign.motions.models import Motion
from campaign.motions.selectors import motions as selector
from campaign.motions.selectors.motions import Tally
from campaign.motions.services import motions as services
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.refusals import Refused
from core.web.views.posting import carry_out, turn_back

Kind = Motion.Kind
LEDES: Final = {
    Kind.PAUSE: "All future dates are postponed by this number of weeks.",
    Kind.GO_ON: "Postponed dates move forward again. No one loses time that they have left.",
    Kind.HAND_OVER: (
        "A player without a team takes over and can see everything the team knows. The team's "
        "owners are notified right away and can end the vote by confirming that they are active."
    ),
    Kind.CARETAKER: (
        "A careful bot writes the team's orders when its owners don't. The owners are notified "
        "right away and can end the vote by confirming that they are active."
    ),
    Kind.RETIRE: (
        "The team leaves the league permanently and keeps its points. Its owners are notified "
        "right away and can end the vote by confirming that they are active."
    ),
}


MOTIONS_PER_PAGE: Final = 20
NO_PLAYER_FREE: Final = (
    "All players in the club already run a team. Ask a GM to invite someone, or vote for a "
    "stand-in bot."
)


@dataclass(frozen=True, slots=True)
class Line:
    """A motion with the actions that the viewer can take.

    `own_vote` is the vote of the viewer's team, or None if the team has not voted yet.
    """

    tally: Tally
    title: str
    votes: bool
    own_vote: bool | None
    can_confirm: bool
    can_agree: bool
    can_withdraw: bool


def _line(viewer: Viewer, tally: Tally) -> Line:
    row, team_ids = tally.motion, viewer.team_ids
    text = selector.sentence(row)
    own_votes = [ballot.yes for ballot in tally.ballots if ballot.team_id in team_ids]
    return Line(
        tally,
        title=text[0].upper() + text[1:],
        votes=tally.open and any(team.pk in team_ids for team in tally.voters),
        own_vote=own_votes[-1] if own_votes else None,
        can_confirm=row.outcome == "" and row.team_id in team_ids,
        can_agree=tally.open and row.to_id == viewer.user_id and row.willing_at is None,
        can_withdraw=tally.open and row.moved_by_id == viewer.user_id,
    )


def _kinds_to_start(viewer: Viewer, now: datetime) -> list[tuple[str, str]]:
    """Return the kinds of motions that the viewer can start now, with their names.

    Owners of approved teams can start all kinds. Players without a team can only start a handover.
    """
    if not policy.may_play(viewer):
        return []
    if not viewer.teams:
        return [(Kind.HAND_OVER, str(Kind.HAND_OVER.label))]
    if not any(team.approved_at for team in viewer.teams):
        return []
    paused = current_pause(viewer.campaign, now) is not None
    return [(kind, label) for kind, label in Kind.choices if paused or kind != Kind.GO_ON]


@require_safe
@club_page()
def votes(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List open votes with their ballots, and closed votes."""
    now = timezone.now()
    motions = selector.Motions(viewer.campaign, now)
    page = Paginator(motions.closed(), MOTIONS_PER_PAGE).get_page(request.GET.get("page"))
    return render_club_page(
        request,
        viewer,
        "campaign/motions/votes",
        here="votes",
        title="Votes",
        audience="club",
        lede="A proposal passes with the votes of more than half of the teams that have owners. "
        "Each team has one vote.",
        open=[_line(viewer, tally) for tally in motions.open],
        over=[_line(viewer, tally) for tally in page.object_list],
        page=page,
        kinds=_kinds_to_start(viewer, now),
        button=Act(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.may_play)
def move(request: HttpRequest, viewer: Viewer, kind: str) -> HttpResponse:
    """Start a vote."""
    if kind not in Kind.values:
        raise Http404
    teams = approved_teams(viewer.campaign)
    people = selector.players_without_team(viewer.campaign) if kind == Kind.HAND_OVER else ()
    form = MoveForm(request.POST or None, kind=kind, teams=teams, people=people)

    def act() -> Motion:
        return services.move(
            campaign=viewer.campaign, new=form.record, person=viewer.person, now=timezone.now()
        )

    lede = LEDES[Kind(kind)]
    if kind == Kind.HAND_OVER and not people:
        lede = f"{lede} {NO_PLAYER_FREE}"
    back = club_url("votes", viewer.campaign)
    message = "The vote was started. All voters have been notified."
    return carry_out(request, form, act, to=back, message=message) or render_club_page(
        request,
        viewer,
        "form",
        here="votes",
        title=str(Kind(kind).label),
        lede=lede,
        form=form,
        action="Start vote",
        back=back,
        crumbs=(("Votes", back),),
    )


@require_POST
@club_page(allow=policy.may_play)
def vote(request: HttpRequest, viewer: Viewer, motion: UUID) -> HttpResponse:
    """Cast a vote, confirm that the viewer's team is active, agree to run a team, or withdraw the
    viewer's own motion.
    """
    row = or_404(selector.motion_of(viewer.campaign, motion))
    form = Act(request.POST)
    back = club_url("votes", viewer.campaign)
    person = viewer.person
    now = timezone.now()
    chosen_act = request.POST.get("act")

    def act() -> Motion:
        match chosen_act:
            case "yes" | "no":
                return services.vote(motion=row, person=person, yes=chosen_act == "yes", now=now)
            case "answer":
                return services.answer(motion=row, person=person, now=now)
            case "withdraw":
                return services.withdraw(motion=row, person=person, now=now)
            case _:
                raise Refused("Choose one of the options.", code="no-act")

    messages = {"yes": "You voted yes.", "no": "You voted no."}
    message = messages.get(str(chosen_act), "Done. The club has been notified.")
    return carry_out(request, form, act, to=back, message=message) or turn_back(request, form, back)
