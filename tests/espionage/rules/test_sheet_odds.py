"""The chances of whole sheets, compared with played weeks."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from campaign.house_rules.rules.house import HouseRules
from engine.dice import SeededDice, seed_from
from engine.values import changed
from espionage.rules.deadline_freeze import freeze_sheet
from espionage.rules.endings import EXPLODES, STOPPED, ending_of, has_succeeded
from espionage.rules.files import public_team
from espionage.rules.orders import COUNTERSPY, MISSIONS, Order, Sheet
from espionage.rules.samples import random_setup
from espionage.rules.sheet_odds import (
    FIGHTS,
    GUARD_KIT,
    MIN_ROUNDS,
    ROUNDS,
    CaseChance,
    Fights,
    GuardRecord,
    guard_chance,
    likely_guards,
    mission_chance,
    play_weeks,
    rounds_for,
    sheet_odds,
    start_of_week,
)
from espionage.rules.values import Setup
from tests.siege import dice, in_shares, more

from .test_odds_of_the_week import played_week

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from espionage.rules.files import Roster
    from espionage.rules.odds import Chance
    from espionage.rules.orders import Mission
    from espionage.rules.values import MissionRecord

HOUSE: Final = HouseRules()
WEEKS: Final = more(200, 400)
"""Number of weeks that are played in each situation."""
DEVIATION: Final = 4.0
"""Highest accepted deviation of a figure, in standard errors."""
SECOND_LOOK: Final = 10
"""Factor of weeks and playouts for a situation with a deviating figure.

