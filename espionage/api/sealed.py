"""Acts of the desk in front of the whole club: opening sealed orders, and declaring a stuck week
void.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import Http404

from campaign.league.api.permissions import ClubCall, desk_door
from campaign.league.api.weeks import SeasonQuery, WeekOut, week_out
from campaign.league.models import DeskAct
from campaign.league.selectors.teams import find_present_team
from core.web.api.operations import Record
from core.web.api.shapes import Name, Reasoned
from core.web.records import filled
from core.web.refusals import Refused
from espionage.selectors.desk import act_of, opened
from espionage.services.desk import open_sealed
from espionage.services.voiding import declare_void

from .orders import find_week


class OpenedLine(Record):
    """One order in plain words."""

    spy: str
    what: str
    kit: str
    on_twelve: str


class OpenedOut(Record):
    """A team's orders as they were when the glass was broken."""

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
    """Whose orders of which week, and why."""

    team: Name
    week: int


@desk_door(status=201)
def break_glass(call: ClubCall, body: Breaking) -> OpenedOut:
    """Open a team's sealed orders. News, log and a notice to every member say so at once, with the
    reason.
    """
    team = find_present_team(call.campaign, body.team)
    if team is None:
        raise Refused("Choose a team of this club.", field="team", code="no-such-team")
    return _out(
        open_sealed(
            week=find_week(call, body.week),
            team=team,
            actor=call.user,
            reason=body.reason,
            at=call.now,
        )
    )


@desk_door()
def void(call: ClubCall, query: SeasonQuery, body: Reasoned, number: int) -> WeekOut:
    """Declare a stuck week void: nothing of it has happened. News, log and a notice to every member
    say so at once, with the reason.
    """
    return week_out(
        declare_void(
            week=find_week(call, number, query.season),
            actor=call.user,
            reason=body.reason,
            at=call.now,
        )
    )


@desk_door()
def show(call: ClubCall, act: UUID) -> OpenedOut:
    """The orders that I opened before."""
    found = act_of(call.user, act)
    if found is None or found.campaign_id != call.campaign.pk:
        raise Http404
    return _out(found)


def _out(act: DeskAct) -> OpenedOut:
    found = opened(act)
    return filled(
        OpenedOut,
        found,
        act=act.pk,
        team=act.team.slug if act.team else "",
        week=act.week.number if act.week else 0,
        at=act.at,
        reason=act.reason,
        lines=tuple(
            OpenedLine(spy=line.spy, what=line.what, kit=line.kit, on_twelve=line.on_twelve)
            for line in found.lines
        ),
    )
