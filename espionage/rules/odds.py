"""The odds of an order, as far as its own team can know them.

Odds are exact where possible, and otherwise a range.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from engine.tables import odds
from engine.values import Value

from .counterspy import MAX_REROLLS, REROLL_MODIFIERS, fitness
from .explosives import BLASTS
from .orders import COUNTERSPY
from .tables import COLUMNS, EXPLOSIVES, SUCCESS_ROW
from .tables import COUNTERSPY as COUNTERSPY_COLUMN
from .wording import CELLS, COUNTERSPIED, EXPLODED

if TYPE_CHECKING:
    from engine.tables import Table

    from .files import Character
    from .orders import Action, Mission
    from .tables import Cell, Counterspied

MAX_DENOMINATOR: Final = 1_000_000


class Chance(Value):
    """A chance as a fraction: `over` divided by `under`.

    For a counterspy's rerolls, the chance is accurate to one millionth.
    """

    over: int
    under: int

    @property
    def percent(self) -> int:
        """Rounded percentage. Only impossible and certain events are 0 and 100."""
        rounded = round(100 * self.over / self.under)
        return rounded if self.over in (0, self.under) else min(max(rounded, 1), 99)


class Span(Value):
    """A chance of which only the minimum and the maximum are known."""

    least: Chance
    most: Chance

    @property
    def words(self) -> str:
        """The range as text: "35–47%", or "58%" if both ends are equal."""
        low, high = self.least.percent, self.most.percent
        return f"{high}%" if low == high else f"{low}–{high}%"


class RowChance(Value):
    """One printed row: its meaning and its chance."""

    printed: str
    words: str
    chance: Chance


class OrderOdds(Value):
    """The odds of a roll of 2d6 + `modifier`.

    For a mission, `blunder` is 2 or less and `success` is 7 or more. For a counterspy, `blunder`
    means that the spy ambushes the counterspy. `success` is 9 or more with all rerolls: the sum of
    `thwarted` (9, 10), `stopped` (11, a cancellation) and `hunted` (12+, an ambush or used as an
    11). `explosives` lists the rows of the Blow Up table once a vehicle is reached. `explosion` is
    the chance that a charge explodes at all.
    """

    modifier: int
    rows: tuple[RowChance, ...]
    blunder: Chance
    success: Chance
    explosives: tuple[RowChance, ...] = ()
    explosion: Chance | None = None
    thwarted: Chance | None = None
    stopped: Chance | None = None
    hunted: Chance | None = None


def order_odds(spy: Character, action: Action) -> OrderOdds:
    """Return the odds of an order for this character in his current condition (E1, E12)."""
    if action == COUNTERSPY:
        return counterspy_odds(fitness(spy))
    return _mission_odds(action, fitness(spy), spy.skills.explosives + spy.wounds)


def chance_without_guard_success(mission_odds: OrderOdds, guard: int) -> Chance:
    """Return the chance that a mission succeeds and the counterspy does not roll 9+.

    `guard` is the sum of the counterspy's modifiers. The later effects of 11 and 12+ are ignored: a
    cancellation can be used on another mission, and an ambush can be lost (E9, E18). A blunder's +4
    does not matter, because a blunder is not a success (E4).
    """
    return _chance(
        _as_fraction(mission_odds.success) * (1 - _as_fraction(counterspy_odds(guard).success))
    )


def chance_against_guard(mission_odds: OrderOdds, guard: int) -> Span:
    """Return the chance that a mission succeeds this week against one counterspy.

    `guard` is the sum of the counterspy's modifiers. The minimum assumes that every 11 and 12+
    stops this mission. The maximum assumes that none does (E9, E18).
    """
    thwarted = counterspy_odds(guard).thwarted
    return Span(
        least=chance_without_guard_success(mission_odds, guard),
        most=_chance(_as_fraction(mission_odds.success) * (1 - _as_fraction(thwarted))),
    )


def chance_against_unknown_guard(mission_odds: OrderOdds, best_guard: int) -> Span:
    """Return the chance of success this week if there may or may not be a guard.

    `best_guard` is the modifier of the best possible guard.
    """
    return Span(
        least=chance_without_guard_success(mission_odds, best_guard), most=mission_odds.success
    )


def chance_to_stop(guard_odds: OrderOdds, *, ambush: bool) -> Span:
    """Return the chance that a counterspy stops a mission when he is sent.

    An 11 can be used on another mission. If a 12+ leads to an `ambush`, the fight decides (E9).
    """
    certain = _as_fraction(guard_odds.thwarted) + _as_fraction(guard_odds.stopped)
    return Span(least=_chance(certain) if ambush else guard_odds.success, most=guard_odds.success)


def _as_fraction(chance: Chance | None) -> Fraction:
    return Fraction(chance.over, chance.under) if chance else Fraction(0)


@lru_cache(maxsize=256)
def _mission_odds(mission: Mission, modifier: int, explosives: int) -> OrderOdds:
    rows = odds(cast("Table[Cell]", COLUMNS[mission]), modifier)
    success = sum(
        [chance for row, chance in rows if row.low is not None and row.low >= SUCCESS_ROW],
        Fraction(0),
    )
    mission_odds = OrderOdds(
        modifier=modifier,
        rows=tuple([_row(row.printed, CELLS[mission][row.result], chance) for row, chance in rows]),
        blunder=_chance(rows[0][1]),
        success=_chance(success),
    )
    return (
        _with_explosives(mission_odds, success, explosives)
        if mission == "blow_up"
        else mission_odds
    )


def _with_explosives(mission_odds: OrderOdds, success: Fraction, modifier: int) -> OrderOdds:
    rows = odds(EXPLOSIVES, modifier)
    goes_off = sum([chance for row, chance in rows if row.result in BLASTS], Fraction(0))
    return OrderOdds(
        modifier=mission_odds.modifier,
        rows=mission_odds.rows,
        blunder=mission_odds.blunder,
        success=mission_odds.success,
        explosives=tuple([_row(row.printed, EXPLODED[row.result], chance) for row, chance in rows]),
        explosion=_chance(success * goes_off),
    )


@lru_cache(maxsize=64)
def counterspy_odds(modifier: int) -> OrderOdds:
    """Return the odds of one counterspy attempt whose first roll is 2d6 + `modifier` (E6)."""
    rows = odds(COUNTERSPY_COLUMN, modifier)
    chances = _chain_odds(modifier)
    success = chances["thwarted"] + chances["stopped"] + chances["hunted"]
    return OrderOdds(
        modifier=modifier,
        rows=tuple([_row(row.printed, COUNTERSPIED[row.result], chance) for row, chance in rows]),
        blunder=_rounded(chances["ambushed"]),
        success=_rounded(success),
        thwarted=_rounded(chances["thwarted"]),
        stopped=_rounded(chances["stopped"]),
        hunted=_rounded(chances["hunted"]),
    )


def _chain_odds(modifier: int) -> dict[Counterspied, Fraction]:
    """Return the chance of each result of an attempt, rerolls included (E6)."""
    chances: dict[Counterspied, Fraction] = {
        end: Fraction(0) for end in ("ambushed", "not_stopped", "thwarted", "stopped", "hunted")
    }
    weights = {modifier: Fraction(1)}
    for _ in range(MAX_REROLLS + 1):
        next_weights: dict[int, Fraction] = {}
        for modifier_now, weight in weights.items():
            for row, chance in odds(COUNTERSPY_COLUMN, modifier_now):
                if row.result in REROLL_MODIFIERS:
                    next_modifier = modifier_now + REROLL_MODIFIERS[row.result]
                    next_weights[next_modifier] = (
                        next_weights.get(next_modifier, Fraction(0)) + weight * chance
                    )
                else:
                    chances[row.result] += weight * chance
        weights = next_weights
    return chances


def _row(printed: str, meaning: str, chance: Fraction) -> RowChance:
    return RowChance(printed=printed, words=meaning, chance=_chance(chance))


def _rounded(chance: Fraction) -> Chance:
    return _chance(chance.limit_denominator(MAX_DENOMINATOR))


def _chance(chance: Fraction) -> Chance:
    return Chance(over=chance.numerator, under=chance.denominator)
