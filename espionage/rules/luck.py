"""Each roll's exact chance, and each team's results compared with the expected results.

A spy's roll is judged by its row: 7 or more is a success, even if a counterspy or a cancellation
stops the mission later. A counterspy's attempt with all its rerolls (E6) counts once, and 9 or more
is a success.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from engine.tables import odds
from engine.values import Seat

from .endings import has_succeeded
from .odds import counterspy_odds
from .tables import COUNTERSPY, LOWEST_ROW, SUCCESS_ROW

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .orders import Mission
    from .tables import Counterspied
    from .values import MissionRecord, Throw

Roller: TypeAlias = Literal["spy", "counterspy"]

STOPPING_VERDICTS: Final[frozenset[Counterspied | Literal[""]]] = frozenset(
    {"thwarted", "stopped", "hunted"}
)
"""Counterspy results of 9 or more."""


class Roll(NamedTuple):
    """A single roll.

    `as_good` and `as_bad` are the chances of a row at least as good or at least as bad.
    """

    seat: Seat
    character: str
    roller: Roller
    mission: Mission
    throw: Throw
    as_good: Fraction
    as_bad: Fraction


class Tally(NamedTuple):
    """A team's missions and counterspy attempts, with the expected numbers of successes.

    `successful_rolls` counts missions that rolled 7 or more. `successes` counts the successful
    rolls that nobody stopped. `stopped` counts attempts that stopped a mission.
    """

    missions: int = 0
    successful_rolls: int = 0
    expected: Fraction = Fraction(0)
    successes: int = 0
    attempts: int = 0
    stopped: int = 0
    expected_stopped: Fraction = Fraction(0)

    def plus(self, other: Tally) -> Tally:
        """Return the sum of both tallies."""
        return Tally(
            missions=self.missions + other.missions,
            successful_rolls=self.successful_rolls + other.successful_rolls,
            expected=self.expected + other.expected,
            successes=self.successes + other.successes,
            attempts=self.attempts + other.attempts,
            stopped=self.stopped + other.stopped,
            expected_stopped=self.expected_stopped + other.expected_stopped,
        )

    @property
    def luck(self) -> Fraction:
        """Successes above or below expectation, with missions and attempts added together."""
        return self.successful_rolls - self.expected + self.stopped - self.expected_stopped


def all_rolls(records: Iterable[MissionRecord]) -> Iterator[Roll]:
    """Yield every roll of spies and counterspies, in the week's order.

    Explosives rolls are left out, because their table has no better or worse rows.
    """
    for record in records:
        if record.throw is not None:
            yield _roll(record.by, record.spy, "spy", record, record.throw)
        for throw in record.answers:
            yield _roll(record.against, record.guard, "counterspy", record, throw)


def _roll(seat: Seat, character: str, roller: Roller, record: MissionRecord, throw: Throw) -> Roll:
    return Roll(
        seat,
        character,
        roller,
        record.mission,
        throw,
        chance_of_row_or_better(throw.modifier, throw.row),
        chance_of_row_or_worse(throw.modifier, throw.row),
    )


def luckiest(rolls_made: Sequence[Roll]) -> Roll | None:
    """Return the roll with the smallest chance of an equal or better row.

    If several rolls tie, return the earliest.
    """
    return min(rolls_made, key=lambda roll: (roll.as_good, -roll.throw.total), default=None)


def unluckiest(rolls_made: Sequence[Roll]) -> Roll | None:
    """Return the roll with the smallest chance of an equal or worse row.

    If several rolls tie, return the earliest.
    """
    return min(rolls_made, key=lambda roll: (roll.as_bad, roll.throw.total), default=None)


def tallies_by_seat(records: Iterable[MissionRecord], seats: int) -> tuple[Tally, ...]:
    """Return one tally for each seat."""
    seat_tallies = [Tally() for _ in range(seats)]
    for record in records:
        if record.throw is not None:
            seat_tallies[record.by] = seat_tallies[record.by].plus(
                _mission_tally(record, record.throw)
            )
        if record.answers:
            seat_tallies[record.against] = seat_tallies[record.against].plus(_attempt_tally(record))
    return tuple(seat_tallies)


def _mission_tally(record: MissionRecord, throw: Throw) -> Tally:
    return Tally(
        missions=1,
        successful_rolls=int(throw.row >= SUCCESS_ROW),
        expected=chance_of_row_or_better(throw.modifier, SUCCESS_ROW),
        successes=int(has_succeeded(record)),
    )


def _attempt_tally(record: MissionRecord) -> Tally:
    chance = counterspy_odds(record.answers[0].modifier).success
    return Tally(
        attempts=1,
        stopped=int(record.verdict in STOPPING_VERDICTS),
        expected_stopped=Fraction(chance.over, chance.under),
    )


# --- chances --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _row_chances(modifier: int) -> tuple[Fraction, ...]:
    """Return the chance of each printed row, which is the same in all columns."""
    return tuple([chance for _, chance in odds(COUNTERSPY, modifier)])


def chance_of_row_or_better(modifier: int, row: int) -> Fraction:
    """Return the chance of this row or a higher one."""
    return sum(_row_chances(modifier)[row - LOWEST_ROW :], Fraction(0))


def chance_of_row_or_worse(modifier: int, row: int) -> Fraction:
    """Return the chance of this row or a lower one."""
    return sum(_row_chances(modifier)[: row - LOWEST_ROW + 1], Fraction(0))
