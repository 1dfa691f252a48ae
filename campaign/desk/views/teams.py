"""Teams: rosters to approve or send back, owners."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.forms.members import HandOverForm
from campaign.desk.forms.teams import ApprovalForm, BotTeamForm, RemarkForm, RetireForm, SeatForm
from campaign.league import policy
from campaign.league.models import Membership
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.people import members_of, owner_names, sole_owner_of, users_of
from campaign.league.selectors.teams import asking_team, every_team, present_team
from campaign.league.services import owners
from campaign.league.views.frame import club_url
from campaign.roster.selectors.roster import roster
from campaign.teams.rules.acts import BotSeat
from campaign.teams.selectors.approval import review_in
from campaign.teams.services import bots, ready_company, teams
from core.web.forms.base import Act
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back

from .frame import Question, ask_first, desk_page, draw

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaign.league.selectors.viewer import Viewer
    from campaign.roster.selectors.roster import Sheet

TOLD: Final = (
    "This is announced in the news, in the desk log and in a notice to every member, with your "
    "reason."
)


@require_safe
@desk_page
def listing(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Every team: who runs it, whether it plays or waits."""
    rows = list(every_team(viewer.campaign))
    owners = owner_names(row.pk for row in rows)
    listed = [
        {
            "team": row,
            "owners": owners.get(row.pk, ()),
            "asks": bool(row.asked_at and not row.approved_at and not row.left_at),
        }
        for row in rows
    ]
    return draw(
        request,
        viewer,
        "teams",
        title="Teams",
        tab="desk-teams",
        teams=listed,
        waiting=[one for one in listed if one["asks"]],
    )


def _lines(people: tuple[Sheet, ...]) -> list[tuple[object, ...]]:
    """A roster as it is."""
    return [
        (str(one.id), one.name, one.role, sorted(one.points.items()), one.general) for one in people
    ]


