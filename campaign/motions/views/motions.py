"""What the club votes on: the list with its buttons, and putting something to the vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.league import policy
from campaign.league.selectors.pauses import current_pause
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.motions.forms.motions import MoveForm
from campaign.motions.models import Motion
from campaign.motions.selectors import motions as selector
from campaign.motions.services import motions as services
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.refusals import Refused
from core.web.views.posting import carry_out, turn_back

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from campaign.league.selectors.viewer import Viewer
    from campaign.motions.selectors.motions import Tally

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


A_PAGE: Final = 20
NOBODY_FREE: Final = (
    "All players in the club already run a team. Ask a GM to invite someone, or vote for a "
    "stand-in bot."
)


@dataclass(frozen=True, slots=True)
class Line:
    """A motion as one reader sees it: what it says, and what they can press. `said` is how their
    team voted, None before it has.
    """

    tally: Tally
    title: str
    votes: bool
    said: bool | None
    here: bool
    asked: bool
    moved: bool


def _line(viewer: Viewer, tally: Tally) -> Line:
    row, mine = tally.motion, viewer.team_ids
    text = selector.sentence(row)
    own = [ballot.yes for ballot in tally.ballots if ballot.team_id in mine]
    return Line(
        tally,
        title=text[0].upper() + text[1:],
        votes=tally.open and any(team.pk in mine for team in tally.voters),
        said=own[-1] if own else None,
        here=row.outcome == "" and row.team_id in mine,
        asked=tally.open and row.to_id == viewer.user_id and row.willing_at is None,
        moved=tally.open and row.moved_by_id == viewer.user_id,
    )


def _may_move(viewer: Viewer, at: datetime) -> list[tuple[str, str]]:
    """What this reader can put to the vote now, each with its name: whoever runs a team that plays
    anything that there is, a player without one that they run somebody's.
    """
    if not policy.may_play(viewer):
        return []
    if not viewer.teams:
        return [(Kind.HAND_OVER, str(Kind.HAND_OVER.label))]
    if not any(team.approved_at for team in viewer.teams):
        return []
    paused = current_pause(viewer.campaign, at) is not None
    return [(kind, label) for kind, label in Kind.choices if paused or kind != Kind.GO_ON]


@require_safe
@club_page()
def votes(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What is voted on, with who said what; and what was."""
    now = timezone.now()
    found = selector.Motions(viewer.campaign, now)
    page = Paginator(found.over(), A_PAGE).get_page(request.GET.get("page"))
    return render_club_page(
        request,
        viewer,
        "campaign/motions/votes",
        here="votes",
        title="Votes",
        audience="club",
        lede="A proposal passes with the votes of more than half of the teams that have owners. "
        "Each team has one vote.",
        open=[_line(viewer, tally) for tally in found.open],
        over=[_line(viewer, tally) for tally in page.object_list],
        page=page,
        kinds=_may_move(viewer, now),
        button=Act(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.may_play)
def move(request: HttpRequest, viewer: Viewer, kind: str) -> HttpResponse:
    """Put something to the vote."""
    if kind not in Kind.values:
        raise Http404
    teams = selector.teams_here(viewer.campaign)
    people = selector.teamless(viewer.campaign) if kind == Kind.HAND_OVER else ()
    form = MoveForm(request.POST or None, kind=kind, teams=teams, people=people)

    def act() -> Motion:
        said = form.cleaned_data
        return services.move(
            campaign=viewer.campaign,
            kind=kind,
            by=viewer.person,
            reason=said["reason"],
            at=timezone.now(),
            team=next((team for team in teams if team.slug == said.get("team")), None),
            to=next((user for user in people if user.get_username() == said.get("to")), None),
            weeks=said.get("weeks"),
        )

    lede = LEDES[Kind(kind)]
    if kind == Kind.HAND_OVER and not people:
        lede = f"{lede} {NOBODY_FREE}"
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
    """A press: yes or no, "I am here", "I would", or taking one's own motion back."""
    row = or_404(selector.motion_of(viewer.campaign, motion))
    form, back, by, at = (
        Act(request.POST),
        club_url("votes", viewer.campaign),
        viewer.person,
        timezone.now(),
    )
    pressed = request.POST.get("act")

    def act() -> Motion:
        match pressed:
            case "yes" | "no":
                return services.vote(motion=row, by=by, yes=pressed == "yes", at=at)
            case "answer":
                return services.answer(motion=row, by=by, at=at)
            case "withdraw":
                return services.withdraw(motion=row, by=by, at=at)
            case _:
                raise Refused("Choose one of the options.", code="no-act")

    said = {"yes": "You voted yes.", "no": "You voted no."}
    message = said.get(str(pressed), "Done. The club has been notified.")
    return carry_out(request, form, act, to=back, message=message) or turn_back(request, form, back)
