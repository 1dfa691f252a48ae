"""Asking for more time before a deadline."""

from __future__ import annotations

from campaign.league.api.permissions import TeamCall, find_week, team_door
from campaign.league.api.weeks import SeasonQuery, WeekOut, week_out
from espionage.services import more_time


@team_door()
def ask(call: TeamCall, query: SeasonQuery, number: int) -> WeekOut:
    """Have the deadline of a week later, for everybody and before everybody, for one of my team's
    excuses of the season (C22).
    """
    week = find_week(call, number, query.season)
    return week_out(more_time.ask(week=week, team=call.team, by=call.user, at=call.now))
