"""A campaign's house rules as the rules' own record."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec

from campaign.league.rules.house import HouseRules, evening_length

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign, Week


def rules_of(campaign: Campaign) -> HouseRules:
    """The house rules as they are now."""
    return msgspec.convert(campaign.house_rules, HouseRules)


def rules_in(week: Week) -> HouseRules:
    """The house rules that hold for a week: frozen when it opened (E26), the campaign's own before
    that.
    """
    return (
        rules_of(week.season.campaign)
        if week.rules is None
        else msgspec.convert(week.rules, HouseRules)
    )


def window_of(week: Week) -> timedelta:
    """How long after a week's deadline all is published."""
    house = rules_in(week)
    return evening_length(house).fights if week.evening else timedelta(hours=house.settle_hours)


def zone_of(campaign: Campaign) -> ZoneInfo:
    """The zone of the club's weekly slot."""
    return ZoneInfo(campaign.timezone)


def span_by_the_clock(began: datetime, ended: datetime, campaign: Campaign) -> str:
    """From when to when, as the club's clock shows it: "Mon 5 Mar, 19:40 to 20:25
    (Europe/Berlin)", with a second day where it ended on another.
    """
    zone = zone_of(campaign)
    first, last = began.astimezone(zone), ended.astimezone(zone)
    until = f"{last:%H:%M}" if first.date() == last.date() else _day_and_time(last)
    return f"{_day_and_time(first)} to {until} ({campaign.timezone})"


def _day_and_time(local: datetime) -> str:
    return f"{local:%a} {local.day} {local:%b, %H:%M}"


def by_the_clock(at: datetime, campaign: Campaign) -> str:
    """A moment as the club's clock shows it, for a line of text: "Mon 5 Mar, 20:00
    (Europe/Berlin)".
    """
    return f"{_day_and_time(at.astimezone(zone_of(campaign)))} ({campaign.timezone})"
