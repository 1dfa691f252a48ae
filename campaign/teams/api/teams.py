"""API operations on teams: listing, founding, name and colours, approval, owners and bots."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from uuid import UUID

from campaign.duels.selectors.duels import VehicleFacts, public_vehicles
from campaign.garage.rules.record import Exterior
from campaign.league import policy
from campaign.league.api.permissions import (
    ClubCall,
    TeamCall,
    club_door,
    desk_door,
    members_door,
    team_desk_door,
    team_door,
)
from campaign.league.models import Team
from campaign.league.selectors import people, seasons
from campaign.league.selectors.viewer import Viewer
from campaign.members.selectors import club as clubs
from campaign.members.selectors.club import Place
from campaign.members.services import owners
from campaign.teams.rules.acts import BotForTeam, NewTeam, ReadyCompany, TeamFace, Temper
from campaign.teams.rules.roster_check import Review
from campaign.teams.selectors.approval import review_of
from campaign.teams.services import bots, ready_company
from campaign.teams.services import teams as services
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name, Reasoned
from core.web.records import Changes, filled
from core.web.refusals import Refused


class TeamLine(TeamFace, Record):
    """A team in a list.

    `approved` says whether the team can play. `points` is its score in the open season. `bot` is
    the temper of the bot that currently acts for the team.
    """

    slug: str
    approved: bool
    points: int
    bot: str


class TeamOut(TeamFace, Record):
    """A team as seen by the whole club.

    `asked_at` and `remark` are set only for the team's owners and for GMs.
    """

    id: UUID
    slug: str
    founded_at: datetime
    approved_at: datetime | None
    left_at: datetime | None
    owners: tuple[str, ...]
    bot: str
    mine: bool
    asked_at: datetime | None = None
    remark: str = ""


@club_door()
def list_teams(call: ClubCall, query: Paged) -> Page[TeamLine]:
    """List the club's teams, best first."""
    return paged(call, query, clubs.standings(call.campaign), _line)


def _line(place: Place) -> TeamLine:
    team = place.team
    return filled(
        TeamLine,
        team,
        approved=team.approved_at is not None,
        points=place.points,
        bot=team.standing_bot,
    )


@club_door(allow=policy.may_play, status=201)
def found(call: ClubCall, body: NewTeam) -> TeamOut:
    """Create a team that you run. It can play after its roster has been approved."""
    team = services.found_team(campaign=call.campaign, owner=call.user, face=body, now=call.now)
    return _out(team, inside=True, is_owner=True)


@club_door(allow=policy.may_play, status=201)
def found_ready(call: ClubCall, body: ReadyCompany) -> TeamOut:
    """Create a ready-made team and ask for its approval.

    The team has people, vehicles and crews that follow the house rules. If any part fails, nothing
    is created.
    """
    team = ready_company.found_ready(
        campaign=call.campaign, owner=call.user, face=body, now=call.now
    )
    return _out(team, inside=True, is_owner=True)


@members_door()
def show(call: TeamCall) -> TeamOut:
    """Return a team. Its owners and the GMs also see the state of the approval."""
    return _for(call, call.team)


def _for(call: TeamCall, team: Team) -> TeamOut:
    is_owner = policy.owns(call.viewer, team)
    return _out(team, inside=is_owner or policy.may_run_desk(call.viewer), is_owner=is_owner)


def _out(team: Team, *, inside: bool, is_owner: bool) -> TeamOut:
    private = {} if inside else {"asked_at": None, "remark": ""}
    return filled(
        TeamOut,
        team,
        id=team.pk,
        owners=people.names_of_owners(team),
        bot=team.standing_bot,
        mine=is_owner,
        **private,
    )


@team_door()
def edit(call: TeamCall, body: Changes[TeamFace]) -> TeamOut:
    """Change your team's name, colours, emblem and motto."""
    face = body.apply_to(TeamFace, call.team)
    return _for(call, services.edit(team=call.team, face=face))


def _owns_or_desk(viewer: Viewer, team: Team) -> bool:
    return policy.owns(viewer, team) or policy.may_run_desk(viewer)


owners_and_desk_door = partial(
    team_door,
    allow=_owns_or_desk,
    audience="Available to owners of the team and GMs of the club.",
)


@team_door()
def complete(call: TeamCall) -> TeamOut:
    """Hire people and build vehicles until your team is complete.

    If you have not asked for approval yet, this also asks for approval.
    """
    return _for(call, ready_company.complete(team=call.team, actor=call.user, now=call.now))


class ReviewOut(Review, Record):
    """The review of an unapproved roster.

    It has the number of people, the points that each person should have, and errors. It has no
    names or skills.
    """


