"""Honest odds of an order, from what its own team knows: exact where everything is known, a span
where something is theirs to know.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from engine.tables import odds
from engine.values import Value

from .counterspy import AGAIN, REROLLS, fitness
from .explosives import BLASTS
from .orders import COUNTERSPY
from .tables import COLUMNS, EXPLOSIVES, SUCCESS_ROW
from .tables import COUNTERSPY as COUNTERSPY_COLUMN
from .words import CELLS, COUNTERSPIED, EXPLODED

if TYPE_CHECKING:
    from engine.tables import Table

    from .files import Character
    from .orders import Action, Mission
    from .tables import Cell, Counterspied

MILLION: Final = 1_000_000


class Chance(Value):
    """A chance, `over` in `under`: exact for a mission's rolls, to a millionth for a counterspy's
    chain of rerolls.
    """

    over: int
    under: int

    @property
    def percent(self) -> int:
        """Rounded, but 0 and 100 only for the impossible and the certain."""
        rounded = round(100 * self.over / self.under)
        return rounded if self.over in (0, self.under) else min(max(rounded, 1), 99)


class Span(Value):
    """A chance of which only the least and the most are known."""

    least: Chance
    most: Chance

    @property
    def words(self) -> str:
        """As "35–47%", or "58%" where both are the same."""
        low, high = self.least.percent, self.most.percent
        return f"{high}%" if low == high else f"{low}–{high}%"


class RowChance(Value):
    """One printed row, what it means, and its chance."""

    printed: str
    words: str
    chance: Chance


class OrderOdds(Value):
    """What a roll of 2d6 + `modifier` comes to.

    For a mission `blunder` is 2 or less, `success` 7 or more; for a counterspy `blunder` is being
    ambushed, `success` 9 or more with all rerolls, which is `thwarted` (9, 10), `stopped` (11, a
    cancellation) and `hunted` (12+, an ambush or as 11) together. `explosives` are the rows of the
    Blow Up table once a vehicle is reached, `explosion` the chance that one goes off at all.
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
    """The odds of an order for this character as he is now (E1, E12)."""
    if action == COUNTERSPY:
        return counterspy_odds(fitness(spy))
    return _mission_odds(action, fitness(spy), spy.skills.explosives + spy.wounds)


def unmet(found: OrderOdds, guard: int) -> Chance:
    """The chance that a mission succeeds and is not met with 9+ by one counterspy whose modifiers
    come to `guard`.

    What 11 and 12+ then lead to is not in it: a cancellation may fall on another mission, and an
    ambush may be lost (E9, E18). A blunder's +4 changes nothing here: what blunders has not
    succeeded (E4).
    """
    return _chance(_exactly(found.success) * (1 - _exactly(counterspy_odds(guard).success)))


def in_the_week(found: OrderOdds, guard: int) -> Span:
    """How likely a mission succeeds this week against one counterspy whose modifiers come to
    `guard`.

    Least if every 11 and 12+ is spent on this very mission; most if another one is called off for
    it, and every ambush lets it pass (E9, E18).
    """
    thwarted = counterspy_odds(guard).thwarted
    return Span(
        least=unmet(found, guard),
        most=_chance(_exactly(found.success) * (1 - _exactly(thwarted))),
    )


def whatever_guard(found: OrderOdds, best: int) -> Span:
    """How likely a mission succeeds this week, whoever is on duty there: the best there can be, or
    nobody.
    """
    return Span(least=unmet(found, best), most=found.success)


def stops(found: OrderOdds, *, ambush: bool) -> Span:
    """How likely a counterspy stops a mission, this one or with an 11 another, each time he is
    sent. With an `ambush` on 12+ how that is fought decides the rest (E9).
    """
    surely = _exactly(found.thwarted) + _exactly(found.stopped)
    return Span(least=_chance(surely) if ambush else found.success, most=found.success)


def _exactly(chance: Chance | None) -> Fraction:
    return Fraction(chance.over, chance.under) if chance else Fraction(0)


@lru_cache(maxsize=256)
def _mission_odds(mission: Mission, modifier: int, explosives: int) -> OrderOdds:
    rows = odds(cast("Table[Cell]", COLUMNS[mission]), modifier)
    success = sum(
        [chance for row, chance in rows if row.low is not None and row.low >= SUCCESS_ROW],
        Fraction(0),
    )
    found = OrderOdds(
        modifier=modifier,
        rows=tuple([_row(row.printed, CELLS[mission][row.result], chance) for row, chance in rows]),
        blunder=_chance(rows[0][1]),
        success=_chance(success),
    )
    return _with_explosives(found, success, explosives) if mission == "blow_up" else found


def _with_explosives(found: OrderOdds, success: Fraction, modifier: int) -> OrderOdds:
    rows = odds(EXPLOSIVES, modifier)
    goes_off = sum([chance for row, chance in rows if row.result in BLASTS], Fraction(0))
    return OrderOdds(
        modifier=found.modifier,
        rows=found.rows,
        blunder=found.blunder,
        success=found.success,
        explosives=tuple([_row(row.printed, EXPLODED[row.result], chance) for row, chance in rows]),
        explosion=_chance(success * goes_off),
    )


@lru_cache(maxsize=64)
def counterspy_odds(modifier: int) -> OrderOdds:
    """The odds of one counterspy attempt whose first roll is 2d6 + `modifier` (E6)."""
    rows = odds(COUNTERSPY_COLUMN, modifier)
    ends = _chain(modifier)
    met = ends["thwarted"] + ends["stopped"] + ends["hunted"]
    return OrderOdds(
        modifier=modifier,
        rows=tuple([_row(row.printed, COUNTERSPIED[row.result], chance) for row, chance in rows]),
        blunder=_rounded(ends["ambushed"]),
        success=_rounded(met),
        thwarted=_rounded(ends["thwarted"]),
        stopped=_rounded(ends["stopped"]),
        hunted=_rounded(ends["hunted"]),
    )


def _chain(modifier: int) -> dict[Counterspied, Fraction]:
    """How an attempt ends, over the whole chain of rerolls (E6); what is left is not stopped."""
    ends: dict[Counterspied, Fraction] = {
        end: Fraction(0) for end in ("ambushed", "not_stopped", "thwarted", "stopped", "hunted")
    }
    at = {modifier: Fraction(1)}
    for _ in range(REROLLS + 1):
        again: dict[int, Fraction] = {}
        for now, weight in at.items():
            for row, chance in odds(COUNTERSPY_COLUMN, now):
                if row.result in AGAIN:
                    after = now + AGAIN[row.result]
                    again[after] = again.get(after, Fraction(0)) + weight * chance
                else:
                    ends[row.result] += weight * chance
        at = again
    return ends


def _row(printed: str, words: str, chance: Fraction) -> RowChance:
    return RowChance(printed=printed, words=words, chance=_chance(chance))


def _rounded(chance: Fraction) -> Chance:
    return _chance(chance.limit_denominator(MILLION))


def _chance(chance: Fraction) -> Chance:
    return Chance(over=chance.numerator, under=chance.denominator)
