"""What a GM could start now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from campaign.league.models import Season, Week
from campaign.league.rules.calendar import WeekTimes, evening
from campaign.league.rules.house import evening_length
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.seasons import times
from engine.values import changed

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign


class Offer(NamedTuple):
    """A way in which the next week can start, and its moments."""

    how: Literal["evening", "planned"]
    times: WeekTimes


def offers(campaign: Campaign, at: datetime) -> tuple[Offer, ...]:
    """An evening first; then the next planned week, opened now. Two queries."""
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None:
        return ()
    weeks = list(season.weeks.order_by("number"))
    planned = next((week for week in weeks if week.status == Week.Status.PLANNED), None)
    number = planned.number if planned else len(weeks) + 1
    found = [Offer("evening", evening(number, at, evening_length(rules_of(campaign))))]
    if planned:
        found.append(Offer("planned", changed(times(planned), opens_at=at)))
    return tuple(found)


def under_way(campaign: Campaign) -> Week | None:
    """The week that has to come to its reports before another one can start."""
    rows = Week.objects.filter(season__campaign=campaign, season__closed_at=None)
    return rows.filter(status__in={Week.Status.OPEN, Week.Status.PLAYING}).first()


def to_be_closed(campaign: Campaign) -> Week | None:
    """The settled week that closes when the next one starts."""
    rows = Week.objects.filter(season__campaign=campaign, season__closed_at=None)
    return rows.filter(status=Week.Status.SETTLED).first()
