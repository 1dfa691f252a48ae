"""Weeks that a GM can start now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from campaign.league.models import Season, Week
from campaign.league.rules.calendar import WeekTimes, plan_evening
from campaign.league.rules.house import evening_length
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.pauses import current_pause
from campaign.league.selectors.seasons import can_be_evening, week_times
from engine.values import changed

from .public import playing_teams

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign

MIN_TEAMS: Final = 2
"""Minimum number of teams for a week.

With fewer, no week can be started by hand, and a scheduled one passes without a game.
"""


class StartOffer(NamedTuple):
    """A way to start the next week, with its times."""

    kind: Literal["evening", "planned"]
    times: WeekTimes


def has_enough_teams(campaign: Campaign) -> bool:
    """Return whether enough teams can play a week. One query."""
    return playing_teams(campaign).count() >= MIN_TEAMS


def start_offers(campaign: Campaign, now: datetime) -> tuple[StartOffer, ...]:
    """Return the ways to start the next week.

    An evening comes first, if possible, then the next planned week opened now. None during a pause.
    Three queries.
    """
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None or current_pause(campaign, now):
        return ()
    weeks = list(season.weeks.order_by("number"))
    planned_week = next((week for week in weeks if week.status == Week.Status.PLANNED), None)
    ways = []
    if can_be_evening(weeks):
        number = planned_week.number if planned_week else len(weeks) + 1
        ways.append(
            StartOffer("evening", plan_evening(number, now, evening_length(rules_of(campaign))))
        )
    if planned_week:
        ways.append(StartOffer("planned", changed(week_times(planned_week), opens_at=now)))
    return tuple(ways)
