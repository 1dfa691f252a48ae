"""The autoduel lab: how duels are driven and read (V80), and published figures."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from autoduel.club.random_cars import random_car
from autoduel.doctrine.weigh import PlanWeigher
from autoduel.game import AUTODUEL
from autoduel.lab import CHARTS, EXIT_CAUSES, LAB, SWEEPS, Bout, exit_cause, play_duel, read_duel
from autoduel.rules.events import Out
from autoduel.rules.plans import own_cars
from autoduel.rules.samples import HORNET, MAGISTRATE, random_plan
from autoduel.rules.values import Plan
from engine.dice import SeededDice, seed_from
from engine.values import Seat
from lab.lab import Paper, Reading
from tests.autoduel.garage import start_duel
from tests.autoduel.test_doctrine import with_poses

DOCS = Path(__file__).parents[2] / "docs" / "lab"
MIRROR = Bout(cars=(("greyhound",), ("greyhound",)), arena="foundry_floor")


@pytest.fixture(scope="module")
def readings():
    """Return the readings of one duel by chart."""
    found: dict[str, list[Reading]] = {}
    for each in read_duel(MIRROR, "test/1"):
        found.setdefault(each.chart, []).append(each)
    return found


def test_v80_lab_duel_is_reproducible(readings):
    again: dict[str, list[Reading]] = {}
    for each in read_duel(MIRROR, "test/1"):
        again.setdefault(each.chart, []).append(each)
    assert again == readings


def test_v80_every_chart_is_used_and_every_sweep_uses_existing_charts(readings):
    assert readings.keys() <= {chart.key for chart in CHARTS}
    assert readings.keys() | {"outs"} == {chart.key for chart in CHARTS}
    for sweep in SWEEPS:
        assert {LAB.chart(key).key for key in sweep.charts} == set(sweep.charts)
        assert len({case.name for case in sweep.cases}) == len(sweep.cases)


def test_v80_duel_has_one_ending_and_one_winner_or_a_shared_result(readings):
    assert [each.halves for each in readings["endings"]] == [2]
    assert readings["first"][0].halves in (0, 1, 2)
    assert readings["seats"][0].halves in (0, 1, 2)
    turns = [each.halves for each in readings["turns"]]
    assert turns == sorted(turns)


def test_v80_readings_match_the_events(readings):
    drove = play_duel(MIRROR, "test/1")
    shots, control = readings["hits"][0], readings["control"][0]
    assert 0 <= shots.halves <= 2 * shots.chances
    assert shots.chances == drove.counts["shots"]
    turns = drove.state.table.turn - 1
    assert turns <= control.chances <= 2 * turns
    assert {one.car for one in drove.exits} == {
        car.number for car in drove.state.table.cars if car.out
    }


def test_v80_first_seat_is_drawn_by_lot():
    asked = Bout(cars=(("greyhound",), ("terrier",)), kinds=("random", "random"))
    drives = [play_duel(asked, f"lot/{number}") for number in range(6)]
    assert {one.first_seat for one in drives} == {0, 1}
    for one in drives:
        assert one.state.table.cars[one.first_seat].name == "Greyhound 1"


@pytest.mark.parametrize(
    ("why", "killer", "row"),
    [
        ("yielded", 1, "Yielded"),
        ("left", -1, "Left"),
        ("wrecked", 1, "Machine"),
        ("burnt-out", 0, "Machine"),
        ("abandoned", 1, "Crew"),
        ("abandoned", -1, "Crash"),
        ("wrecked", -1, "Crash"),
    ],
)
def test_v80_lab_counts_what_took_a_car_out(why, killer, row):
    assert exit_cause(Out(car=0, why=why, killer=killer, person=0)) == row
    assert row in EXIT_CAUSES


def test_v80_v135_bailing_out_of_a_burning_car_is_not_giving_up():
    out = Out(car=0, why="yielded", killer=1, person=0)
    assert (exit_cause(out), exit_cause(out, was_burning=True)) == ("Yielded", "Fire")


def test_v80_random_players_make_random_plans():
    drove = play_duel(Bout(cars=MIRROR.cars, kinds=("duellist", "random")), "test/random")
    assert drove.state.table.is_over


def test_v80_random_players_never_use_doctrine():
    view = AUTODUEL.view(start_duel(MAGISTRATE, HORNET), Seat(0))
    for sample in range(40):
        dice = SeededDice(seed_from(f"thrown {sample}"), 1)
        assert isinstance(random_plan(view, dice), Plan)


@pytest.mark.parametrize("figure", ["doctrines-first", "prices-first", "steps-first"])
def test_v80_document_matches_measured_figures_of_doctrines_and_cars(figure):
    paper = msgspec.json.decode((DOCS / "autoduel.json").read_bytes(), type=Paper)
    said = (DOCS / "autoduel.md").read_text(encoding="utf-8").splitlines()
    (measured,) = [each for sweep in paper.sweeps for each in sweep.figures if each.key == figure]
    for row in measured.rows:
        share = f"{100 * row.rate:.0f} % | {100 * row.low:.0f} to {100 * row.high:.0f} %"
        assert f"| {row.name} | {share} |" in said


def test_v80_random_cars_are_legal_and_differ():
    cars = [random_car(SeededDice(seed_from(f"design {number}"), 0)) for number in range(12)]
    assert len({car.armour for car in cars}) == 12
    assert all(any(not gun.drops for gun in car.weapons) for car in cars)
    assert random_car(SeededDice(seed_from("design 3"), 0)) == cars[3]


def test_v80_lab_duels_can_be_driven_by_bots_in_random_cars():
    bout = Bout(cars=(("random",), ("random",)), kinds=("duellist:newcomer", "charger"))
    drove = play_duel(bout, "test/levels")
    assert drove.state.table.is_over
    assert drove.first_shot <= (drove.first_fire or drove.first_shot)


def test_v156_chargers_drive_closer_than_survivors():
    """Each doctrine's preferred distance shows in the value of a position."""
    state = with_poses(start_duel(MAGISTRATE, HORNET), (8000, 9000, 0), (24_000, 9000, 12))
    view = AUTODUEL.view(state, Seat(0))
    car, enemy = next(own_cars(view)), view.table.cars[1]

    def best_distance(kind: str) -> int:
        weigher = PlanWeigher(view, car, enemy, kind)
        x, y, _ = weigher.enemy_poses[-1]
        return max(
            range(1000, 12_000, 1000),
            key=lambda away: weigher._position_value((x - away, y, 0), 40),
        )

    assert best_distance("charger") < best_distance("duellist") < best_distance("survivor")