@owners_and_desk_door()
def review(call: TeamCall) -> ReviewOut:
    """Return the errors in a roster.

    The team's owners can see them until the roster is approved. GMs can see them while it waits for
    approval.
    """
    is_owner, team = policy.owns(call.viewer, call.team), call.team
    policy.require(team.approved_at is None and bool(is_owner or team.asked_at))
    return filled(ReviewOut, review_of(team))


@team_door()
def ask_approval(call: TeamCall) -> TeamOut:
    """Ask for approval of your roster.

    If the club approves valid rosters automatically and your roster is valid, it is approved
    immediately. Otherwise, a GM decides.
    """
    return _for(call, services.ask_approval(team=call.team, now=call.now))


@team_desk_door()
def approve(call: TeamCall) -> TeamOut:
    """Approve a team, so that it can play. If a GM approves their own team, this is published."""
    return _for(call, services.approve(team=call.team, actor=call.user, now=call.now))


class SendingBack(Body):
    """A remark about the changes that the team's owners must make."""

    remark: Name


@team_desk_door()
def send_back(call: TeamCall, body: SendingBack) -> TeamOut:
    """Send a roster back to its owners with a remark."""
    return _for(
        call, services.send_back(team=call.team, actor=call.user, remark=body.remark, now=call.now)
    )


class BotTeam(Body):
    """The temper of the bot that plays a new team."""

    temper: Temper = "careful"


@desk_door(status=201)
def found_for_bot(call: ClubCall, body: BotTeam) -> TeamOut:
    """Create a ready-made team without owners for a bot to play. This is published."""
    team = ready_company.found_for_bot(
        campaign=call.campaign, temper=body.temper, actor=call.user, now=call.now
    )
    return _out(team, inside=True, is_owner=False)


@owners_and_desk_door()
def seat_bot(call: TeamCall, body: BotForTeam) -> TeamOut:
    """Let a bot write orders when no one else does. This is published.

    The bot acts for the open week, or until it is dismissed. Owners can appoint a bot for their own
    team, and GMs for any team.
    """
    team = bots.seat(team=call.team, bot=body, actor=call.user, reason=body.reason, now=call.now)
    return _for(call, team)


@owners_and_desk_door()
def call_off_bot(call: TeamCall) -> TeamOut:
    """Dismiss the bot of your team. GMs can dismiss the bot of any team. This is published."""
    return _for(call, bots.dismiss(team=call.team, actor=call.user, now=call.now))


class HandingOver(Reasoned, kw_only=True):
    """The new owner's user name, and a reason if a GM makes the request."""

    to: Name


@owners_and_desk_door()
def hand_over(call: TeamCall, body: HandingOver) -> TeamOut:
    """Hand a team over to another player.

    An owner hands over their own place. A GM hands over the places of all owners. This is
    published.
    """
    member = people.find_member_by_name(call.campaign, body.to)
    if member is None:
        raise Refused("Choose a player of this club.", field="to", code="no-player")
    owners.hand_over(
        team=call.team, to=member.user, actor=call.user, now=call.now, reason=body.reason
    )
    return _out(call.team, inside=policy.may_run_desk(call.viewer), is_owner=False)


@team_door()
def drop_out(call: TeamCall) -> None:
    """Give up your place in a team with other owners."""
    owners.drop_owner(team=call.team, user=call.user, now=call.now)


@owners_and_desk_door()
def withdraw(call: TeamCall, body: Reasoned) -> TeamOut:
    """Withdraw a team from the league between weeks. The team's records are kept.

    A GM must give a reason.
    """
    return _for(
        call, services.withdraw(team=call.team, actor=call.user, now=call.now, reason=body.reason)
    )


# --- vehicles seen in duels -----------------------------------------------------------------------


class SeenVehicle(Record):
    """A vehicle as everyone saw it in a recorded duel."""

    id: UUID
    week: int
    season: int
    destroyed: bool
    exterior: Exterior


@members_door()
def seen_vehicles(call: TeamCall, query: Paged) -> Page[SeenVehicle]:
    """List the team's vehicles as they were last seen in duels of this season (E24)."""
    all_seasons = seasons.seasons(call.campaign)
    weeks = [week.pk for week in seasons.weeks_of(all_seasons[0])] if all_seasons else []
    return paged(
        call,
        query,
        [facts for facts in public_vehicles(weeks) if facts.team_id == call.team.pk],
        _seen_vehicle,
    )


def _seen_vehicle(facts: VehicleFacts) -> SeenVehicle:
    return filled(SeenVehicle, facts, week=facts.week_number, season=facts.season_number)
