"""A team's current ambush, and its past ambushes."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404

from ambush.tabletop import AMBUSH_TABLE
from campaign.calendar.api.weeks import SeasonQuery
from campaign.league import policy
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.selectors.house import rules_in
from core.web.api.operations import Record
from core.web.not_found import or_404
from engine.values import Seat
from espionage.selectors import fights
from espionage.selectors import reports as selector
from espionage.selectors.order_weeks import this_week

from .orders import find_week


class FightUnderWay(Record):
    """The fight's table (under `play/tables/`), and when doctrine takes over the fight."""

    week: int
    table: UUID
    ends_by: datetime


class AmbushNow(Record):
    """Your team's current ambush, or null.

    The response reveals nothing else about the week (E25).
    """

    fight: FightUnderWay | None


@team_door(allow=policy.may_command)
def read(call: TeamCall) -> AmbushNow:
    """Return your team's current ambush.

    In clubs where doctrine fights all ambushes, this address does not exist.
    """
    week = this_week(call.campaign)
    if week is None or rules_in(week).ambush_by_doctrine:
        raise Http404
    policy.require(policy.may_command_in(call.viewer, call.team, week))
    fight = fights.current_fight(week, call.team)
    return AmbushNow(
        fight=FightUnderWay(week=week.number, table=fight.table_id, ends_by=week.settle_at)
        if fight
        else None
    )


class AmbushHeard(Record):
    """An event that your side saw in a fight by doctrine, as data and in words."""

    event: Any
    words: str


class AmbushStory(Record):
    """A past ambush, seen from your side.

    If the fight took place on the site, `table` is set, and its log contains the moves. If doctrine
    fought it, `events` is set. `names` are the names of the ambusher and the ambushed, and `seat`
    is your seat.
    """

    week: int
    season: int
    seat: Seat
    names: tuple[str, str]
    table: UUID | None
    events: tuple[AmbushHeard, ...]


@team_door()
def story(call: TeamCall, query: SeasonQuery, number: int, nth: int) -> AmbushStory:
    """Return one of your team's ambushes in a settled week.

    Ambushes are numbered from 1, in the order of the report.
    """
    week = find_week(call, number, query.season)
    fight_story = or_404(
        fights.fight_story(week, call.team, nth) if selector.is_published(week) else None
    )
    events = tuple(
        AmbushHeard(event=event, words=AMBUSH_TABLE.say(event, fight_story.names, fight_story.seat))
        for event in fight_story.events
    )
    table = fight_story.table.pk if fight_story.table else None
    return AmbushStory(
        week=week.number,
        season=week.season.number,
        seat=fight_story.seat,
        names=fight_story.names,
        table=table,
        events=events,
    )
