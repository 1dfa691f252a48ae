"""The autoduel in the lobby: options, drivers, log and board."""

from __future__ import annotations

import pytest

from autoduel.bots import BOTS
from autoduel.club.stock import BY_KEY, DIVISIONS, division
from autoduel.game import AUTODUEL
from autoduel.rules.values import KINDS, Autopilot, Plan
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.options import COLOURS, PRESETS, Options
from autoduel.tabletop.words import clock_direction, inches
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.stock import find_stock_vehicle
from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove, Refusal
from engine.match import Match
from engine.values import Seat, changed
from play.tabletop.board import Draft

RED, BLUE = Seat(0), Seat(1)
NAMES = ("Ann", "Bob")


def begin_match(seats: int = 2, **options) -> Match:
    """Return a duel in which cars start slowly in their gates and every manoeuvre is possible."""
    setup = AUTODUEL_TABLE.setup(Options(**options), seats)
    numbers = changed(setup.numbers, start_speed=20, start_ahead=0)
    setup = changed(setup, numbers=numbers)
    return Match.begin(AUTODUEL, setup, seed_from("a duel in the lobby"))


def drive_by_doctrine(match: Match, turns: int) -> Match:
    """Play turns with the default doctrine."""
    last = match.state.table.turn + turns
    while match.to_act and match.state.table.turn < last:
        seat = match.to_act[0]
        move = BOTS.own_bots["doctrine"].choose(match.view(seat), seat, SeededDice(match.seed, 1))
        match = match.submit(seat, move)
    return match


def log_lines(match: Match, seat: Seat | None) -> list[str]:
    say = AUTODUEL_TABLE.narrator(NAMES, seat)
    return [line for event in match.heard_by(seat) if (line := say(event))]


# --- setup ---


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_v1_every_preset_starts_a_duel(preset) -> None:
    assert preset.seats in AUTODUEL_TABLE.seat_counts(preset.options)
    setup = AUTODUEL_TABLE.setup(preset.options, preset.seats)
    assert Match.begin(AUTODUEL, setup, seed_from(preset.key)).to_act == tuple(range(preset.seats))


def test_v3_eight_cars_is_the_limit_for_any_distribution() -> None:
    assert AUTODUEL_TABLE.seat_counts(Options()) == (2, 3, 4, 5, 6, 7, 8)
    assert AUTODUEL_TABLE.seat_counts(Options(cars=2)) == (2, 3, 4)
    with pytest.raises(Refusal, match="Two to 4 sides"):
        AUTODUEL_TABLE.setup(Options(cars=2), 5)


def test_v100_sides_drive_the_cheapest_car_of_the_division_or_its_cars_in_turn() -> None:
    alike = AUTODUEL_TABLE.setup(Options(division="16"), 3)
    assert {side.cars[0].body for side in alike.sides} == {"mid_sized"}
    mixed = AUTODUEL_TABLE.setup(Options(division="12", mixed=True), 4)
    assert [side.cars[0].name for side in mixed.sides] == [
        "Red Greyhound", "Blue Homestead", "Amber Magistrate", "Green Greyhound",
    ]  # fmt: skip
    assert AUTODUEL_TABLE.seat_titles(mixed) == COLOURS[:4]


def test_v100_division_ends_at_its_price_and_starts_above_the_one_below() -> None:
    cars = [one for key in DIVISIONS for one in division(key)]
    assert len(cars) == len({*cars}) == len(BY_KEY)
    for key, price in DIVISIONS.items():
        assert division(key) and all(one.price <= price for one in division(key))


@pytest.mark.parametrize("key", BY_KEY)
def test_v100_stock_car_comes_from_the_garage(key: str) -> None:
    mine, garage = BY_KEY[key], find_stock_vehicle(key)
    assert garage is not None
    assert (mine.car.name, mine.price) == (garage.name, compute_totals(garage.design).cost)
    assert len(mine.car.weapons) == len(garage.design.weapons)
    assert mine.car.crew[0].place == "driver"


# --- moves ---


def test_v57_every_kind_of_doctrine_is_a_button_and_a_bot() -> None:
    match = begin_match()
    board = AUTODUEL_TABLE.board(match.view(RED), NAMES)
    for kind in KINDS:
        move = AUTODUEL_TABLE.read(match.view(RED), Draft(choice=f"drive-{kind}"))
        assert move.kind == kind and board.choice(f"drive-{kind}") is not None
    assert {temper.key for temper in BOTS.tempers} == {*KINDS}
    assert {"doctrine", "circler", "charger", "survivor", "layer"} == {*BOTS.own_bots}


