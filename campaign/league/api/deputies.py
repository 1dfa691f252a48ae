"""Deputies: who gives a team's orders for a week besides its owners. Every member reads it; named
by an owner, ended by an owner or the deputy.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from campaign.league import policy
from campaign.league.models import Deputy
from campaign.league.selectors import deputies as selector
from campaign.league.selectors.people import member_named
from campaign.league.services import deputies, deputies_ending
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404
from core.web.refusals import Refused, WrongTime

from .permissions import TeamCall, members_door, team_door


class DeputyOut(Record):
    """Who gives a team's orders in a week, and by whose yes."""

    id: UUID
    username: str
    week: int
    named_by: str
    named_at: datetime


class NewDeputy(Body):
    """Who, by user name, and for which week: the open one or the next planned."""

    username: Name
    week: Annotated[int, Meta(ge=1, le=1000)]


@members_door()
def list_deputies(call: TeamCall, query: Paged) -> Page[DeputyOut]:
    """Who gives a team's orders in weeks that are not published yet, by week."""
    return paged(call, query, selector.standing(call.team), _out)


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
    """Let a member who runs no team, and is no GM, write my team's orders in one week, answer its
    decisions and fight its ambushes. Published.
    """
    member = member_named(call.campaign, body.username)
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
        deputies.name(team=call.team, user=member.user, week=week, by=call.user, at=call.now)
    )


@members_door()
def end(call: TeamCall, deputy: UUID) -> None:
    """End a deputy's right: as an owner of the team, or as the deputy. Published."""
    row = or_404(selector.one_of(call.team, deputy))
    policy.require(policy.owns(call.viewer, call.team) or row.user_id == call.user.pk)
    deputies_ending.end(deputy=row, by=call.user, at=call.now)
