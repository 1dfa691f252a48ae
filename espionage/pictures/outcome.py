"""The load, cost and odds of an order before it is sent, in words and numbers (E15)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.ledger.rules.gear import GEAR, in_ge, load, max_load
from campaign.roster.rules.spies import BELOW_BASE, WOUND_MODIFIER
from espionage.rules.bill import make_bill, packed_gear
from espionage.rules.counterspy import would_ambush
from espionage.rules.odds import (
    chance_against_guard,
    chance_against_unknown_guard,
    chance_to_stop,
    counterspy_odds,
    order_odds,
)
from espionage.rules.orders import COUNTERSPY, Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.house_rules.rules.house import HouseRules
    from espionage.rules.files import Character, TeamFile
    from espionage.rules.odds import OrderOdds, RowChance
    from espionage.rules.orders import Order

MINUS: Final = "−"
BASE_ESPIONAGE: Final = 0
DEFAULT_STANDING: Final = Standing()

OddsRow = tuple[str, str, str]
"""A printed row of a table: its numbers, its meaning, and its chance."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an order: a headline, the figure on its own, explanations, and all rows."""

    headline: str
    short: str
    lines: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    explosives: tuple[OddsRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """An order's load (in half GE and in words), cost in dollars, odds, and warnings."""

    load: int
    limit: int
    load_words: str
    cost: int
    odds: Odds | None
    warnings: tuple[str, ...] = ()

    @property
    def is_overloaded(self) -> bool:
        """True if the load is more than the spy can carry."""
        return self.load > self.limit


def order_outcome(
    order: Order,
    spy: Character | None,
    house_rules: HouseRules,
    *,
    standing: Standing = DEFAULT_STANDING,
    cost: int = 0,
    is_only_order: bool = True,
) -> Outcome:
    """Return the outcome of an order for its character in his current condition.

    `standing` are the standing orders that apply. `is_only_order` is passed to `odds_words`.
    """
    pieces = tuple(item for item in packed_gear(order) if item.gear in GEAR)
    weight, max_weight = (
        load(pieces),
        max_load(spy.skills.bodybuilding if spy else BELOW_BASE, pieces, house_rules),
    )
    weight_words = f"{in_ge(weight)} of {in_ge(max_weight)} GE"
    odds = (
        odds_words(order, spy, house_rules, standing, is_only_order=is_only_order) if spy else None
    )
    return Outcome(
        weight, max_weight, weight_words, cost, odds, tuple(_warnings(order, spy)) if spy else ()
    )


def order_costs(
    orders: Sequence[Order], file: TeamFile, house_rules: HouseRules
) -> tuple[int, ...]:
    """Return the number of dollars that each order adds to the bill.

    Earlier orders use up the store first.
    """
    totals = [
        make_bill(orders[:end], file.stock, house_rules).total for end in range(len(orders) + 1)
    ]
    return tuple(later - earlier for earlier, later in pairwise(totals))


# --- odds -----------------------------------------------------------------------------------------


def odds_words(
    order: Order,
    spy: Character,
    house_rules: HouseRules,
    standing: Standing = DEFAULT_STANDING,
    *,
    is_only_order: bool = True,
) -> Odds:
    """Return the odds of an order, based on what its own team knows.

    Odds are exact if everything is known, otherwise they are a range. `is_only_order` says that no
    other mission can target the same team this week. If it is false, no minimum is given, because
    an 11 against another mission can call off this one (E18), and earlier missions change the
    counterspy's roll (E3).
    """
    order_chances = order_odds(spy, order.action)
    if order.action == COUNTERSPY:
        return _guard_odds(order_chances, _twelve_effect(order, spy, house_rules, standing))
    span = chance_against_unknown_guard(order_chances, house_rules.skill_cap)
    headline, lines = (_only_mission_words if is_only_order else _several_missions_words)(
        order_chances, house_rules.skill_cap
    )
    lines.append(
        f"Chance of a blunder: {order_chances.blunder.percent}%, which gives +4 to their "
        "counterspies "
        "against you for the rest of the week."
    )
    if order_chances.explosion is not None:
        lines.insert(
            0,
            (
                "Chance that the bomb goes off, this week or at the duel: "
                f"{order_chances.explosion.percent}% without a counterspy."
            ),
        )
    return Odds(
        headline=headline,
        short=f"up to {span.most.percent}%",
        lines=tuple(lines),
        rows=_rows(order_chances.rows),
        explosives=_rows(order_chances.explosives),
    )


def _only_mission_words(order_chances: OrderOdds, best_espionage: int) -> tuple[str, list[str]]:
    """Return headline and lines for the only mission against a target."""
    span = chance_against_unknown_guard(order_chances, best_espionage)
    figures = (
        f"{order_chances.success.percent}% if no one counterspies it, "
        f"{chance_against_guard(order_chances, BASE_ESPIONAGE).words} "
        "against a counterspy with espionage at base, "
        f"{chance_against_guard(order_chances, best_espionage).words} against "
        f"one at +{best_espionage}, the best possible. You do not know whether anyone is on duty."
    )
    spread = (
        "The lower figure applies if the team uses every 11 and 12+ on this mission. The higher "
        "figure applies if it calls off another mission, or if its ambush lets your spy through."
    )
    headline = (
        f"Succeeds {span.words}: {span.most.percent}% unopposed, {span.least.percent}% against "
        "the best"
    )
    return headline, [figures, spread]


def _several_missions_words(order_chances: OrderOdds, best_espionage: int) -> tuple[str, list[str]]:
    """Return headline and lines for one of several missions against a target.

    No minimum is given.
    """
    at_base, at_best = [
        counterspy_odds(level).success.percent for level in (BASE_ESPIONAGE, best_espionage)
    ]
    figures = (
        f"{order_chances.success.percent}% if no one counterspies it. A counterspy with "
        "espionage at base "
        f"rolls 9 or more against it in {at_base}%, and one at +{best_espionage}, the best "
        "possible, in "
        f"{at_best}%. You do not know whether anyone is on duty."
    )
    note = (
        "Other missions against the same team lower the chance: an 11 against any of them can "
        "call off this one. Your earlier blunders and 12+ results change their rolls by 4 each."
    )
    return f"Succeeds up to {order_chances.success.percent}% (unopposed)", [figures, note]


TwelveEffect: TypeAlias = Literal["asked", "ambush", "cancel"]


def _twelve_effect(
    order: Order, spy: Character, house_rules: HouseRules, standing: Standing
) -> TwelveEffect:
    """Return the effect that a counterspy's 12+ has under the current sheet."""
    if house_rules.live_decisions:
        return "asked"
    return "ambush" if would_ambush(standing, spy, order.kit) else "cancel"


def _guard_odds(order_chances: OrderOdds, twelve: TwelveEffect) -> Odds:
    thwarted, stopped, hunted = [
        chance.percent if chance else 0
        for chance in (order_chances.thwarted, order_chances.stopped, order_chances.hunted)
    ]
    span = chance_to_stop(order_chances, ambush=twelve != "cancel")
    lines = (
        (
            f"Each time the counterspy is sent, including rerolls: 9 or 10 {thwarted}%, 11 "
            f"{stopped}%, 12+ {hunted}%. {TWELVE_EXPLANATIONS[twelve]}"
        ),
        (
            "A 9 or 10 thwarts the mission. An 11 wins a cancellation, which calls off this or "
            "another mission against you when all missions are known."
        ),
        f"Chance that it ends a mission against you, this one or another: {span.words}.",
        f"Ambushed by the enemy spy: {order_chances.blunder.percent}%.",
        "The ±4 for enemy blunders and infiltrations is not included.",
    )
    return Odds(
        headline=f"Rolls 9 or more against a mission: {order_chances.success.percent}%",
        short=f"{order_chances.success.percent}%",
        lines=lines,
        rows=_rows(order_chances.rows),
    )


TWELVE_EXPLANATIONS: Final[dict[TwelveEffect, str]] = {
    "asked": "On a 12+, you choose between a cancellation and an ambush.",
    "ambush": (
        "With your standing orders, a 12+ is an ambush. The result of the fight decides whether "
        "the mission continues."
    ),
    "cancel": "With your standing orders, a 12+ is also a cancellation.",
}


def _rows(rows: Sequence[RowChance]) -> tuple[OddsRow, ...]:
    return tuple([(row.printed, row.words, f"{row.chance.percent}%") for row in rows])


def _is_weapon(key: str) -> bool:
    gear = GEAR.get(key)
    return gear is not None and (gear.weapon is not None or gear.grenade is not None)


def _warnings(order: Order, spy: Character) -> list[str]:
    warnings = []
    if spy.skills.espionage == BELOW_BASE:
        warnings.append(f"{spy.name} has no espionage: {MINUS}4 to the roll.")
    if spy.wounds:
        warnings.append(f"{spy.name} is wounded: {MINUS}{-WOUND_MODIFIER} to every roll.")
    if not any(_is_weapon(item.gear) for item in order.kit.items):
        warnings.append(f"{spy.name} is unarmed if ambushed. Pack a weapon.")
    if order.action == "blow_up" and spy.skills.explosives == BELOW_BASE:
        warnings.append(f"{spy.name} has no explosives: {MINUS}4 to the explosives roll.")
    return warnings
