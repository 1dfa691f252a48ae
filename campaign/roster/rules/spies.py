"""Spies on missions: their skills as modifiers to 2d6, and their personal gear.

A skill is 0 at base, 1 at +1 and so on, and −4 below base (E1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.skills import UNSKILLED, level_at
from engine.values import Value

BELOW_BASE: Final = UNSKILLED
WOUND_MODIFIER: Final = -2
MIN_CONSCIOUS_DP: Final = 2


class Skills(Value):
    """A spy's skills as modifiers to 2d6."""

    espionage: int = BELOW_BASE
    explosives: int = BELOW_BASE
    stealth: int = BELOW_BASE
    handgunner: int = BELOW_BASE
    blade: int = BELOW_BASE
    martial_arts: int = BELOW_BASE
    running: int = BELOW_BASE
    bodybuilding: int = BELOW_BASE


SPY_SKILLS: Final = frozenset(Skills.__struct_fields__)


def spy_skills(points: Mapping[str, int], house_rules: HouseRules) -> Skills:
    """Return the skills of a character with these skill points."""
    costs = [
        (row.key, row.points)
        for row in house_rules.skill_costs
        if row.key in SPY_SKILLS and row.key in points
    ]
    return Skills(
        **{key: level_at(points[key], cost, house_rules.skill_cap) for key, cost in costs}
    )


Pieces = Annotated[tuple[Packed, ...], Meta(max_length=40, title="Kit")]


class Kit(Value):
    """A spy's personal gear, which the spy also has in ambushes (P8).

    Plastique is part of the order instead.
    """

    items: Pieces = ()
