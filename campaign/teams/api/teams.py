"""Teams: the list, founding one, its face, its approval, who runs it."""

from __future__ import annotations

from datetime import datetime
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
from campaign.league.selectors import club as clubs
from campaign.league.selectors import people, seasons
from campaign.league.selectors.club import Place
from campaign.league.selectors.viewer import Viewer
from campaign.league.services import owners
from campaign.teams.rules.acts import BotSeat, NewTeam, ReadyCompany, TeamFace, Temper
from campaign.teams.rules.roster_check import Review
from campaign.teams.selectors.approval import review_of
from campaign.teams.services import bots, ready_company
from campaign.teams.services import teams as services
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name, Reason, Reasoned
from core.web.records import Changes, filled
from core.web.refusals import Refused


class TeamLine(TeamFace, Record):
    """A team in the list: its face, whether it plays yet, its points of the open season, and the
    temper of the bot that stands in for it, if one does.
    """

    slug: str
    approved: bool
    points: int
    bot: str


class TeamOut(TeamFace, Record):
    """A team as everybody reads it. `asked_at` and `remark` are there for its owners and the GMs
    only.
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
    """The club's teams, the best first."""
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
    """Found a team and run it. It plays once its roster is approved."""
    team = services.found(campaign=call.campaign, owner=call.user, face=body, at=call.now)
    return _out(team, inside=True, mine=True)


@club_door(allow=policy.may_play, status=201)
def found_ready(call: ClubCall, body: ReadyCompany) -> TeamOut:
    """Found a team with people, vehicles and crews by the house rules, and ask for its approval.
    Whole or not at all.
    """
    team = ready_company.found(campaign=call.campaign, owner=call.user, face=body, at=call.now)
    return _out(team, inside=True, mine=True)


@members_door()
def show(call: TeamCall) -> TeamOut:
    """A team's face; how its approval stands for those whom it concerns."""
    return _for(call, call.team)


def _for(call: TeamCall, team: Team) -> TeamOut:
    mine = policy.owns(call.viewer, team)
    return _out(team, inside=mine or policy.may_run_desk(call.viewer), mine=mine)


def _out(team: Team, *, inside: bool, mine: bool) -> TeamOut:
    private = {} if inside else {"asked_at": None, "remark": ""}
    return filled(
        TeamOut,
        team,
        id=team.pk,
        owners=people.names_of_owners(team),
        bot=team.standing_bot,
        mine=mine,
        **private,
    )


@team_door()
def edit(call: TeamCall, body: Changes[TeamFace]) -> TeamOut:
    """Change my team's face."""
    face = body.apply_to(TeamFace, call.team)
    return _for(call, services.edit(team=call.team, face=face))


def _owns_or_desk(viewer: Viewer, team: Team) -> bool:
    return policy.owns(viewer, team) or policy.may_run_desk(viewer)


@team_door()
def complete(call: TeamCall) -> TeamOut:
    """Hire and build what my team lacks to be a ready company, and ask for its approval if nobody
    has yet.
    """
    return _for(call, ready_company.complete(team=call.team, by=call.user, at=call.now))


class ReviewOut(Review, Record):
    """How a roster that is not approved stands by the house rules: how many people, how many points
    each should have, and what is not in order, without names or skills.
    """


@team_door(allow=_owns_or_desk)
def review(call: TeamCall) -> ReviewOut:
    """Whether a roster is in order by the house rules: for its owners until it is approved, for GMs
    while it waits for approval.
    """
    mine, team = policy.owns(call.viewer, call.team), call.team
    policy.require(team.approved_at is None and bool(mine or team.asked_at))
    return filled(ReviewOut, review_of(team))


@team_door()
def ask_approval(call: TeamCall) -> TeamOut:
    """Ask to have my roster approved: at once by the house rule where the club has it and the
    roster is in order, else by a GM.
    """
    return _for(call, services.ask_approval(team=call.team, at=call.now))


