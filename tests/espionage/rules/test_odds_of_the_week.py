"""The exact odds of one roll, compared with the results of played weeks."""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from ambush.by_doctrine import doctrine_result
from ambush.rules.call import ambush_domain
from campaign.house_rules.rules.house import HouseRules
from campaign.roster.rules.spies import Kit, Skills
from engine.dice import SeededDice, roll_key, seed_from
from engine.values import HOST, changed
from espionage.rules.counterspy import fitness
from espionage.rules.endings import has_succeeded
from espionage.rules.files import Character
from espionage.rules.odds import (
    counterspy_odds,
    order_odds,
)
from espionage.rules.orders import MISSIONS, Mission, Order, Sheet, Standing
from espionage.rules.tables import LOWEST_ROW, SUCCESS_ROW
from espionage.rules.values import AmbushFought, Deadline, Setup
from espionage.rules.week import WEEK
from tests.siege import dice, in_shares, more

from .scene import ARMED, TRAINED, team_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from espionage.rules.bots.tempers import OnCounterspyTwelve
    from espionage.rules.odds import Chance
    from espionage.rules.tables import Counterspied
    from espionage.rules.values import MissionRecord

WEEKS: Final = more(200, 2_000)
"""Number of weeks played in each situation."""
RARE: Final = 1e-8
"""Highest accepted deviation of one figure.

Three thousand figures in every siege give no false alarm in ten years. The siege detects a figure
of 1/36 that is really 2/36. Smaller errors add up over all figures.
"""
ALL_TOGETHER: Final = 3.72
"""Highest accepted sum of squares, as the normal quantile of 1e-4."""
HOUSE: Final = HouseRules(untrained_bombers=True)
LEVELS: Final = (-4, -1, 0, 1, 2, 3, 4)


class Situation(NamedTuple):
    """One order and the counterspy on duty against it."""

    spy: Character
    mission: Mission
    guard: Character | None
    standing: Standing
    kit: Kit

    def setup(self) -> Setup:
        """Return a setup in which the Betas answer the spy with their counterspy."""
        files = (
            _with_character(team_file("alphas"), self.spy),
            _with_character(team_file("betas"), self.guard),
        )
        bricks = 1 if self.mission == "blow_up" else 0
        order = Order(
            spy=self.spy.id,
            action=self.mission,
            target_team="betas",
            bricks=bricks,
            kit=self.kit,
        )
        duty = [Order(spy=self.guard.id, action="counterspy", kit=self.kit)] if self.guard else []
        sheets = (Sheet(orders=(order,)), Sheet(orders=tuple(duty), standing=self.standing))
        return Setup(week="w1", teams=files, sheets=sheets, house=HOUSE)


def _with_character(file: Any, who: Character | None) -> Any:
    people = tuple([who if who and each.id == who.id else each for each in file.people])
    return changed(file, people=people)


def random_character(chance: Random, team: str) -> Character:
    """Return the first character of a team with random skills, sometimes wounded."""
    who = team_file(team).people[0]
    levels = {skill: chance.choice(LEVELS) for skill in ("espionage", "explosives", "handgunner")}
    skills: Skills = changed(TRAINED, **levels)
    return changed(who, dp=who.full_dp - chance.choice((0, 0, 1)), skills=skills)


def random_situation(chance: Random) -> Situation:
    """Return a random order against no counterspy or one with random standing orders."""
    twelve: OnCounterspyTwelve = chance.choice(("cancel", "cancel", "if_armed", "ambush"))
    return Situation(
        spy=random_character(chance, "alphas"),
        mission=chance.choice(MISSIONS),
        guard=random_character(chance, "betas") if chance.random() < 0.7 else None,
        standing=Standing(on_counterspy_twelve=twelve, counterspy_from=-9),
        kit=chance.choice((Kit(), ARMED)),
    )


def play_single_mission(setup: Setup, seed: bytes) -> MissionRecord:
    """Return the only mission after playing a week with these dice."""
    (record,) = played_week(setup, seed)
    return record


def played_week(setup: Setup, seed: bytes) -> tuple[MissionRecord, ...]:
    """Return the missions of a week played to its end with these dice."""
    state, ply = WEEK.start(setup, SeededDice(seed, 0))[0], 0
    while not state.table.over:
        ply += 1
        ambush = state.hidden.ambush
        if ambush is None:
            move: Any = Deadline()
        else:
            key = roll_key(seed, ambush_domain(ambush.by, ambush.against, ambush.nth), ply)
            move = AmbushFought(result=doctrine_result(ambush, HOUSE, key))
        state = WEEK.apply(state, HOST, move, SeededDice(seed, ply))[0]
    return state.hidden.records


