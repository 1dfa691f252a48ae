"""Luck in words and bars: how teams fared beside their exact odds, and the rolls nobody will
forget.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.web.pictures.badges import paint_of
from core.web.pictures.words import MINUS
from espionage.pictures.report import row_words
from espionage.rules.luck import luckiest, unluckiest
from espionage.rules.words import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from campaign.league.models import Team
    from espionage.rules.luck import Roll, Tally


@dataclass(frozen=True, slots=True)
class TeamLuck:
    """A team beside its odds: the numbers as printed, and the bar's place in the chart. Shares are
    of 100, None without a roll.
    """

    team: Team
    missions: int
    rolled: int
    expected: str
    came_off: int
    attempts: int
    caught: int
    expected_caught: str
    luck: str
    share: float | None
    expected_share: float | None
    paint: str
    colour: str


@dataclass(frozen=True, slots=True)
class NotedRoll:
    """A roll worth a line: who, what, and how likely."""

    title: str
    faces: tuple[int, ...]
    modifiers: tuple[tuple[str, int], ...]
    total: int
    words: str


@dataclass(frozen=True, slots=True)
class LuckPicture:
    """The figures of a week or a season."""

    teams: tuple[TeamLuck, ...]
    best: NotedRoll | None
    worst: NotedRoll | None


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll with the names that it is told with, and the week it fell in, 0 where the page is
    about one week.
    """

    roll: Roll
    who: str
    team: str
    week: int = 0


def luck_picture(rows: Sequence[tuple[Team, Tally]], thrown: Sequence[Thrown]) -> LuckPicture:
    """Teams in the order given; the luckiest and the unluckiest roll."""
    told = {id(each.roll): each for each in thrown}
    rolls = [each.roll for each in thrown]
    best, worst = luckiest(rolls), unluckiest(rolls)
    return LuckPicture(
        teams=tuple(_team(team, tally) for team, tally in rows),
        best=_noted(told[id(best)], best.as_good, "as good") if best else None,
        worst=_noted(told[id(worst)], worst.as_bad, "as bad") if worst else None,
    )


def _team(team: Team, tally: Tally) -> TeamLuck:
    paint, colour = paint_of(team.colour)
    tried = tally.missions + tally.attempts
    return TeamLuck(
        team=team,
        missions=tally.missions,
        rolled=tally.rolled,
        expected=decimal(tally.expected),
        came_off=tally.came_off,
        attempts=tally.attempts,
        caught=tally.caught,
        expected_caught=decimal(tally.expected_caught),
        luck=signed_decimal(tally.luck),
        share=round(100 * (tally.rolled + tally.caught) / tried, 1) if tried else None,
        expected_share=round(100 * float(tally.expected + tally.expected_caught) / tried, 1)
        if tried
        else None,
        paint=paint,
        colour=colour,
    )


def _noted(told: Thrown, chance: Fraction, how: str) -> NotedRoll:
    throw = told.roll.throw
    what = ACTIONS[told.roll.mission] if told.roll.roller == "spy" else "Counterspy"
    why = "skill and wounds" if told.roll.roller == "spy" else "skill, wounds and ±4"
    when = f", week {told.week}" if told.week else ""
    return NotedRoll(
        title=f"{told.who} of {told.team}, {what}{when}",
        faces=throw.faces,
        modifiers=((why, throw.modifier),),
        total=throw.total,
        words=(
            f"Row {row_words(throw.row)}. The chance of a row {how}: {chance.numerator} in "
            f"{chance.denominator}, {percent(chance)}."
        ),
    )


def decimal(number: Fraction) -> str:
    """A sum of chances with one decimal: `2.4`."""
    return f"{float(number):.1f}"


def signed_decimal(number: Fraction) -> str:
    """More or fewer than expected: `+1.3`, `−0.4`, `±0.0`."""
    rounded = round(float(number), 1)
    return f"{'+' if rounded > 0 else MINUS if rounded < 0 else '±'}{abs(rounded):.1f}"


def percent(chance: Fraction) -> str:
    """A chance as a percentage, with a decimal below ten: `2.8%`, `28%`."""
    value = 100 * float(chance)
    return f"{value:.1f}%" if value < 10 else f"{value:.0f}%"


def names_of(
    rolls: Sequence[Roll], teams: Sequence[Team], names: Mapping[str, str], week: int = 0
) -> tuple[Thrown, ...]:
    """The rolls with their names."""
    return tuple(
        Thrown(roll, names.get(roll.who, "Someone"), teams[roll.seat].name, week) for roll in rolls
    )