@team_desk_door()
def approve(call: TeamCall) -> TeamOut:
    """Let a team play. Of a team of the GM's own everybody reads that they approved it
    themselves.
    """
    return _for(call, services.approve(team=call.team, actor=call.user, at=call.now))


class SendingBack(Body):
    """What its owners have to change."""

    remark: Name


@team_desk_door()
def send_back(call: TeamCall, body: SendingBack) -> TeamOut:
    """Send a roster back to its owners with a remark."""
    return _for(
        call, services.send_back(team=call.team, actor=call.user, remark=body.remark, at=call.now)
    )


class BotTeam(Body):
    """The temper of the bot that plays a new team."""

    temper: Temper = "careful"


@desk_door(status=201)
def found_for_bot(call: ClubCall, body: BotTeam) -> TeamOut:
    """Found a ready company that a bot plays and nobody runs. Published."""
    team = ready_company.found_for_bot(
        campaign=call.campaign, temper=body.temper, by=call.user, at=call.now
    )
    return _out(team, inside=True, mine=False)


class BotForTeam(BotSeat, kw_only=True):
    """Which bot, and for how long; a GM seats it with a reason."""

    reason: Reason = ""


@team_door(allow=_owns_or_desk)
def seat_bot(call: TeamCall, body: BotForTeam) -> TeamOut:
    """Let a bot write the orders that nobody sends, for the open week or until it is called off: in
    my team, or as a GM in any. Published.
    """
    team = bots.seat(team=call.team, bot=body, by=call.user, reason=body.reason, at=call.now)
    return _for(call, team)


@team_door(allow=_owns_or_desk)
def call_off_bot(call: TeamCall) -> TeamOut:
    """Command my team again; as a GM, have no bot stand in for it any more. Published."""
    return _for(call, bots.call_off(team=call.team, by=call.user, at=call.now))


class HandingOver(Reasoned, kw_only=True):
    """To whom, by user name. A GM hands over with a reason."""

    to: Name


@team_door(allow=_owns_or_desk)
def hand_over(call: TeamCall, body: HandingOver) -> TeamOut:
    """Hand a team to another player: my own place in it, or as a GM all of its owners' places.
    Published.
    """
    found = people.find_member_by_name(call.campaign, body.to)
    if found is None:
        raise Refused("Choose a player of this club.", field="to", code="no-player")
    owners.hand_over(
        team=call.team, to=found.user, actor=call.user, now=call.now, reason=body.reason
    )
    return _out(call.team, inside=policy.may_run_desk(call.viewer), mine=False)


@team_door()
def drop_out(call: TeamCall) -> None:
    """Give up my place in a team that others run on."""
    owners.drop_owner(team=call.team, user=call.user, now=call.now)


@team_door(allow=_owns_or_desk)
def withdraw(call: TeamCall, body: Reasoned) -> TeamOut:
    """Take a team out of the league between weeks; its records stay. A GM does so with a
    reason.
    """
    return _for(
        call, services.withdraw(team=call.team, actor=call.user, at=call.now, reason=body.reason)
    )


# --- vehicles seen in duels -----------------------------------------------------------------------


class SeenVehicle(Record):
    """A vehicle as everybody saw it in a recorded duel."""

    id: UUID
    week: int
    season: int
    destroyed: bool
    exterior: Exterior


@members_door()
def seen_vehicles(call: TeamCall, query: Paged) -> Page[SeenVehicle]:
    """The team's vehicles that were seen in duels of this season, as last seen (E24)."""
    every = seasons.seasons(call.campaign)
    weeks = [week.pk for week in seasons.weeks_of(every[0])] if every else []
    return paged(
        call,
        query,
        [facts for facts in public_vehicles(weeks) if facts.team_id == call.team.pk],
        _seen,
    )


def _seen(facts: VehicleFacts) -> SeenVehicle:
    return filled(SeenVehicle, facts, week=facts.week_number, season=facts.season_number)
