"""The house rules that are needed to resolve a week, as part of the game's state."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from campaign.house_rules.rules.house import DEFAULT, HouseRules
from engine.values import Value


class WeekRules(Value):
    """The options of `HouseRules` that affect how a week is played, with the same defaults."""

    bomb_dice: tuple[int, ...] = DEFAULT.bomb_dice
    live_decisions: bool = DEFAULT.live_decisions
    blunder_counts_at_once: bool = DEFAULT.blunder_counts_at_once
    mission_after_escape: bool = DEFAULT.mission_after_escape
    armour_counts: bool = DEFAULT.armour_counts
    ambush_by_doctrine: bool = DEFAULT.ambush_by_doctrine
    capture: bool = DEFAULT.capture
    death: bool = DEFAULT.death
    espionage_points_a_week: int = DEFAULT.espionage_points_a_week
    paid_ambushes_a_week: int = DEFAULT.paid_ambushes_a_week


_NAMES: Final = WeekRules.__struct_fields__


def week_rules(house_rules: HouseRules) -> WeekRules:
    """Return the part of the campaign's house rules that a week needs."""
    return structs.replace(WeekRules(), **{name: getattr(house_rules, name) for name in _NAMES})
