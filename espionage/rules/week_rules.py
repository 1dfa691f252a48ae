"""The house rules that resolving a week reads: a small part of the campaign's record, which the
state of the game carries.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from campaign.league.rules.house import DEFAULT, HouseRules
from engine.values import Value


class WeekRules(Value):
    """The options of `campaign.league.rules.house.HouseRules` that decide how a week runs, under
    the same names and defaults.
    """

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


def week_rules(house: HouseRules) -> WeekRules:
    """What the game needs of the campaign's house rules."""
    return structs.replace(WeekRules(), **{name: getattr(house, name) for name in _NAMES})
