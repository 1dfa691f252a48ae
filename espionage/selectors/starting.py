"""What a GM could start now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from campaign.league.models import Season, Week
from campaign.league.rules.calendar import WeekTimes, plan_evening
from campaign.league.rules.house import evening_length
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.pauses import current_pause
from campaign.league.selectors.seasons import can_be_evening, week_times
from engine.values import changed

from .public import playing

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign

FEWEST: Final = 2
"""With fewer teams nobody can be spied on: no week is started, and one of the calendar passes
without a game.
"""


class Offer(NamedTuple):
    """A way in which the next week can start, and its moments."""

    how: Literal["evening", "planned"]
    times: WeekTimes


def enough(campaign: Campaign) -> bool:
    """Whether a week would have the teams that it needs. One query."""
    return playing(campaign).count() >= FEWEST


def offers(campaign: Campaign, at: datetime) -> tuple[Offer, ...]:
    """An evening first, where the next week may be one; then the next planned week, opened now;
    nothing while the league is paused. Three queries.
    """
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None or current_pause(campaign, at):
        return ()
    weeks = list(season.weeks.order_by("number"))
    planned = next((week for week in weeks if week.status == Week.Status.PLANNED), None)
    found = []
    if can_be_evening(weeks):
        number = planned.number if planned else len(weeks) + 1
        found.append(Offer("evening", plan_evening(number, at, evening_length(rules_of(campaign)))))
    if planned:
        found.append(Offer("planned", changed(week_times(planned), opens_at=at)))
    return tuple(found)
