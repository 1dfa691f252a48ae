"""Races around the Kessel Oval: lines, laps, places, and drivers by doctrine."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from autoduel.game import AUTODUEL
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.race import LINES, TRACK, aim_of, crosses, race_of
from autoduel.rules.values import Autopilot, Setup, State
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.options import Options, setup
from engine.codec import encode
from engine.dice import SeededDice
from engine.values import Seat, changed
from play.tabletop.contract import BadOptions

RACE = Options(arena="kessel_oval", laps=1, turns=60)


def started(race: Setup) -> State:
    return AUTODUEL.start(race, SeededDice(bytes(32), 0))[0]


def driven(state: State, turns: int = 60) -> State:
    """Let doctrine drive all cars for some turns."""
    for ply in range(1, 8 * turns):
        if state.table.is_over or state.table.turn > turns:
            break
        seat = AUTODUEL.to_act(state)[0]
        state, _ = AUTODUEL.apply(state, seat, Autopilot(), SeededDice(bytes(32), ply))
    return state


def moved(state: State, car: int, **place: int) -> State:
    """Put a car elsewhere."""
    cars = list(state.table.cars)
    cars[car] = changed(cars[car], **place)
    return changed(state, table=changed(state.table, cars=tuple(cars)))


def seal_straight_on(state: State) -> State:
    """Play a turn in which nobody changes anything."""
    from autoduel.rules.turn import play

    return play(state, {}, SeededDice(bytes(32), 1))[0]


def before_the_finish(passed: tuple[int, ...], *, lap_cars: int = 2) -> State:
    """Return a race in which the cars are an inch before the finishing line and drive east."""
    state = started(setup(RACE, lap_cars))
    for car in range(lap_cars):
        state = moved(state, car, x=21_000 - 500 * car, y=2_000 + 3_000 * car, heading=0, course=0)
    return changed(state, table=changed(state.table, passed=passed))


@pytest.mark.parametrize(
    ("start", "end", "does"),
    [
        ((21_000, 5_000), (23_000, 5_000), True),
        ((23_000, 5_000), (21_000, 5_000), True),
        ((21_000, 9_500), (23_000, 9_500), False),
        ((20_000, 5_000), (21_999, 5_000), False),
    ],
)
def test_v166_a_car_crosses_a_line_between_its_ends(
    start: tuple[int, int], end: tuple[int, int], does: bool
) -> None:
    assert crosses(start, end, LINES[-1]) is does


def test_v166_only_the_next_line_counts() -> None:
    state = seal_straight_on(before_the_finish((0, 3)))
    assert state.table.passed == (0, 4)


def test_v166_cars_start_before_the_finishing_line_on_free_ground() -> None:
    cars = started(setup(RACE, 8)).table.cars
    assert len({car.pose[:2] for car in cars}) == 8
    assert all(car.x + car.size[0] < LINES[-1][0][0] and car.heading == 0 for car in cars)
    assert [car.x for car in cars] == sorted((car.x for car in cars), reverse=True)
    assert not any(car.out for car in seal_straight_on(started(setup(RACE, 8))).table.cars)


def test_v167_the_race_ends_with_the_first_car_over_the_last_line() -> None:
    state = seal_straight_on(before_the_finish((3, 3)))
    assert state.table.ending == "finish"
    assert state.table.passed == (4, 4)


def test_v167_a_quiet_race_goes_on() -> None:
    state = started(setup(RACE, 2))
    quiet = changed(state, table=changed(state.table, quiet=NUMBERS.quiet_turns))
    assert not seal_straight_on(quiet).table.ending
    duel = started(setup(changed(RACE, laps=0), 2))
    quiet = changed(duel, table=changed(duel.table, quiet=NUMBERS.quiet_turns))
    assert seal_straight_on(quiet).table.ending == "quiet"


def test_v168_the_earlier_phase_over_the_line_has_the_better_place() -> None:
    state = moved(before_the_finish((3, 3)), 0, x=18_500)
    assert seal_straight_on(state).table.places == (2, 1)


def test_v168_cars_on_the_way_are_ranked_by_lines_and_then_by_distance() -> None:
    state = before_the_finish((2, 1, 3), lap_cars=3)
    state = moved(state, 0, y=6_500)
    assert seal_straight_on(state).table.places == (2, 3, 1)
    state = moved(before_the_finish((3, 0, 0), lap_cars=3), 1, x=30_000, y=11_000)
    assert seal_straight_on(state).table.places[1:] == (2, 3)


def test_v168_cars_that_are_out_come_last() -> None:
    state = before_the_finish((3, 3, 0), lap_cars=3)
    cars = list(state.table.cars)
    cars[1] = changed(cars[1], out="wrecked", speed=0)
    state = changed(state, table=changed(state.table, cars=tuple(cars)))
    assert seal_straight_on(state).table.places == (1, 3, 2)


def test_v169_drivers_by_doctrine_finish_a_lap() -> None:
    state = driven(started(setup(RACE, 4)))
    assert state.table.ending == "finish"
    assert state.table.turn <= 30
    assert max(state.table.passed or ()) == 4


def test_a_race_has_lines_in_its_picture_and_says_the_next_one() -> None:
    view = AUTODUEL.view(started(setup(RACE, 2)), Seat(0))
    board = AUTODUEL_TABLE.board(view, ["Ann", "Bob"])
    assert any("lap 1 of 1. Line 1 is next" in line for line in board.lines)
    assert board.drawing is not None
    assert b"race-line finish" in encode(board.drawing)


def test_races_are_only_on_the_kessel_oval() -> None:
    with pytest.raises(BadOptions, match="arena"):
        setup(Options(laps=1), 2)


def test_a_duel_has_no_trace_of_a_race() -> None:
    state = started(setup(Options(), 2))
    assert state.table.race is UNSET
    assert b"race" not in encode(state) and b"passed" not in encode(state)


def test_every_point_to_aim_for_is_free() -> None:
    from autoduel.rules.ground import ground_of

    ground = ground_of(TRACK)
    assert race_of(3).total == 12
    assert not any(ground.overlaps((*aim_of(line), 0), (1_000, 1_000)) for line in LINES)
