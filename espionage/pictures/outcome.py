"""The load, cost and odds of an order before it is sent, in words and numbers (E15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import GEAR, in_ge, load, max_load
from campaign.roster.rules.spies import BELOW_BASE, WOUND_MODIFIER
from core.web.problems import plural
from espionage.rules.bill import make_bill, packed_gear
from espionage.rules.counterspy import would_ambush
from espionage.rules.files import Character, TeamFile
from espionage.rules.odds import OrderOdds, RowChance, order_odds
from espionage.rules.orders import COUNTERSPY, Order, Standing
from espionage.rules.sheet_odds import NO_ODDS, Case, CaseChance, SheetOdds

MINUS: Final = "−"
DEFAULT_STANDING: Final = Standing()

OddsRow = tuple[str, str, str]
"""A printed row of a table: its numbers, its meaning, and its chance."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an order: a headline, the figure on its own, explanations, and all rows.

    `week` has the chances in the week for each assumption about the guard.
    """

    headline: str
    short: str
    lines: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    explosives: tuple[OddsRow, ...] = ()
    week: tuple[OddsRow, ...] = ()


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
    chances: SheetOdds = NO_ODDS,
) -> Outcome:
    """Return the outcome of an order for its character in his current condition.

    `standing` are the standing orders that apply. `chances` has the chances of the whole sheet.
    """
    pieces = tuple(item for item in packed_gear(order) if item.gear in GEAR)
    weight = load(pieces)
    max_weight = max_load(spy.skills.bodybuilding if spy else BELOW_BASE, pieces, house_rules)
    weight_words = f"{in_ge(weight)} of {in_ge(max_weight)} GE"
    odds = odds_words(order, spy, house_rules, standing, chances=chances) if spy else None
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
        make_bill(orders[:count], file.stock, house_rules).total for count in range(len(orders) + 1)
    ]
    return tuple(later - earlier for earlier, later in pairwise(totals))


# --- odds -----------------------------------------------------------------------------------------


def odds_words(
    order: Order,
    spy: Character,
    house_rules: HouseRules,
    standing: Standing = DEFAULT_STANDING,
    *,
    chances: SheetOdds = NO_ODDS,
) -> Odds:
    """Return the odds of an order, based on what its own team knows.

    `chances` has the chances of the whole sheet in the week. The odds of one roll are exact.
    """
    order_chances = order_odds(spy, order.action)
    if order.action == COUNTERSPY:
        twelve = _twelve_effect(order, spy, house_rules, standing)
        return _guard_odds(order_chances, twelve, chances, spy)
    success = order_chances.success.percent
    cases = {case.case: case for case in chances.cases(spy.id)}
    return Odds(
        headline=chances.sentence(spy.id) or f"Succeeds {success}% unguarded",
        short=_short_words(cases) or f"{success}%",
        lines=(
            *([_basis_words(order, chances)] if cases else []),
            (
                f"Chance of a blunder: {order_chances.blunder.percent}%, which gives +4 to their "
                "counterspies against you for the rest of the week."
            ),
        ),
        week=tuple([_case_row(case, chances) for case in cases.values()]),
        rows=_rows(order_chances.rows),
        explosives=_rows(order_chances.explosives),
    )


def _short_words(cases: Mapping[Case, CaseChance]) -> str:
    if "known" in cases:
        return f"about {cases['known'].success.percent}%"
    if "guarded" not in cases:
        return ""
    low, high = cases["guarded"].success.percent, cases["unguarded"].success.percent
    return f"{low}–{high}%" if low < high else f"{high}%"


def _basis_words(order: Order, chances: SheetOdds) -> str:
    """Say how the chances in the week are found."""
    record = chances.record(order.target_team)
    dossier = (
        f"This team stopped {record.stopped} of your {plural(record.missions, 'mission')} this "
        "season. The figure by your dossier assumes guards that agree with this."
        if record
        else "Your dossier has no results of missions against this team this season."
    )
    return (
        f"The figures come from {chances.rounds} simulated weeks with your whole sheet, including "
        f"cancellations, blunders and 12+ results. {dossier}"
    )


def _case_row(case: CaseChance, chances: SheetOdds) -> OddsRow:
    facts = [
        *([f"stopped {case.caught.percent}%"] if case.caught.over else []),
        *([f"ambush {case.ambushed.percent}%"] if case.ambushed.over else []),
        *([f"bomb goes off {case.explosion.percent}%"] if case.explosion else []),
    ]
    guard = {
        "unguarded": "No guard",
        "guarded": f"Guard like {chances.like_best}",
        "known": "By your dossier",
        "attacked": "",
    }[case.case]
    return guard, ", ".join(facts), f"{case.success.percent}%"


TwelveEffect: TypeAlias = Literal["asked", "ambush", "cancel"]


def _twelve_effect(
    order: Order, spy: Character, house_rules: HouseRules, standing: Standing
) -> TwelveEffect:
    """Return the effect that a counterspy's 12+ has under the current sheet."""
    if house_rules.live_decisions:
        return "asked"
    return "ambush" if would_ambush(standing, spy, order.kit) else "cancel"


def _guard_odds(
    order_chances: OrderOdds, twelve: TwelveEffect, chances: SheetOdds, spy: Character
) -> Odds:
    thwarted, stopped, hunted = [
        chance.percent if chance else 0
        for chance in (order_chances.thwarted, order_chances.stopped, order_chances.hunted)
    ]
    lines = (
        (
            f"Each time the counterspy is sent, including rerolls: 9 or 10 {thwarted}%, 11 "
            f"{stopped}%, 12+ {hunted}%. {TWELVE_EXPLANATIONS[twelve]}"
        ),
        (
            "A 9 or 10 thwarts the mission. An 11 wins a cancellation, which calls off this or "
            "another mission against you when all missions are known."
        ),
        *(
            [f"{sentence}, in {chances.rounds} simulated weeks with your whole sheet."]
            if (sentence := chances.sentence(spy.id))
            else ["Not sent in the simulated weeks: your sheet sends someone else, or no one."]
            if chances.orders
            else []
        ),
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