class Figure(NamedTuple):
    """A shown chance and how often it occurred."""

    name: str
    chance: float
    count: int
    of: int

    @property
    def luck(self) -> float:
        """Return the probability of a result at least as extreme.

        This uses the binomial tail, because 1 in 36 is not yet normal in 2,000 trials.
        """
        chance = self.chance
        if not 0 < chance < 1 or not self.of:
            return float(self.count == round(chance * self.of))
        above = self.count > chance * self.of
        tail = range(self.count, self.of + 1) if above else range(self.count + 1)
        return sum(exp(_binomial(many, self.of, chance)) for many in tail)

    @property
    def off(self) -> float:
        """Return by how many standard errors the played rate differs."""
        rate = self.count / self.of if self.of else self.chance
        error = (
            sqrt(max(self.chance * (1 - self.chance), 0.25 / self.of) / self.of) if self.of else 1.0
        )
        return (rate - self.chance) / error


def _binomial(many: int, of: int, chance: float) -> float:
    ways = lgamma(of + 1) - lgamma(many + 1) - lgamma(of - many + 1)
    return ways + many * log(chance) + (of - many) * log(1 - chance)


def compare_figures(one: Situation, records: list[MissionRecord]) -> Iterator[Figure]:
    """Yield every figure of the order and of the counterspy with its played results."""
    found = order_odds(one.spy, one.mission)
    seen = Counter(record.throw.row for record in records if record.throw)
    yield _exact_figure("blunder", found.blunder, seen[LOWEST_ROW], len(records))
    rolled = sum(count for row, count in seen.items() if row >= SUCCESS_ROW)
    yield _exact_figure("succeeds by the roll", found.success, rolled, len(records))
    fine = sum(has_succeeded(record) for record in records)
    if one.guard is None:
        yield _exact_figure("succeeds unopposed", found.success, fine, len(records))
        if found.explosion is not None:
            bangs = sum(record.blast is not None for record in records)
            yield _exact_figure("a bomb goes off", found.explosion, bangs, len(records))
        return
    yield from _compare_counterspy_figures(fitness(one.guard), records)


def _compare_counterspy_figures(guard: int, records: list[MissionRecord]) -> Iterator[Figure]:
    """Yield the figures of the counterspy's form, for attempts without a blunder."""
    found = counterspy_odds(guard)
    plain = [each for each in records if each.throw and each.throw.row > LOWEST_ROW]
    verdicts = Counter(each.verdict for each in plain)
    shown: tuple[tuple[Counterspied, Chance | None], ...] = (
        ("thwarted", found.thwarted),
        ("stopped", found.stopped),
        ("hunted", found.hunted),
        ("ambushed", found.blunder),
    )
    for verdict, chance in shown:
        assert chance is not None
        yield _exact_figure(f"the guard: {verdict}", chance, verdicts[verdict], len(plain))


def _exact_figure(name: str, chance: Chance, count: int, of: int) -> Figure:
    rate = chance.over / chance.under
    return Figure(name, rate, count, of)


def joint_deviation(figures: list[Figure]) -> float:
    """Return how far all figures deviate together.

    It is the normal quantile of the sum of their squares (Wilson and Hilferty).
    """
    many = len(figures)
    total = sum(figure.off**2 for figure in figures)
    return ((total / many) ** (1 / 3) - (1 - 2 / (9 * many))) / sqrt(2 / (9 * many))


@pytest.mark.slow("plays thousands of weeks")
@pytest.mark.deeper
@in_shares(24, 320, of=16)
def test_shown_odds_match_played_weeks(rounds: range) -> None:
    figures = []
    for number in rounds:
        one = random_situation(dice("odds", number))
        setup, seed = one.setup(), f"odds {dice('odds', number).random()}"
        records = [play_single_mission(setup, seed_from(f"{seed} {week}")) for week in range(WEEKS)]
        here = list(compare_figures(one, records))
        wrong = [figure for figure in here if figure.luck < RARE]
        assert not wrong, f"{one}\n{wrong}"
        figures += here
    assert joint_deviation(figures) < ALL_TOGETHER


def test_wrong_odds_are_detected() -> None:
    one = random_situation(dice("odds", "wrong"))._replace(guard=None)
    setup = one.setup()
    records = [play_single_mission(setup, seed_from(f"wrong {week}")) for week in range(400)]
    figure = next(compare_figures(one, records))
    assert shifted_figure(figure, 0.2).luck < RARE
    assert figure.luck > RARE


def shifted_figure(figure: Figure, much: float) -> Figure:
    """Return the figure as if its shown chance were higher."""
    return figure._replace(chance=figure.chance + much)
