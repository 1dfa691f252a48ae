"""The ways in which a GM can start a week now."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal, NamedTuple

from campaign.calendar.selectors.pauses import current_pause
from campaign.house_rules.rules.calendar import WeekTimes, plan_evening
from campaign.house_rules.rules.house import evening_length
from campaign.league.models import Campaign, Season, Week
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.seasons import can_be_evening, week_times
from engine.values import changed

from .public import playing_teams

MIN_TEAMS: Final = 2
"""Minimum number of teams needed to play a week.

If there are fewer teams, a GM cannot start a week, and a scheduled week passes without a game.
"""


class StartOffer(NamedTuple):
    """One way to start the next week, with the resulting times."""

    kind: Literal["evening", "planned"]
    times: WeekTimes


def has_enough_teams(campaign: Campaign) -> bool:
    """Return whether there are enough teams to play a week. This runs one query."""
    return playing_teams(campaign).count() >= MIN_TEAMS


def start_offers(campaign: Campaign, now: datetime) -> tuple[StartOffer, ...]:
    """Return the ways to start the next week, or none during a pause.

    An evening comes first if it is possible. The other way is to open the next planned week now.
    This runs three queries.
    """
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None or current_pause(campaign, now):
        return ()
    weeks = list(season.weeks.order_by("number"))
    planned_week = next((week for week in weeks if week.status == Week.Status.PLANNED), None)
    conditions = []
    if can_be_evening(weeks):
        number = planned_week.number if planned_week else len(weeks) + 1
        conditions.append(
            StartOffer("evening", plan_evening(number, now, evening_length(rules_of(campaign))))
        )
    if planned_week:
        conditions.append(StartOffer("planned", changed(week_times(planned_week), opens_at=now)))
    return tuple(conditions)