Among 10,000 figures, one deviates by chance.
"""


class Figure(NamedTuple):
    """A shown chance and its share in played weeks, with the number of trials of both."""

    name: str
    shown: float
    played: float
    rounds: int
    weeks: int
    ambushed: float = 0.0
    """Share of weeks with an ambush. Playouts share the results of ambushes."""

    @property
    def off(self) -> float:
        """The difference in standard errors."""
        both = self.rounds + self.weeks
        share = (self.shown * self.rounds + self.played * self.weeks) / both
        share = min(max(share, 1 / both), 1 - 1 / both)
        error = share * (1 - share) * (1 / self.rounds + 1 / self.weeks)
        return abs(self.shown - self.played) / sqrt(error + self.ambushed**2 / (4 * FIGHTS))


def roster_of(setup: Setup) -> Roster:
    return tuple([public_team(file) for file in setup.teams])


def random_week(number: object) -> Setup:
    """Return a week of 2 to 4 teams with several missions and up to two guards each."""
    chance = dice("sheet odds", number)
    return random_setup(
        SeededDice(seed_from(str(chance.random())), 0),
        chance.randint(2, 4),
        HouseRules(blunder_counts_at_once=chance.random() < 0.7),
        missions=chance.randint(2, 4),
        counterspies=chance.randint(0, 2),
        extra_espionage=chance.choice((0, 0, 1, 3)),
    )


def played_weeks(setup: Setup, name: object, weeks: int) -> list[tuple[MissionRecord, ...]]:
    return [played_week(setup, seed_from(f"{name} {week}")) for week in range(weeks)]


def rate(chance: Chance | None) -> float:
    return chance.over / chance.under if chance else 0.0


def mission_figures(
    name: str, shown: CaseChance, records: Sequence[MissionRecord], rounds: int, shared: float = 0.0
) -> Iterator[Figure]:
    """Yield the figures of a mission with its results in played weeks."""
    many = len(records)
    endings = [ending_of(record) for record in records]
    counts = {
        "success": sum(has_succeeded(record) for record in records),
        "caught": sum(ending in STOPPED for ending in endings),
        "ambushed": sum(record.fought for record in records),
        "explosion": sum(ending in EXPLODES for ending in endings),
    }
    for figure, count in counts.items():
        if figure != "explosion" or shown.explosion:
            chance = rate(getattr(shown, figure))
            share = shared if figure != "ambushed" else 0.0
            yield Figure(f"{name} {figure}", chance, count / many, rounds, many, share)


def guard_figure(
    name: str, shown: CaseChance, records: Sequence[MissionRecord], shared: float = 0.0
) -> Figure:
    stops = sum(ending_of(record) in STOPPED for record in records) / len(records)
    return Figure(name, rate(shown.success), stops, shown.success.under, len(records), shared)


def compare_playouts(setup: Setup, name: object, weeks: int, rounds: int) -> Iterator[Figure]:
    """Yield all figures of all teams, if every team knew everything."""
    roster = roster_of(setup)
    homes = [
        start_of_week(file, freeze_sheet(sheet, file, roster, setup.house).sheet, len(setup.teams))
        for file, sheet in zip(setup.teams, setup.sheets, strict=True)
    ]
    fights = Fights(setup.house, seed_from(f"playouts {name}"), count=4 * rounds)
    shown = list(play_weeks(homes, roster, fights, range(rounds)))
    played = played_weeks(setup, name, weeks)
    for seat, order in {(each.by, each.order) for week in played for each in week}:
        mine = [each for week in shown for each in week if (each.by, each.order) == (seat, order)]
        true = [each for week in played for each in week if (each.by, each.order) == (seat, order)]
        yield from mission_figures(f"{seat}/{order}", mission_chance("known", mine), true, rounds)
    for guard in {each.guard for week in played for each in week if each.guard}:
        mine = [each for week in shown for each in week if each.guard == guard]
        true = [each for week in played for each in week if each.guard == guard]
        if len(mine) > 20 < len(true):
            yield guard_figure(f"{guard} stops", guard_chance(mine), true)


def assumed_week(setup: Setup, level: int | None, attack: Mission | None = None) -> Setup:
    """Return the week of the first team's sheet in which all targets have the same guard.

    The guard is like the first team's best person, but with this level of espionage.
    """
    own, sheet = setup.teams[0], setup.sheets[0]
    best = max([each for each in own.people if each.fit], key=lambda each: each.skills.espionage)
    like = changed(best, skills=changed(best.skills, espionage=level or 0))
    targets = {order.target_team for order in sheet.orders}
    files, sheets = [own], [sheet]
    for place, team in enumerate(setup.teams[1:]):
        guard, spy, *others = team.people
        people = (*[changed(like, id=each.id, name=each.name) for each in (guard, spy)], *others)
        files.append(changed(team, people=people))
        attacks = []
        if attack is not None and not place:
            bricks = 1 if attack == "blow_up" else 0
            attacks = [
                Order(spy=spy.id, action=attack, target_team=own.id, kit=GUARD_KIT, bricks=bricks)
            ]
        duty = [Order(spy=guard.id, action=COUNTERSPY, kit=GUARD_KIT)]
        sheets.append(
            Sheet(
                orders=(
                    *attacks,
                    *(duty if level is not None and team.id in targets else []),
                )
            )
        )
    rich = [changed(file, money=10**9) for file in files]
    house = changed(setup.house, untrained_bombers=True)
    return changed(setup, teams=tuple(rich), sheets=tuple(sheets), house=house)


def compare_shown_odds(setup: Setup, name: object, weeks: int, rounds: int) -> Iterator[Figure]:
    """Yield all figures that the first team sees, with weeks in which its assumptions hold."""
    own = changed(setup.teams[0], money=10**9)
    sheet = freeze_sheet(setup.sheets[0], own, roster_of(setup), setup.house).sheet
    records = [GuardRecord(team=team.id, missions=4, stopped=2) for team in setup.teams[1:]]
    shown = sheet_odds(own, sheet, roster_of(setup), setup.house, records, rounds=rounds)
    best = shown.best_modifier
    weights = likely_guards(records[0], sorted({0, best}))
    played = {
        "unguarded": played_weeks(assumed_week(setup, None), name, weeks),
        "guarded": [
            week
            for kind in MISSIONS
            for week in played_weeks(assumed_week(setup, best, kind), (name, kind), weeks // 3)
        ],
        "known": [
            week
            for level, weight in weights.items()
            for week in played_weeks(
                assumed_week(setup, level), (name, level), round(weight * weeks)
            )
        ],
    }
    for order in shown.orders:
        for case in order.cases:
            if case.case == "attacked":
                found = [
                    each for week in played["guarded"] for each in week if each.guard == order.spy
                ]
                yield guard_figure(f"{order.spy} stops", case, found, 0.3)
            else:
                found = [
                    each
                    for week in played[case.case]
                    for each in week
                    if not each.by and each.spy == order.spy
                ]
                exact = 10**6 if case.case == "unguarded" else rounds
                title = f"{order.spy} {case.case}"
                yield from mission_figures(title, case, found, exact, rate(case.ambushed))


def check_situations(numbers: Sequence[int], weeks: int) -> int:
    """Compare the figures of these random situations. Return the number of figures."""
    count = 0
    for number in numbers:
        setup = random_week(number)
        for compare in (compare_playouts, compare_shown_odds):
            figures = list(compare(setup, number, weeks, ROUNDS))
            count += len(figures)
            if any(figure.off > DEVIATION for figure in figures):
                again = compare(setup, f"again {number}", weeks * SECOND_LOOK, ROUNDS * SECOND_LOOK)
                wrong = [figure for figure in again if figure.off > DEVIATION]
                assert not wrong, f"situation {number}: {wrong}"
    return count


def test_e48_a_larger_sheet_is_played_less_often_so_that_its_odds_take_no_longer() -> None:
    sheets = [Sheet(orders=(Order(spy="a", action=COUNTERSPY),) * count) for count in range(61)]
    played = [len(sheet.orders) * rounds_for(sheet) for sheet in sheets]
    assert max(played) <= 60 * MIN_ROUNDS
    assert [rounds_for(sheet) for sheet in sheets[:4]] == [ROUNDS] * 4


def test_shown_chances_of_a_few_sheets_match_played_weeks() -> None:
    assert check_situations(range(3), weeks=100) > 60


@pytest.mark.slow("plays thousands of weeks")
@pytest.mark.deeper
@pytest.mark.promise("odds")
@in_shares(40, 320, of=10)
def test_shown_chances_of_random_sheets_match_played_weeks(
    rounds: range, tried: Callable[[int], None]
) -> None:
    check_situations(rounds, WEEKS)
    tried(len(rounds))
