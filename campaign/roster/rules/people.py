"""Characters: damage points, wounds, what they can carry, healing, clones (E2, E12, E20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.league.rules.house import DEFAULT, HouseRules
from core.web.problems import Problem, plural
from engine.values import Value

from .skills import build

if TYPE_CHECKING:
    from collections.abc import Mapping

Health: TypeAlias = Literal["unhurt", "wounded", "unconscious", "dead"]
WOUNDED: Final = -2  # on every roll with any DP missing (E12)
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
    """What bodybuilding and wounds leave of a character: DP when healthy, DP now, load in half
    GE.
    """

    full_dp: int
    dp: int
    load: int

    @property
    def health(self) -> Health:
        return health(self.dp, self.full_dp)

    @property
    def modifier(self) -> int:
        """−2 on all rolls with any DP missing (E12)."""
        return wound_modifier(self.dp, self.full_dp)


def body(points: Mapping[str, int], lost: int = 0, house: HouseRules = DEFAULT) -> Body:
    """A character's body from skill points and the sum of the wound ledger (DP lost less DP
    healed).
    """
    built = build(points, house)
    return Body(full_dp=built.dp, dp=built.dp - max(0, lost), load=built.grenades * 2)


def health(dp: int, full_dp: int) -> Health:
    """E12: dead at 0 or less, unconscious at exactly 1, wounded with any DP missing."""
    if dp <= 0:
        return "dead"
    if dp == UNCONSCIOUS_AT:
        return "unconscious"
    return "wounded" if dp < full_dp else "unhurt"


def wound_modifier(dp: int, full_dp: int) -> int:
    """E12: −2 on all rolls with any DP missing."""
    return WOUNDED if dp < full_dp else 0


def conscious(dp: int) -> bool:
    """Fit for orders and duels (E12)."""
    return dp > UNCONSCIOUS_AT


class Quiet(Value):
    """What a character did this week, as far as healing asks (E20)."""

    mission: bool = False
    counterspy_roll: bool = False
    ambush: bool = False
    duel: bool = False


def healed(dp: int, full_dp: int, week: Quiet, house: HouseRules = DEFAULT) -> int:
    """DP that come back at the week's close: only for the living, the wounded, and after a quiet
    week (E20).
    """
    busy = week.mission or week.counterspy_roll or week.ambush or week.duel
    return 0 if busy or dp <= 0 else min(house.healing_a_week, full_dp - dp)


def check_roster(signed: int, adding: int = 1, house: HouseRules = DEFAULT) -> tuple[Problem, ...]:
    """Whether a team that has signed so many characters this season may sign more."""
    if signed + adding <= house.roster_cap:
        return ()
    left = max(0, house.roster_cap - signed)
    sentence = (
        f"A team can hire {plural(house.roster_cap, 'character')} per season. You can hire "
        f"{left} more."
    )
    return (Problem(field="", code="roster-full", sentence=sentence),)


class Clone(Value):
    """The bill for bringing back a dead character, and which skill points are lost: those earned
    since the last memory.
    """

    cost: int
    loses_points_since: Literal["", "memory"]


def clone(house: HouseRules, *, recorded: bool, body_home: bool) -> Clone | None:
    """Gold Cross (option): what a new body costs; None when the campaign has no clones, or nothing
    is left to grow from.

    A stored memory makes further clones cheap, but knows only what was known then. With the body
    brought home its brain can be recorded first: dearer, and nothing is lost.
    """
    if not house.gold_cross or not (recorded or body_home):
        return None
    if body_home:
        return Clone(cost=house.gold_cross_record + house.gold_cross_grow, loses_points_since="")
    return Clone(cost=house.gold_cross_from_record, loses_points_since="memory")
