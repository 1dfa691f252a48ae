"""Luck in words and bars: results compared with exact odds, and the most unusual rolls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.web.pictures.badges import paint_of
from core.web.pictures.words import MINUS
from espionage.pictures.report import row_words
from espionage.rules.luck import luckiest, unluckiest
from espionage.rules.wording import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from campaign.league.models import Team
    from espionage.rules.luck import Roll, Tally


@dataclass(frozen=True, slots=True)
class TeamLuck:
    """A team's results and odds, as printed numbers and as the bar in the chart.

    Shares are percentages, or None if nothing was rolled.
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
    """An unusual roll: the people, the mission, and its chance."""

    title: str
    faces: tuple[int, ...]
    modifiers: tuple[tuple[str, int], ...]
    total: int
    words: str


@dataclass(frozen=True, slots=True)
class LuckPicture:
    """The luck of a week or a season."""

    teams: tuple[TeamLuck, ...]
    best: NotedRoll | None
    worst: NotedRoll | None


@dataclass(frozen=True, slots=True)
class NamedRoll:
    """A roll with the names involved, and its week.

    The week is 0 on the page for a single week.
    """

    roll: Roll
    who: str
    team: str
    week: int = 0


def luck_picture(
    rows: Sequence[tuple[Team, Tally]], named_rolls: Sequence[NamedRoll]
) -> LuckPicture:
    """Return the luck of these teams, with the luckiest and the unluckiest rolls."""
    rolls_by_id = {id(named_roll.roll): named_roll for named_roll in named_rolls}
    rolls = [named_roll.roll for named_roll in named_rolls]
    best, worst = luckiest(rolls), unluckiest(rolls)
    return LuckPicture(
        teams=tuple(_team_luck(team, tally) for team, tally in rows),
        best=_noted_roll(rolls_by_id[id(best)], best.as_good, "as good") if best else None,
        worst=_noted_roll(rolls_by_id[id(worst)], worst.as_bad, "as bad") if worst else None,
    )


def _team_luck(team: Team, tally: Tally) -> TeamLuck:
    paint, colour = paint_of(team.colour)
    attempts = tally.missions + tally.attempts
    return TeamLuck(
        team=team,
        missions=tally.missions,
        rolled=tally.successful_rolls,
        expected=decimal(tally.expected),
        came_off=tally.successes,
        attempts=tally.attempts,
        caught=tally.stopped,
        expected_caught=decimal(tally.expected_stopped),
        luck=signed_decimal(tally.luck),
        share=round(100 * (tally.successful_rolls + tally.stopped) / attempts, 1)
        if attempts
        else None,
        expected_share=round(100 * float(tally.expected + tally.expected_stopped) / attempts, 1)
        if attempts
        else None,
        paint=paint,
        colour=colour,
    )


def _noted_roll(named_roll: NamedRoll, chance: Fraction, direction: str) -> NotedRoll:
    throw = named_roll.roll.throw
    mission = ACTIONS[named_roll.roll.mission] if named_roll.roll.roller == "spy" else "Counterspy"
    modifier_name = (
        "skill and wounds" if named_roll.roll.roller == "spy" else "skill, wounds and ±4"
    )
    week = f", week {named_roll.week}" if named_roll.week else ""
    return NotedRoll(
        title=f"{named_roll.who} of {named_roll.team}, {mission}{week}",
        faces=throw.faces,
        modifiers=((modifier_name, throw.modifier),),
        total=throw.total,
        words=(
            f"Row {row_words(throw.row)}. The chance of a row {direction}: {chance.numerator} in "
            f"{chance.denominator}, {percent(chance)}."
        ),
    )


def decimal(number: Fraction) -> str:
    """Format a sum of chances with one decimal: `2.4`."""
    return f"{float(number):.1f}"


def signed_decimal(number: Fraction) -> str:
    """Format a difference from the expected value: `+1.3`, `−0.4`, `±0.0`."""
    rounded = round(float(number), 1)
    return f"{'+' if rounded > 0 else MINUS if rounded < 0 else '±'}{abs(rounded):.1f}"


def percent(chance: Fraction) -> str:
    """Format a chance as a percentage: `2.8%`, `28%`. Below ten there is one decimal."""
    value = 100 * float(chance)
    return f"{value:.1f}%" if value < 10 else f"{value:.0f}%"


def name_rolls(
    rolls: Sequence[Roll], teams: Sequence[Team], names: Mapping[str, str], week: int = 0
) -> tuple[NamedRoll, ...]:
    """Return the rolls with the names involved."""
    return tuple(
        NamedRoll(roll, names.get(roll.character, "Someone"), teams[roll.seat].name, week)
        for roll in rolls
    )
