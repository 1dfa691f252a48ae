"""The exact odds of one roll. `sheet_odds` has the chances of a whole sheet in the week."""

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


def as_fraction(chance: Chance | None) -> Fraction:
    """Return a chance as a fraction. No chance is 0."""
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
        blunder=as_chance(rows[0][1]),
        success=as_chance(success),
    )
    if mission == "blow_up":
        return _with_explosives(mission_odds, success, explosives)
    return mission_odds


def _with_explosives(mission_odds: OrderOdds, success: Fraction, modifier: int) -> OrderOdds:
    rows = odds(EXPLOSIVES, modifier)
    goes_off = sum([chance for row, chance in rows if row.result in BLASTS], Fraction(0))
    return OrderOdds(
        modifier=mission_odds.modifier,
        rows=mission_odds.rows,
        blunder=mission_odds.blunder,
        success=mission_odds.success,
        explosives=tuple([_row(row.printed, EXPLODED[row.result], chance) for row, chance in rows]),
        explosion=as_chance(success * goes_off),
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
    return RowChance(printed=printed, words=meaning, chance=as_chance(chance))


def _rounded(chance: Fraction) -> Chance:
    return as_chance(chance.limit_denominator(MAX_DENOMINATOR))


def as_chance(chance: Fraction) -> Chance:
    """Return a fraction as a chance."""
    return Chance(over=chance.numerator, under=chance.denominator)
