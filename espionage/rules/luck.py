"""How the dice fell beside what was to be expected: each roll with its exact chance from the
tables, each team in sums.

A spy's roll counts by the row it reads, 7 and more being a success; what a counterspy or a
cancellation did afterwards is no luck of the roll. A counterspy's attempt counts as one, with all
its rerolls (E6), 9 and more being a success.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from engine.tables import odds
from engine.values import Seat

from .endings import succeeded
from .odds import counterspy_odds
from .tables import COUNTERSPY, LOWEST_ROW, SUCCESS_ROW

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .orders import Mission
    from .tables import Counterspied
    from .values import MissionRecord, Throw

Roller: TypeAlias = Literal["spy", "counterspy"]

CAUGHT: Final[frozenset[Counterspied | Literal[""]]] = frozenset({"thwarted", "stopped", "hunted"})
"""Counterspy 9 or better."""


class Roll(NamedTuple):
    """One roll on the Spy vs. Spy Table: whose, in which mission, and how likely its row or a
    better (a worse) one was.
    """

    seat: Seat
    who: str
    roller: Roller
    mission: Mission
    throw: Throw
    as_good: Fraction
    as_bad: Fraction


class Tally(NamedTuple):
    """A team's missions and counterspy attempts: how many came off, and how many were to be
    expected from the rolls' exact odds.

    `rolled` are missions whose roll was 7 or more, `came_off` those that nobody stopped either.
    """

    missions: int = 0
    rolled: int = 0
    expected: Fraction = Fraction(0)
    came_off: int = 0
    attempts: int = 0
    caught: int = 0
    expected_caught: Fraction = Fraction(0)

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            missions=self.missions + other.missions,
            rolled=self.rolled + other.rolled,
            expected=self.expected + other.expected,
            came_off=self.came_off + other.came_off,
            attempts=self.attempts + other.attempts,
            caught=self.caught + other.caught,
            expected_caught=self.expected_caught + other.expected_caught,
        )

    @property
    def luck(self) -> Fraction:
        """Successes more (or fewer) than were to be expected, missions and attempts together."""
        return self.rolled - self.expected + self.caught - self.expected_caught


def rolls(records: Iterable[MissionRecord]) -> Iterator[Roll]:
    """Every roll of spies and counterspies, in the week's order. Explosives are left out: their
    table knows no better and worse.
    """
    for record in records:
        if record.throw is not None:
            yield _roll(record.by, record.spy, "spy", record, record.throw)
        for throw in record.answers:
            yield _roll(record.against, record.guard, "counterspy", record, throw)


def _roll(seat: Seat, who: str, roller: Roller, record: MissionRecord, throw: Throw) -> Roll:
    return Roll(
        seat,
        who,
        roller,
        record.mission,
        throw,
        as_good(throw.modifier, throw.row),
        as_bad(throw.modifier, throw.row),
    )


def luckiest(found: Sequence[Roll]) -> Roll | None:
    """The roll with the smallest chance of a row as good; the earliest of equals."""
    return min(found, key=lambda roll: (roll.as_good, -roll.throw.total), default=None)


def unluckiest(found: Sequence[Roll]) -> Roll | None:
    """The roll with the smallest chance of a row as bad; the earliest of equals."""
    return min(found, key=lambda roll: (roll.as_bad, roll.throw.total), default=None)


def tallies(records: Iterable[MissionRecord], seats: int) -> tuple[Tally, ...]:
    """One tally a seat."""
    found = [Tally() for _ in range(seats)]
    for record in records:
        if record.throw is not None:
            found[record.by] = found[record.by].plus(_mission(record, record.throw))
        if record.answers:
            found[record.against] = found[record.against].plus(_attempt(record))
    return tuple(found)


def _mission(record: MissionRecord, throw: Throw) -> Tally:
    return Tally(
        missions=1,
        rolled=int(throw.row >= SUCCESS_ROW),
        expected=as_good(throw.modifier, SUCCESS_ROW),
        came_off=int(succeeded(record)),
    )


def _attempt(record: MissionRecord) -> Tally:
    chance = counterspy_odds(record.answers[0].modifier).success
    return Tally(
        attempts=1,
        caught=int(record.verdict in CAUGHT),
        expected_caught=Fraction(chance.over, chance.under),
    )


# --- chances --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _rows(modifier: int) -> tuple[Fraction, ...]:
    """The chance of each printed row, from "2 or less" on; all four columns of the table print the
    same ones.
    """
    return tuple([chance for _, chance in odds(COUNTERSPY, modifier)])


def as_good(modifier: int, row: int) -> Fraction:
    """The chance of this row or a higher one."""
    return sum(_rows(modifier)[row - LOWEST_ROW :], Fraction(0))


def as_bad(modifier: int, row: int) -> Fraction:
    """The chance of this row or a lower one."""
    return sum(_rows(modifier)[: row - LOWEST_ROW + 1], Fraction(0))
