"""API operations on deputies of teams.

Every member can see deputies. An owner of the team appoints a deputy. An owner or the deputy can
end the appointment.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from campaign.league import policy
from campaign.league.api.permissions import TeamCall, members_door, team_door
from campaign.league.models import Deputy
from campaign.league.selectors.people import find_member_by_name
from campaign.members.selectors import deputies as selector
from campaign.members.services import deputies, deputies_ending
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404
from core.web.refusals import Refused, WrongTime


class DeputyOut(Record):
    """A deputy of a team for a week."""

    id: UUID
    username: str
    week: int
    named_by: str
    named_at: datetime


class NewDeputy(Body):
    """The user name of a member, and a week. The week must be the open one or the next
    planned one.
    """

    username: Name
    week: Annotated[int, Meta(ge=1, le=1000)]


@members_door()
def list_deputies(call: TeamCall, query: Paged) -> Page[DeputyOut]:
    """List a team's deputies for weeks that are not published yet, ordered by week."""
    return paged(call, query, selector.current_deputies(call.team), _out)


def _out(row: Deputy) -> DeputyOut:
    return DeputyOut(
        id=row.pk,
        username=row.user.get_username(),
        week=row.week.number,
        named_by=row.named_by.get_username(),
        named_at=row.named_at,
    )


@team_door(status=201)
def name(call: TeamCall, body: NewDeputy) -> DeputyOut:
    """Appoint a deputy for a week. The appointment is published.

    The deputy must be a member who has no team and is not a GM. A deputy can write your team's
    orders, answer its decisions and fight its ambushes.
    """
    member = find_member_by_name(call.campaign, body.username)
    if member is None:
        raise Refused("Choose a member of this club.", field="username", code="no-member")
    weeks = selector.open_weeks(call.campaign)
    week = next((week for week in weeks if week.number == body.week), None)
    if week is None:
        raise WrongTime(
            "You can name a deputy only for the open week or the next scheduled week.",
            field="week",
        )
    return _out(
        deputies.appoint(team=call.team, user=member.user, week=week, actor=call.user, now=call.now)
    )


@members_door()
def end(call: TeamCall, deputy: UUID) -> None:
    """End a deputy's appointment, as an owner of the team or as the deputy. The end is
    published.
    """
    row = or_404(selector.find_deputy(call.team, deputy))
    policy.require(policy.owns(call.viewer, call.team) or row.user_id == call.user.pk)
    deputies_ending.end(deputy=row, actor=call.user, now=call.now)