def test_every_suggested_plan_is_legal() -> None:
    match = drive_by_doctrine(begin_match(seats=3, mixed=True, division="20"), 3)
    for seat in match.to_act:
        view = match.view(seat)
        for menu in AUTODUEL_TABLE.board(view, NAMES).menus:
            for choice in menu.choices:
                AUTODUEL.check(view, AUTODUEL_TABLE.read(view, Draft(choice=choice.key)))


def test_sealed_player_gets_no_choices_and_others_are_not_told() -> None:
    match = begin_match()
    before = AUTODUEL_TABLE.board(match.view(BLUE), NAMES)
    move = AUTODUEL_TABLE.read(match.view(RED), Draft(choice="straight"))
    match = match.submit(RED, move)
    board = AUTODUEL_TABLE.board(match.view(RED), NAMES)
    assert board.menus == () and board.waiting == ()
    assert any(line.startswith("Sealed: Red Greyhound to 20 mph") for line in board.lines)
    assert AUTODUEL_TABLE.board(match.view(BLUE), NAMES) == before
    with pytest.raises(IllegalMove):
        AUTODUEL_TABLE.read(match.view(RED), Draft(choice="straight"))


def test_v56_doctrine_drives_for_late_players() -> None:
    view = begin_match().view(RED)
    late = AUTODUEL_TABLE.default_move(view, SeededDice(bytes(32), 0))
    assert late.turns == 1 and late.kind == ""


def test_giving_up_asks_for_confirmation_and_removes_every_car_of_the_side() -> None:
    match = begin_match(cars=2)
    board = AUTODUEL_TABLE.board(match.view(RED), NAMES)
    assert board.choice("yield").ask
    move = AUTODUEL_TABLE.read(match.view(RED), Draft(choice="yield"))
    assert isinstance(move, Plan) and [row.flag for row in move.cars] == ["yield", "yield"]
    over = match.submit(RED, move).submit(BLUE, Autopilot())
    assert over.outcome.winners == (BLUE,)
    assert "First: Blue." in AUTODUEL_TABLE.board(over.view(RED), NAMES).lines


# --- log and text ---


def test_v71_log_names_cars_and_shows_private_rolls_to_their_side_only() -> None:
    match = drive_by_doctrine(begin_match(division="6", mixed=True), 40)
    mine, public = log_lines(match, RED), log_lines(match, None)
    assert any(line.startswith("Phase 1: Red Night Heron is at") for line in public)
    assert any("fires its gun at" in line for line in public)
    assert any("needed" in line for line in mine)
    assert not any("needed" in line or "armour −" in line for line in public)
    assert not any(line.startswith("Blue Terrier aims") for line in mine)


def test_v61_board_shows_only_the_sheets_of_its_own_side() -> None:
    view = drive_by_doctrine(begin_match(), 2).view(RED)
    panels = AUTODUEL_TABLE.board(view, NAMES).panels
    assert [panel.title for panel in panels if panel.secret] == ["Sheet of Red Greyhound"]
    spectator = AUTODUEL_TABLE.board(drive_by_doctrine(begin_match(), 2).view(None), NAMES)
    assert not any(panel.secret for panel in spectator.panels) and spectator.menus == ()


def test_v71_text_tells_where_others_are_and_the_target_number() -> None:
    view = drive_by_doctrine(begin_match(division="6", mixed=True), 4).view(RED)
    lines = [line for part in AUTODUEL_TABLE.board(view, NAMES).words for line in part.lines]
    assert any("Blue Terrier" in line and "o’clock" in line for line in lines)
    assert any(line.startswith("At Blue Terrier: vulcan machine gun needs") for line in lines)
    assert any("A pylon at 9, 6" in line for line in lines)


def test_v102_directions_use_the_clock_with_the_nose_at_twelve() -> None:
    north = (0, 0, 6)
    assert [clock_direction(north, point) for point in ((0, 9), (9, 0), (0, -9), (-9, 0))] == [
        12,
        3,
        6,
        9,
    ]
    assert clock_direction((0, 0, 0), (9, 0)) == 12


def test_lengths_are_given_to_the_quarter_inch() -> None:
    assert [inches(mils) for mils in (0, 240, 1000, 1490, 2000)] == [
        "0 inches", "¼ inch", "1 inch", "1½ inches", "2 inches",
    ]  # fmt: skip


def test_finished_duel_shows_every_sheet() -> None:
    match = drive_by_doctrine(begin_match(), 2)
    board = AUTODUEL_TABLE.truth(match.state, NAMES)
    assert [panel.title for panel in board.panels if panel.secret] == [
        "Sheet of Red Greyhound", "Sheet of Blue Greyhound",
    ]  # fmt: skip
