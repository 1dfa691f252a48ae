"""Pages for approving rosters and managing teams' owners and bots."""

from __future__ import annotations

import hashlib
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.forms.members import HandOverForm
from campaign.desk.forms.teams import ApprovalForm, BotTeamForm, RemarkForm
from campaign.league import policy
from campaign.league.models import Membership
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.people import members_of, owner_names, sole_owner_of, users_of
from campaign.league.selectors.teams import all_teams, find_present_team, find_unapproved_team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.members.services import owners
from campaign.roster.selectors.roster import Sheet, roster
from campaign.teams.forms.bots import BotForm
from campaign.teams.rules.acts import PUBLIC_REASON_HELP, BotForTeam
from campaign.teams.selectors.approval import review_in
from campaign.teams.services import bots, ready_company, teams
from core.web.forms.base import Act
from core.web.forms.reasons import ReasonForm
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back

from .frame import Question, ask_first, desk_page, draw

PUBLIC_REASON_NOTE: Final = (
    "The news, the desk log and a notification to all members will show this with your reason."
)


@require_safe
@desk_page
def listing(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List all teams with their owners and their status."""
    rows = list(all_teams(viewer.campaign))
    owners = owner_names(row.pk for row in rows)
    team_rows = [
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
        teams=team_rows,
        waiting=[team_row for team_row in team_rows if team_row["asks"]],
    )


def _lines(people: tuple[Sheet, ...]) -> list[tuple[object, ...]]:
    """Return a team's roster as plain values."""
    return [
        (str(sheet.id), sheet.name, sheet.role, sorted(sheet.points.items()), sheet.general)
        for sheet in people
    ]


def _stamp(values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def approval(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Review and approve a team's roster.

    A GM who also plays sees only whether a rival's roster is valid. After the approval, the roster
    is secret again.
    """
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(find_unapproved_team(viewer.campaign, team))

    is_own_team = policy.owns(viewer, row)
    blind = not policy.may_read_books(viewer, row)
    people = roster(row)
    review = review_in(people, rules_of(viewer.campaign))
    form = ApprovalForm(request.POST or None, stamp=_stamp(review if blind else _lines(people)))

    def approve() -> Redirect:
        teams.approve(team=row, actor=person(request), now=timezone.now())
        return Redirect(back, f"{row.name} can play from the next week that opens.")

    if response := carry_out(request, form, approve):
        return response
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
        own=is_own_team,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def send_back(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Return a roster with a comment."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(find_unapproved_team(viewer.campaign, team))
    form = RemarkForm(request.POST or None)

    def act() -> Redirect:
        teams.send_back(
            team=row, actor=person(request), remark=form.cleaned_data["remark"], now=timezone.now()
        )
        return Redirect(back, f"The roster was returned to {row.name} with your comment.")

    if response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "form",
        title=f"Return {row.name}’s roster",
        tab="desk-teams",
        form=form,
        action_label="Return roster",
        cancel_url=club_url("desk-approval", viewer.campaign, team=row.slug),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def hand_over(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Give a team and all its secrets to another member. The whole club is notified."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(find_present_team(viewer.campaign, team))
    candidates = members_of(viewer.campaign).exclude(role=Membership.Role.SPECTATOR)
    form = HandOverForm(
        request.POST or None, people=users_of(candidates), sole_owner=sole_owner_of(row)
    )

    def act() -> Redirect:
        fields = form.cleaned_data
        owners.hand_over(
            team=row,
            to=fields["to"],
            actor=person(request),
            reason=fields["reason"],
            now=timezone.now(),
        )
        return Redirect(back, f"{row.name} is now run by {fields['to']}.")

    def question() -> Question:
        to = form.cleaned_data["to"]
        return Question(
            f"Hand over {row.name}?",
            "The previous owners know the team's secrets. Make sure that the club agrees.",
            f"Hand over to {to}",
            (
                (
                    f"{to} can see and change everything that belongs to {row.name}: roster, "
                    "garage, money, orders and reports."
                ),
                "The current owners lose access.",
                PUBLIC_REASON_NOTE,
            ),
        )

    title = f"Hand over {row.name}"
    return ask_first(request, viewer, form, act, question, title=title, tab="desk-teams", back=back)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def retire(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Remove a team from the league. The whole club is notified."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(find_present_team(viewer.campaign, team))
    form = ReasonForm(request.POST or None, help_text=PUBLIC_REASON_HELP)

    def act() -> Redirect:
        teams.withdraw(
            team=row,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        return Redirect(
            back, f"{row.name} was removed from the league. The club has been notified."
        )

    def question() -> Question:
        return Question(
            f"Remove {row.name} from the league?",
            f"{row.name} leaves the league permanently.",
            "Remove team",
            (
                "Its points stay in the standings.",
                "Its people, vehicles and money stay on record, but can no longer be used.",
                PUBLIC_REASON_NOTE,
            ),
        )

    title = f"Remove {row.name} from the league"
    return ask_first(request, viewer, form, act, question, title=title, tab="desk-teams", back=back)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def seat_bot(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Assign a bot to a team whose player is absent. The whole club is notified."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(find_present_team(viewer.campaign, team))
    form = BotForm(request.POST or None, asks=BotForTeam, initial={"how_long": "on"})

    def act() -> Redirect:
        bots.seat(
            team=row,
            bot=form.record,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        return Redirect(back, f"A bot now acts for {row.name}. The club has been notified.")

    if response := carry_out(request, form, act):
        return response
    note = (
        "If no one has sent orders by the deadline, the bot writes them. It uses only what the "
        "team knows, and you cannot see its orders. The team's owners can remove the bot."
    )
    return draw(
        request,
        viewer,
        "form",
        title=f"Assign a bot to {row.name}",
        tab="desk-teams",
        form=form,
        notes=[note],
        action_label="Assign bot",
        cancel_url=back,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def call_off_bot(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Remove the bot from a team."""
    back = club_url("desk-teams", viewer.campaign)
    row = or_404(find_present_team(viewer.campaign, team))
    form = Act(request.POST or None)

    def act() -> Redirect:
        bots.dismiss(team=row, actor=person(request), now=timezone.now())
        return Redirect(back, f"The bot was removed from {row.name}.")

    if response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "form",
        title=f"Remove the bot from {row.name}",
        tab="desk-teams",
        form=form,
        notes=[
            "If no one sends orders, the team's standing orders apply.",
            "The removal is shown in the news.",
        ],
        action_label="Remove bot",
        cancel_url=back,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def add_bot_team(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Create a team with people and cars for a bot to play."""
    back = club_url("desk-teams", viewer.campaign)
    form = BotTeamForm(request.POST or None)

    def act() -> Redirect:
        team = ready_company.found_for_bot(
            campaign=viewer.campaign,
            temper=form.cleaned_data["temper"],
            actor=person(request),
            now=timezone.now(),
        )
        return Redirect(
            back, f"{team.name} was created and is run by a bot. This is shown in the news."
        )

    if response := carry_out(request, form, act):
        return response
    note = (
        "The team gets a name, people and cars like any ready-made team and plays from the next "
        "week that opens. The bot uses only what its team knows, and you cannot see its orders. "
        "You can hand over the team when someone wants to run it."
    )
    return draw(
        request,
        viewer,
        "form",
        title="Add bot team",
        tab="desk-teams",
        form=form,
        notes=[note],
        action_label="Add team",
        cancel_url=back,
    )
