"""Ambushes of my team: where the one under way is fought, and how past ones went."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404

from campaign.league import policy
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.weeks import SeasonQuery
from campaign.league.selectors.house import rules_in
from core.web.api.operations import Record
from core.web.not_found import or_404
from engine.values import Seat
from espionage.selectors import fights
from espionage.selectors import reports as selector
from espionage.selectors.order_weeks import this_week
from espionage.tabletop import AMBUSH_TABLE

from .orders import find_week


class FightUnderWay(Record):
    """Where it is fought (a table under `play/tables/`), and when doctrine plays what is left."""

    week: int
    table: UUID
    ends_by: datetime


class AmbushNow(Record):
    """My team's ambush under way, or nothing: quiet looks the same whatever else goes on (E25)."""

    fight: FightUnderWay | None


@team_door(allow=policy.may_command)
def read(call: TeamCall) -> AmbushNow:
    """Where my team fights now. In clubs that leave ambushes to doctrine there is no such
    address.
    """
    week = this_week(call.campaign)
    if week is None or rules_in(week).ambush_by_doctrine:
        raise Http404
    policy.require(policy.may_command_in(call.viewer, call.team, week))
    found = fights.under_way(week, call.team)
    return AmbushNow(
        fight=FightUnderWay(week=week.number, table=found.table_id, ends_by=week.settle_at)
        if found
        else None
    )


class AmbushHeard(Record):
    """Something that my side heard of a fight by doctrine: by the schema of the ambush's events,
    and in words.
    """

    event: Any
    words: str


class AmbushStory(Record):
    """A past ambush from my side. One that was fought on the site has its `table`, whose log tells
    the rest; of one by doctrine there are `events`. `names` are the ambusher's and the ambushed
    one's, `seat` which of them was mine.
    """

    week: int
    season: int
    seat: Seat
    names: tuple[str, str]
    table: UUID | None
    events: tuple[AmbushHeard, ...]


@team_door()
def story(call: TeamCall, query: SeasonQuery, number: int, nth: int) -> AmbushStory:
    """My team's ambush of that number in a settled week, from 1 in the order in which the report
    tells them.
    """
    week = find_week(call, number, query.season)
    found = or_404(fights.story(week, call.team, nth) if selector.published(week) else None)
    events = tuple(
        [
            AmbushHeard(event=event, words=AMBUSH_TABLE.say(event, found.names, found.seat))
            for event in found.heard
        ]
    )
    table = found.table.pk if found.table else None
    return AmbushStory(
        week=week.number,
        season=week.season.number,
        seat=found.seat,
        names=found.names,
        table=table,
        events=events,
    )
