"""Requests for a deadline extension."""

from __future__ import annotations

from campaign.calendar.api.weeks import SeasonQuery, WeekOut, week_out
from campaign.league.api.permissions import TeamCall, find_week, team_door
from espionage.services import more_time


@team_door()
def ask(call: TeamCall, query: SeasonQuery, number: int) -> WeekOut:
    """Extend the deadline of a week for all teams.

    This uses one of your team's excuses for the season. The request is public (C22).
    """
    week = find_week(call, number, query.season)
    return week_out(
        more_time.request_extension(week=week, team=call.team, requested_by=call.user, now=call.now)
    )
