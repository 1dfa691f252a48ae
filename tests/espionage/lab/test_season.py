"""A season of a club of bots: reproducible, without hidden information, with valid ledgers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Final

import pytest

from campaign.house_rules.rules.house import DEFAULT
from campaign.house_rules.rules.presets import PRESETS
from campaign.house_rules.rules.tables import ESPIONAGE, GENERAL, HANDGUNNER
from campaign.roster.rules.spies import Skills
from engine.dice import seed_from
from engine.values import Seat, changed
from espionage.lab.readings import CHARTS, season_readings
from espionage.lab.season import Club, ClubSetup, WeekPlayed, play_season
from espionage.lab.sweeps import LAB, with_espionage_cost
from espionage.lab.teams import Team, found_team
from espionage.rules.checking import check_sheet
from espionage.rules.effects import Effects
from espionage.rules.files import TeamFile, public_team
from espionage.rules.week import WEEK
from lab import registry as labs
from lab.lab import Bench, Case, Findings, publish

CLUB: Final = ClubSetup()
SEEDS: Final = ("one", "two", "three")


@lru_cache
def played_season(seed: str, setup: ClubSetup = CLUB) -> tuple[WeekPlayed, ...]:
    return play_season(setup, seed)


def count_readings(*seasons: tuple[WeekPlayed, ...]) -> dict[tuple[str, str], tuple[int, int]]:
    """Return halves won and chances by chart and row."""
    halves: Counter[tuple[str, str]] = Counter()
    of: Counter[tuple[str, str]] = Counter()
    for weeks in seasons:
        for each in season_readings(weeks):
            halves[each.chart, each.row] += each.halves
            of[each.chart, each.row] += each.chances
    return {key: (halves[key], of[key]) for key in of}


# --- the season -----------------------------------------------------------------------------------


def test_season_is_determined_by_its_seed():
    assert play_season(CLUB, "one") == played_season("one")
    assert played_season("one") != played_season("two")


def test_seasons_contain_every_mission_kind_counterspies_ambushes_and_deaths():
    weeks = [week for seed in SEEDS for week in played_season(seed)]
    records = [record for week in weeks for record in week.records]
    assert {record.mission for record in records} == {"infiltrate", "assassinate", "blow_up"}
    assert any(record.answers for record in records)
    assert any(week.fights for week in weeks)
    assert sum(sum(week.deaths) for week in weeks) > 0
    assert len({week.winner for week in weeks}) > 1


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_club_plays_under_every_preset(preset):
    club = ClubSetup(house_rules=preset.house, tempers=("careful", "greedy", "vengeful"), weeks=3)
    weeks = play_season(club, "any")
    assert len(weeks) == 3
    assert any(week.records for week in weeks)


def test_doctrine_only_writes_valid_order_sheets_e15():
    club = Club(CLUB, "one")
    for _ in range(6):
        club.play_week()
        files = tuple([team.file() for team in club.teams])
        roster = tuple([public_team(file) for file in files])
        for sheet, file in zip(club.sheets(files, seed_from("next")), files, strict=True):
            assert check_sheet(sheet, file, roster, CLUB.house_rules) == ()


def test_club_bots_do_not_see_rival_files_e24():
    """Rivals of one team get other skills, wounds, money, gear and garages."""
    club = Club(CLUB, "one")

    def otherwise(file: TeamFile) -> TeamFile:
        people = [changed(who, dp=1 if who.alive else 0, skills=Skills()) for who in file.people]
        return changed(file, money=0, stock=(), garage=(), people=tuple(people))

    for number in range(5):
        files = tuple([team.file() for team in club.teams])
        seeds = [seed_from(f"week {number}, {nth}") for nth in range(5)]
        before = [club.sheets(files, seed) for seed in seeds]
        for mine in range(len(files)):
            hidden = tuple(
                [file if at == mine else otherwise(file) for at, file in enumerate(files)]
            )
            after = [club.sheets(hidden, seed) for seed in seeds]
            assert [sheets[mine] for sheets in after] == [sheets[mine] for sheets in before]
            assert after != before
        club.play_week()


# --- ledgers --------------------------------------------------------------------------------------


def test_money_stock_and_roster_stay_valid():
    club = Club(CLUB, "two")
    for _ in range(CLUB.weeks):
        club.play_week()
        for team in club.teams:
            assert team.money >= 0
            assert all(count >= 0 for count in team.stock.values())
            assert team.people_hired <= CLUB.house_rules.roster_cap
            assert all(member.dp_lost >= 0 for member in team.people)
            assert all(member.character(CLUB.house_rules).alive for member in team.people)


def test_dead_members_are_replaced_until_the_roster_is_full():
    house = changed(DEFAULT, roster_default=2, roster_cap=3)
    team = found_team("t0", "careful", house)
    for member in team.people:
        member.dp_lost = 9
    assert team.replace_dead() == 2
    assert [member.id for member in team.people] == ["t0-p3"]


def test_general_points_raise_espionage_to_the_cap_then_handgunner():
    member = found_team("t0", "careful", DEFAULT).people[0]
    member.points.update({ESPIONAGE: -member.points[ESPIONAGE] + 49})
    guns = member.points[HANDGUNNER]
    member.learn(GENERAL, 1, DEFAULT)
    member.learn(GENERAL, 2, DEFAULT)
    assert (member.points[ESPIONAGE], member.points[HANDGUNNER]) == (50, guns + 2)


def test_wreck_is_replaced_only_if_the_team_can_pay():
    rich, poor = make_team(money=500_000), make_team(money=0)
    for team in (rich, poor):
        team.repair(lost={"t0-v1"})
    assert set(rich.garage) == {"t0-v1", "t0-v2"}
    assert rich.money < 500_000
    assert set(poor.garage) == {"t0-v2"}


def make_team(money: int) -> Team:
    team = found_team("t0", "greedy", DEFAULT)
    team.money = money
    return team


def test_better_crews_win_duels_more_often():
    club = Club(changed(CLUB, tempers=("greedy", "greedy")), "one")
    for member in club.teams[1].people:
        member.points.update(
            {"driver": -member.points["driver"], "gunner": -member.points["gunner"]}
        )
    duels = [club.drive(Effects(), seed_from(f"{number}")) for number in range(200)]
    wins = Counter([duel.form.teams[0].team for duel in duels])
    assert wins["t0"] > wins["t1"] > 0


# --- readings -------------------------------------------------------------------------------------


def test_every_chart_has_readings():
    found_charts = {chart for chart, _ in count_readings(*[played_season(seed) for seed in SEEDS])}
    assert found_charts == {chart.key for chart in CHARTS}


def test_readings_count_each_mission_and_roll_once():
    weeks = played_season("one")
    seen = count_readings(weeks)
    records = [record for week in weeks for record in week.records]
    rolls = sum(record.throw is not None for record in records)
    assert sum(of for (chart, _), (_, of) in seen.items() if chart == "low") == rolls
    first = sum(record.throw is not None for week in weeks[:3] for record in week.records)
    assert sum(halves for (chart, _), (halves, _) in seen.items() if chart == "rows") == 2 * first
    watched = sum(bool(record.answers) for record in records)
    assert sum(of for (chart, _), (_, of) in seen.items() if chart == "guarded") == watched
    unwatched = len(records) - watched
    assert sum(of for (chart, _), (_, of) in seen.items() if chart == "unguarded") == unwatched


def test_lead_changes_are_counted_through_a_tie():
    def week(*points: int) -> WeekPlayed:
        return WeekPlayed(
            (), (), (0,) * len(points), (0,) * len(points), (0,) * len(points), points, Seat(0)
        )

    seen = count_readings((week(5, 3), week(8, 8), week(11, 13), week(12, 18)))
    assert seen["lead", "All weeks"] == (2, 3)
    seen = count_readings((week(5, 3), week(8, 9), week(13, 12)))
    assert seen["lead", "All weeks"] == (4, 2)
    assert seen["first", "First winner"] == (2, 1)


def test_cheap_espionage_lowers_the_failure_rate_of_early_missions():
    def low(setup: ClubSetup) -> float:
        short = changed(setup, weeks=3)
        seen = count_readings(*[played_season(seed, short) for seed in SEEDS])
        halves, of = seen["low", "Weeks 1 to 3"]
        return halves / 2 / of

    assert low(changed(CLUB, house_rules=with_espionage_cost(5))) < low(CLUB)


# --- the lab of the week --------------------------------------------------------------------------


def test_week_lab_clubs_are_determined_by_number_and_seed():
    sweep = LAB.sweep("espionage")
    short = replace(sweep, cases=tuple([_shortened(case) for case in sweep.cases]))
    bench = Bench(WEEK, LAB, short, "any")
    first = [bench.play(number, ()) for number in range(4)]
    assert first == [bench.play(number, ()) for number in range(4)]
    assert bench.play(4, ()) != first[0]
    paper = publish(bench, sum(first, Findings()))
    (low,) = [figure for figure in paper.figures if figure.key == "espionage-low"]
    assert {row.case for row in low.rows} == {case.name for case in sweep.cases}
    assert paper.matches == 1


def _shortened(case: Case) -> Case:
    return case._replace(setup=changed(case.setup, weeks=4))


def test_every_week_sweep_uses_existing_charts():
    assert set(LAB.sweeps) <= set(labs.lab_of(WEEK).sweeps)
    for sweep in LAB.sweeps:
        for key in sweep.charts:
            assert LAB.chart(key).key == key
