"""Rules for characters: damage points, wounds, load, healing and clones (E2, E12, E20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from campaign.house_rules.rules.house import DEFAULT, HouseRules
from core.web.problems import Problem, plural
from engine.values import Value

from .skills import build

Health: TypeAlias = Literal["unhurt", "wounded", "unconscious", "dead"]
WOUNDED: Final = -2  # modifier of every roll if any DP are missing (E12)
UNCONSCIOUS_AT: Final = 1

ROLES: Final = (
    "driver",
    "gunner",
    "mechanic",
    "paramedic",
    "spy",
    "cyclist",
    "trucker",
    "handgunner",
)


class Body(Value):
    """A character's full DP, current DP, and load in half GE.

    They depend on bodybuilding and wounds.
    """

    full_dp: int
    dp: int
    load: int

    @property
    def health(self) -> Health:
        return health(self.dp, self.full_dp)

    @property
    def modifier(self) -> int:
        """Return the modifier of all rolls. It is −2 if any DP are missing (E12)."""
        return wound_modifier(self.dp, self.full_dp)


def body(points: Mapping[str, int], lost: int = 0, rules: HouseRules = DEFAULT) -> Body:
    """Return a character's body, based on skill points and the sum of the wound ledger.

    The sum is the number of DP lost less the number of DP healed.
    """
    build_row = build(points, rules)
    return Body(full_dp=build_row.dp, dp=build_row.dp - max(0, lost), load=build_row.grenades * 2)


def health(dp: int, full_dp: int) -> Health:
    """Return the state of health (E12).

    Characters are dead at 0 DP or less and unconscious at exactly 1 DP. Otherwise, they are wounded
    if any DP are missing.
    """
    if dp <= 0:
        return "dead"
    if dp == UNCONSCIOUS_AT:
        return "unconscious"
    return "wounded" if dp < full_dp else "unhurt"


def wound_modifier(dp: int, full_dp: int) -> int:
    """Return the modifier of all rolls. It is −2 if any DP are missing (E12)."""
    return WOUNDED if dp < full_dp else 0


def is_fit(dp: int) -> bool:
    """Return whether a character is fit for orders and duels (E12)."""
    return dp > UNCONSCIOUS_AT


class WeekActivities(Value):
    """A character's activities in a week that prevent healing (E20)."""

    mission: bool = False
    counterspy_roll: bool = False
    ambush: bool = False
    duel: bool = False


def healed_dp(dp: int, full_dp: int, week: WeekActivities, rules: HouseRules = DEFAULT) -> int:
    """Return the DP healed at the close of a week (E20).

    Only living, wounded characters heal, and only after a quiet week.
    """
    busy = week.mission or week.counterspy_roll or week.ambush or week.duel
    return 0 if busy or dp <= 0 else min(rules.healing_a_week, full_dp - dp)


def check_roster(signed: int, adding: int = 1, rules: HouseRules = DEFAULT) -> tuple[Problem, ...]:
    """Return an error if a team would sign more characters in a season than the cap allows."""
    if signed + adding <= rules.roster_cap:
        return ()
    remaining = max(0, rules.roster_cap - signed)
    sentence = (
        f"A team can hire {plural(rules.roster_cap, 'character')} per season. You can hire "
        f"{remaining} more."
    )
    return (Problem("", "roster-full", sentence),)


def clone_cost(rules: HouseRules, *, recorded: bool, body_home: bool) -> int | None:
    """Return the price of a new body at Gold Cross (option).

    Return None if the house rules do not include Gold Cross, or if there is neither a memory nor a
    body. A stored memory makes a new body cheap, but contains only the knowledge at that time. If
    the body was brought home, its brain is recorded first. This costs more, but no knowledge is
    lost.
    """
    if not rules.gold_cross or not (recorded or body_home):
        return None
    if body_home:
        return rules.gold_cross_record + rules.gold_cross_grow
    return rules.gold_cross_from_record
