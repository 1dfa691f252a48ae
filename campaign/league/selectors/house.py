"""Queries for the house rules of a campaign or a week as a record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from campaign.house_rules.models import StoredRules
from campaign.house_rules.rules.house import HouseRules, evening_length, hours_to_publish
from campaign.league.models import Campaign, Week


def rules_of(campaign: Campaign) -> HouseRules:
    """Return the current house rules of a campaign."""
    return _read(campaign.house_rules)


def rules_in(week: Week) -> HouseRules:
    """Return the house rules of a week.

    The rules are frozen when the week opens (E26). Before that, the campaign's rules apply.
    """
    return rules_of(week.season.campaign) if week.rules is None else _read(week.rules)


def _read(rules: Mapping[str, Any]) -> HouseRules:
    """Return stored rules as a record. Rules that have not been saved yet are accepted, too."""
    return rules.record if isinstance(rules, StoredRules) else msgspec.convert(rules, HouseRules)


def window_of(week: Week) -> timedelta:
    """Return the time between a week's deadline and its publication."""
    rules = rules_in(week)
    return (
        evening_length(rules).fights if week.evening else timedelta(hours=hours_to_publish(rules))
    )


def zone_of(campaign: Campaign) -> ZoneInfo:
    """Return the time zone of the club's weekly schedule."""
    return ZoneInfo(campaign.timezone)
