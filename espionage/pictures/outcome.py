"""What an order comes to before it is sent: load, money and honest odds, in words and numbers (E15, receipt of the rules)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from campaign.rules.gear import GEAR, in_ge, limit, load
from espionage.rules.bill import bill, packed
from espionage.rules.files import BELOW_BASE, WOUNDED
from espionage.rules.odds import order_odds, unless_stopped
from espionage.rules.orders import COUNTERSPY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.rules.house import HouseRules
    from espionage.rules.files import Character, TeamFile
    from espionage.rules.odds import OrderOdds, RowChance
    from espionage.rules.orders import Order

MINUS: Final = "−"
BASE: Final = 0


OddsRow = tuple[str, str, str]
"""One printed row of a table: the row, what it means, its chance."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an order: a headline, what it depends on, and every row."""

    headline: str
    lines: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    explosives: tuple[OddsRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """An order's load in half GE and words, its cost in dollars, its odds; `warnings` are no mistakes."""

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


def outcome(order: Order, spy: Character | None, house: HouseRules, *, cost: int = 0) -> Outcome:
    """What one order comes to for its character as he is now."""
    pieces = tuple(item for item in packed(order) if item.gear in GEAR)
    carried, most = load(pieces), limit(spy.skills.bodybuilding if spy else BELOW_BASE, pieces, house)
    words = f"{in_ge(carried)} of {in_ge(most)} GE"
    return Outcome(carried, most, words, cost, odds_words(order, spy, house) if spy else None, tuple(_warnings(order, spy)) if spy else ())


def costs(orders: Sequence[Order], file: TeamFile, house: HouseRules) -> tuple[int, ...]:
    """What each order adds to the bill, in dollars: the store serves the first ones first."""
    totals = [bill(orders[:end], file.stock, house).total for end in range(len(orders) + 1)]
    return tuple(after - before for before, after in pairwise(totals))


# --- odds --------------------------------------------------------------------------------------------------------------


def odds_words(order: Order, spy: Character, house: HouseRules) -> Odds:
    """Exact chances from the printed tables, from what the own team knows; what it cannot know is a range."""
    found = order_odds(spy, order.action)
    if order.action == COUNTERSPY:
        return _guard_odds(found)
    least = unless_stopped(found, house.skill_cap).percent
    lines = [
        (
            f"{found.success.percent}% if nobody counterspies it, {unless_stopped(found, BASE).percent}% against one with espionage at base, "
            f"{least}% against one at +{house.skill_cap}, the best there can be. Whether anybody is on duty is theirs to know."
        ),
        f"Blunders {found.blunder.percent}%: +4 to their counterspies against you for the rest of the week.",
    ]
    if found.explosion is not None:
        lines.insert(0, f"A bomb goes off, this week or at the duel: {found.explosion.percent}%, before any counterspy.")
    return Odds(
        headline=f"Succeeds {found.success.percent}% unopposed, {least}% against the best",
        lines=tuple(lines),
        rows=_rows(found.rows),
        explosives=_rows(found.explosives),
    )


def _guard_odds(found: OrderOdds) -> Odds:
    lines = (
        f"Each time he is sent: 9 or more {found.success.percent}%, rerolls counted. 9 and 10 thwart the mission, 11 and 12+ win more.",
        f"Ambushed by the enemy spy: {found.blunder.percent}%.",
        "The ±4 of enemy blunders and infiltrations come on top.",
    )
    return Odds(headline=f"Stops a mission {found.success.percent}%", lines=lines, rows=_rows(found.rows))


def _rows(rows: Sequence[RowChance]) -> tuple[OddsRow, ...]:
    return tuple([(row.printed, row.words, f"{row.chance.percent}%") for row in rows])


def _warnings(order: Order, spy: Character) -> list[str]:
    found = []
    if spy.skills.espionage == BELOW_BASE:
        found.append(f"{spy.name} has no espionage: {MINUS}4 to the roll.")
    if spy.wounds:
        found.append(f"{spy.name} is wounded: {MINUS}{-WOUNDED} to every roll.")
    if order.action == "blow_up" and spy.skills.explosives == BELOW_BASE:
        found.append(f"{spy.name} has no explosives: {MINUS}4 to the explosives roll.")
    return found
