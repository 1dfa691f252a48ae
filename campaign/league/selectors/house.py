"""A campaign's house rules as the rules' own record."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from campaign.league.models import StoredRules
from campaign.league.rules.house import HouseRules, evening_length

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.league.models import Campaign, Week


def rules_of(campaign: Campaign) -> HouseRules:
    """The house rules as they are now."""
    return _read(campaign.house_rules)


def rules_in(week: Week) -> HouseRules:
    """The house rules that hold for a week: frozen when it opened (E26), the campaign's own before
    that.
    """
    return rules_of(week.season.campaign) if week.rules is None else _read(week.rules)


def _read(rules: Mapping[str, Any]) -> HouseRules:
    """The record of stored rules, or of those that a caller has not stored yet."""
    return rules.record if isinstance(rules, StoredRules) else msgspec.convert(rules, HouseRules)


def window_of(week: Week) -> timedelta:
    """How long after a week's deadline all is published."""
    house = rules_in(week)
    return evening_length(house).fights if week.evening else timedelta(hours=house.settle_hours)


def zone_of(campaign: Campaign) -> ZoneInfo:
    """The zone of the club's weekly slot."""
    return ZoneInfo(campaign.timezone)
