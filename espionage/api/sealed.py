"""Public actions by a GM: opening sealed orders, and voiding a stuck week."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import Http404

from campaign.calendar.api.weeks import SeasonQuery, WeekOut, week_out
from campaign.league.api.permissions import ClubCall, desk_door
from campaign.league.models import DeskAct
from campaign.league.selectors.teams import find_present_team
from core.web.api.operations import Record
from core.web.api.shapes import Name, Reasoned
from core.web.records import filled
from core.web.refusals import Refused
from espionage.selectors.desk import opened_orders, opening_act
from espionage.services.desk import open_sealed_orders
from espionage.services.voiding import declare_void

from .orders import find_week


class OpenedLine(Record):
    """An order in plain words."""

    spy: str
    what: str
    kit: str
    on_twelve: str


class OpenedOut(Record):
    """A team's orders as they were when the GM opened them."""

    act: UUID
    team: str
    week: int
    at: datetime
    reason: str
    state: str
    saved_at: datetime | None
    lines: tuple[OpenedLine, ...]
    standing: tuple[str, ...]


class Breaking(Reasoned, kw_only=True):
    """The team and the week whose orders are opened, and the reason."""

    team: Name
    week: int


@desk_door(status=201)
def break_glass(call: ClubCall, body: Breaking) -> OpenedOut:
    """Open a team's sealed orders.

    The action and its reason are published immediately in the news, in the log and in a notice to
    every member.
    """
    team = find_present_team(call.campaign, body.team)
    if team is None:
        raise Refused("Choose a team of this club.", field="team", code="no-such-team")
    return _out(
        open_sealed_orders(
            week=find_week(call, body.week),
            team=team,
            actor=call.user,
            reason=body.reason,
            now=call.now,
        )
    )


@desk_door()
def void(call: ClubCall, query: SeasonQuery, body: Reasoned, number: int) -> WeekOut:
    """Void a stuck week, so that it has no effects.

    The action and its reason are published immediately in the news, in the log and in a notice to
    every member.
    """
    return week_out(
        declare_void(
            week=find_week(call, number, query.season),
            actor=call.user,
            reason=body.reason,
            now=call.now,
        )
    )


@desk_door()
def show(call: ClubCall, act: UUID) -> OpenedOut:
    """Return sealed orders that you have opened."""
    desk_act = opening_act(call.user, act)
    if desk_act is None or desk_act.campaign_id != call.campaign.pk:
        raise Http404
    return _out(desk_act)


def _out(act: DeskAct) -> OpenedOut:
    orders = opened_orders(act)
    return filled(
        OpenedOut,
        orders,
        act=act.pk,
        team=act.team.slug if act.team else "",
        week=act.week.number if act.week else 0,
        at=act.at,
        reason=act.reason,
        lines=tuple(
            OpenedLine(spy=line.spy, what=line.action, kit=line.kit, on_twelve=line.on_twelve)
            for line in orders.lines
        ),
    )