def _stamp(shown: object) -> str:
    """A short name of what the page shows, made of nothing else."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def approval(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """The roster that a team asked to have approved. A GM who plays reads of a rival's only
    whether it is in order; of any other it is the team's secret again once it is approved.
    """
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(asking_team(viewer.campaign, team))

    own = policy.owns(viewer, row)
    blind = not policy.may_read_books(viewer, row)
    people = roster(row)
    review = review_in(people, rules_of(viewer.campaign))
    form = ApprovalForm(request.POST or None, stamp=_stamp(review if blind else _lines(people)))

    def approve() -> Redirect:
        teams.approve(team=row, actor=person(request), at=timezone.now())
        return Redirect(back, f"{row.name} may play from the next week that opens.")

    if done := carry_out(request, form, approve):
        return done
    if request.method == "POST":
        return turn_back(request, form, request.path)
    return draw(
        request,
        viewer,
        "approval",
        title=row.name,
        tab="desk-teams",
        team=row,
        people=() if blind else people,
        review=review,
        blind=blind,
        form=form,
        own=own,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def send_back(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Send a roster back with a remark."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(asking_team(viewer.campaign, team))
    form = RemarkForm(request.POST or None)

    def act() -> Redirect:
        teams.send_back(
            team=row, actor=person(request), remark=form.cleaned_data["remark"], at=timezone.now()
        )
        return Redirect(back, f"{row.name} has its roster back, with your remark.")

    if done := carry_out(request, form, act):
        return done
    return draw(
        request,
        viewer,
        "form",
        title=f"Send {row.name} back",
        tab="desk-teams",
        form=form,
        action_label="Send it back",
        cancel_url=club_url("desk-approval", viewer.campaign, team=row.slug),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def hand_over(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Give a team to another member, with all its secrets; so the whole club is told."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(present_team(viewer.campaign, team))
    takers = members_of(viewer.campaign).exclude(role=Membership.Role.SPECTATOR)
    form = HandOverForm(
        request.POST or None, people=users_of(takers), sole_owner=sole_owner_of(row)
    )

    def act() -> Redirect:
        fields = form.cleaned_data
        owners.hand_over(
            team=row,
            to=fields["to"],
            actor=person(request),
            reason=fields["reason"],
            at=timezone.now(),
        )
        return Redirect(back, f"{row.name} is now run by {fields['to']}.")

    def question() -> Question:
        to = form.cleaned_data["to"]
        return Question(
            f"Hand {row.name} over?",
            "Who has once read a team's papers knows them. Make sure that this is what the club "
            "wants.",
            f"Hand it to {to}",
            (
                (
                    f"{to} reads and writes everything of {row.name}: roster, garage, money, "
                    "orders, reports."
                ),
                "Whoever runs it now can no longer open its pages.",
                TOLD,
            ),
        )

    title = f"Hand {row.name} over"
    return ask_first(request, viewer, form, act, question, title=title, tab="desk-teams", back=back)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def retire(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Take a team out of the league, whoever runs it; so the whole club is told."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(present_team(viewer.campaign, team))
    form = RetireForm(request.POST or None)

    def act() -> Redirect:
        teams.withdraw(
            team=row,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            at=timezone.now(),
        )
        return Redirect(back, f"{row.name} has left the league. The club has been told.")

    def question() -> Question:
        return Question(
            f"Take {row.name} out of the league?",
            f"{row.name} leaves the league for good.",
            "Take it out",
            (
                "Its points stay in the table.",
                "People, vehicles and money stay on record; nobody plays them any more.",
                TOLD,
            ),
        )

    title = f"Take {row.name} out of the league"
    return ask_first(request, viewer, form, act, question, title=title, tab="desk-teams", back=back)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def seat_bot(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Let a bot stand in for a team whose player is not there; so the whole club is told."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(present_team(viewer.campaign, team))
    form = SeatForm(request.POST or None)

    def act() -> Redirect:
        said = form.cleaned_data
        bots.seat(
            team=row,
            bot=BotSeat(temper=said["temper"], how_long=said["how_long"]),
            by=person(request),
            reason=said["reason"],
            at=timezone.now(),
        )
        return Redirect(back, f"A bot stands in for {row.name}. The club has been told.")

    if done := carry_out(request, form, act):
        return done
    note = (
        "If nobody has sent orders by the deadline, the bot writes them, from what the team knows "
        "and nothing else; you read nothing of it. The team's people may call it off."
    )
    return draw(
        request,
        viewer,
        "form",
        title=f"Let a bot stand in for {row.name}",
        tab="desk-teams",
        form=form,
        notes=[note],
        action_label="Let it stand in",
        cancel_url=back,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def call_off_bot(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Have no bot stand in for a team any more."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(present_team(viewer.campaign, team))
    form = Act(request.POST or None)

    def act() -> Redirect:
        bots.call_off(team=row, by=person(request), at=timezone.now())
        return Redirect(back, f"No bot stands in for {row.name} any more.")

    if done := carry_out(request, form, act):
        return done
    return draw(
        request,
        viewer,
        "form",
        title=f"Call the bot of {row.name} off",
        tab="desk-teams",
        form=form,
        notes=[
            "If nobody sends orders, the team's standing orders decide.",
            "This is announced in the news.",
        ],
        action_label="Call it off",
        cancel_url=back,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def add_bot_team(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Found a team with people and cars that a bot plays, where too few people play."""
    back = club_url("desk-teams", viewer.campaign)
    form = BotTeamForm(request.POST or None)

    def act() -> Redirect:
        team = ready_company.found_for_bot(
            campaign=viewer.campaign,
            temper=form.cleaned_data["temper"],
            by=person(request),
            at=timezone.now(),
        )
        return Redirect(
            back, f"{team.name} is founded, and a bot plays it. This is announced in the news."
        )

    if done := carry_out(request, form, act):
        return done
    note = (
        "It gets a name, people and cars as any ready company, and plays from the next week that "
        "opens. The bot knows what its team knows and nothing else; you read nothing of it. Hand "
        "the team over when somebody wants to run it."
    )
    return draw(
        request,
        viewer,
        "form",
        title="Add a team that a bot plays",
        tab="desk-teams",
        form=form,
        notes=[note],
        action_label="Found it",
        cancel_url=back,
    )
