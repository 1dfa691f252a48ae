"""What an order comes to before it is sent: load, money and honest odds, in words and numbers (E15,
receipt of the rules).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.ledger.rules.gear import GEAR, in_ge, limit, load
from espionage.rules.bill import bill, packed
from espionage.rules.counterspy import would_ambush
from espionage.rules.files import BELOW_BASE, WOUNDED
from espionage.rules.odds import counterspy_odds, in_the_week, order_odds, stops, whatever_guard
from espionage.rules.orders import COUNTERSPY, Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.league.rules.house import HouseRules
    from espionage.rules.files import Character, TeamFile
    from espionage.rules.odds import OrderOdds, RowChance
    from espionage.rules.orders import Order

MINUS: Final = "−"
BASE: Final = 0
PLAIN: Final = Standing()

OddsRow = tuple[str, str, str]
"""One printed row of a table: the row, what it means, its chance."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an order: a headline, its figure alone, what it depends on, and every row."""

    headline: str
    short: str
    lines: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    explosives: tuple[OddsRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """An order's load in half GE and words, its cost in dollars, its odds; `warnings` are no
    mistakes.
    """

    load: int
    limit: int
    load_words: str
    cost: int
    odds: Odds | None
    warnings: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """More than can be carried."""
        return self.load > self.limit


def outcome(
    order: Order,
    spy: Character | None,
    house: HouseRules,
    *,
    standing: Standing = PLAIN,
    cost: int = 0,
    alone: bool = True,
) -> Outcome:
    """What one order comes to for its character as he is now, with these standing orders. `alone`
    as in `odds_words`.
    """
    pieces = tuple(item for item in packed(order) if item.gear in GEAR)
    carried, most = (
        load(pieces),
        limit(spy.skills.bodybuilding if spy else BELOW_BASE, pieces, house),
    )
    words = f"{in_ge(carried)} of {in_ge(most)} GE"
    odds = odds_words(order, spy, house, standing, alone=alone) if spy else None
    return Outcome(carried, most, words, cost, odds, tuple(_warnings(order, spy)) if spy else ())


def costs(orders: Sequence[Order], file: TeamFile, house: HouseRules) -> tuple[int, ...]:
    """What each order adds to the bill, in dollars: the store serves the first ones first."""
    totals = [bill(orders[:end], file.stock, house).total for end in range(len(orders) + 1)]
    return tuple(after - before for before, after in pairwise(totals))


# --- odds -----------------------------------------------------------------------------------------


def odds_words(
    order: Order,
    spy: Character,
    house: HouseRules,
    standing: Standing = PLAIN,
    *,
    alone: bool = True,
) -> Odds:
    """Chances of the week, from what the own team knows: exact where all is known, from the least
    to the most where something is theirs to know.

    `alone` says that no other mission can come to the same team this week. Otherwise there is no
    least, because an 11 won against another mission may call off this one (E18) and earlier
    missions change the counterspy's roll (E3).
    """
    found = order_odds(spy, order.action)
    if order.action == COUNTERSPY:
        return _guard_odds(found, _on_twelve(order, spy, house, standing))
    span = whatever_guard(found, house.skill_cap)
    headline, lines = (_alone if alone else _beside_others)(found, house.skill_cap)
    lines.append(
        f"Chance of a blunder: {found.blunder.percent}%, which gives +4 to their counterspies "
        "against you for the rest of the week."
    )
    if found.explosion is not None:
        lines.insert(
            0,
            (
                "Chance that the bomb goes off, this week or at the duel: "
                f"{found.explosion.percent}% without a counterspy."
            ),
        )
    return Odds(
        headline=headline,
        short=f"up to {span.most.percent}%",
        lines=tuple(lines),
        rows=_rows(found.rows),
        explosives=_rows(found.explosives),
    )


def _alone(found: OrderOdds, best: int) -> tuple[str, list[str]]:
    """A headline and lines for the only mission against its target; `best` is the highest
    espionage there.
    """
    span = whatever_guard(found, best)
    figures = (
        f"{found.success.percent}% if no one counterspies it, {in_the_week(found, BASE).words} "
        f"against a counterspy with espionage at base, {in_the_week(found, best).words} against "
        f"one at +{best}, the best possible. You do not know whether anyone is on duty."
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


def _beside_others(found: OrderOdds, best: int) -> tuple[str, list[str]]:
    """The same for a mission that may not be the only one: no least, and what one attempt of a
    counterspy comes to.
    """
    at_base, at_best = [counterspy_odds(level).success.percent for level in (BASE, best)]
    figures = (
        f"{found.success.percent}% if no one counterspies it. A counterspy with espionage at base "
        f"meets it with 9 or more in {at_base}%, one at +{best}, the best possible, in "
        f"{at_best}%. You do not know whether anyone is on duty."
    )
    note = (
        "Other missions against the same team lower the chance: an 11 against any of them can "
        "call off this one. Your earlier blunders and 12+ results change their rolls by 4 each."
    )
    return f"Succeeds up to {found.success.percent}% (unopposed)", [figures, note]


OnTwelve: TypeAlias = Literal["asked", "ambush", "cancel"]


def _on_twelve(order: Order, spy: Character, house: HouseRules, standing: Standing) -> OnTwelve:
    """What a counterspy's 12+ comes to, as the sheet stands now."""
    if house.live_decisions:
        return "asked"
    return "ambush" if would_ambush(standing, spy, order.kit) else "cancel"


def _guard_odds(found: OrderOdds, twelve: OnTwelve) -> Odds:
    thwarted, stopped, hunted = [
        chance.percent if chance else 0 for chance in (found.thwarted, found.stopped, found.hunted)
    ]
    span = stops(found, ambush=twelve != "cancel")
    lines = (
        (
            f"Each time the counterspy is sent, including rerolls: 9 or 10 {thwarted}%, 11 "
            f"{stopped}%, 12+ {hunted}%. {TWELVES[twelve]}"
        ),
        (
            "A 9 or 10 thwarts the mission. An 11 wins a cancellation, which calls off this or "
            "another mission against you when all missions are known."
        ),
        f"Chance that it ends a mission against you, this one or another: {span.words}.",
        f"Ambushed by the enemy spy: {found.blunder.percent}%.",
        "The ±4 for enemy blunders and infiltrations is not included.",
    )
    return Odds(
        headline=f"Meets a mission with 9 or more: {found.success.percent}%",
        short=f"{found.success.percent}%",
        lines=lines,
        rows=_rows(found.rows),
    )


TWELVES: Final[dict[OnTwelve, str]] = {
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
    found = []
    if spy.skills.espionage == BELOW_BASE:
        found.append(f"{spy.name} has no espionage: {MINUS}4 to the roll.")
    if spy.wounds:
        found.append(f"{spy.name} is wounded: {MINUS}{-WOUNDED} to every roll.")
    if not any(_is_weapon(item.gear) for item in order.kit.items):
        found.append(f"{spy.name} is unarmed if ambushed. Pack a weapon.")
    if order.action == "blow_up" and spy.skills.explosives == BELOW_BASE:
        found.append(f"{spy.name} has no explosives: {MINUS}4 to the explosives roll.")
    return found
