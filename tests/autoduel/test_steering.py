"""Steering to a point of the arena: the manoeuvres whose ghost comes near it."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pytest

from autoduel.rules.plans import check_orders
from autoduel.rules.values import Plan
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.forecast import forecast
from autoduel.tabletop.plan_form import KEY
from play.tabletop.board import Draft

from .test_lobby import RED, begin_match
from .test_plan_page import make_draft, read_plan, with_first_car_at

if TYPE_CHECKING:
    from autoduel.rules.values import View

HEIGHT = 24 * 24
"""Height of the arena in drawing units."""


def view_at(speed: int = 30) -> View:
    """Return a view with the own car in the open, heading east."""
    return with_first_car_at(begin_match().view(RED), (12_000, 15_000, 0), speed)


def steered(view: View, x: int, y: int, ghost: str = "", **answers: str) -> Plan:
    """Return the plan after a press on a point, in mils."""
    fill = f"steer:{round(x * 24 / 1000)},{round(HEIGHT - y * 24 / 1000)}:{ghost}"
    plan = AUTODUEL_TABLE.read(
        view, AUTODUEL_TABLE.complete(view, make_draft(fill=fill, **answers))
    )
    assert isinstance(plan, Plan)
    check_orders(view, plan)
    return plan


def miss(view: View, plan: Plan, x: int, y: int) -> float:
    """Return how far from the point the nearest ghost is, in mils."""
    (told,) = forecast(view, plan)
    return min(hypot(row.pose[0] - x, row.pose[1] - y) for row in told.phases)


@pytest.mark.parametrize("y", [16_500, 15_800, 15_000, 14_200, 13_500])
def test_a_pressed_point_is_reached_by_legal_manoeuvres(y: int) -> None:
    view = view_at()
    plan = steered(view, 14_600, y)
    assert miss(view, plan, 14_600, y) < 900
    assert miss(view, plan, 14_600, y) <= miss(view, read_plan(view), 14_600, y)


def test_a_point_straight_ahead_needs_no_manoeuvre_and_one_to_the_left_turns_left() -> None:
    view = view_at()
    assert steered(view, 20_000, 15_000).cars[0].manoeuvres == ("S",) * 5
    left = [name for name in steered(view, 14_000, 18_000).cars[0].manoeuvres if name != "S"]
    assert left and all("L" in name for name in left)


def test_dragging_the_ghost_of_a_phase_keeps_later_phases_and_the_speed() -> None:
    view = view_at()
    kept = {"speed0": "25", "way0_3": "R15", "way0_5": "L15"}
    plan = steered(view, 13_000, 15_400, "0,1", **kept)
    assert plan.cars[0].speed == 25 and plan.cars[0].manoeuvres[2] == "R15"
    assert plan.cars[0].manoeuvres[0] != "S"


def test_steering_avoids_walls_and_certain_loss_of_control() -> None:
    view = with_first_car_at(begin_match().view(RED), (3000, 6000, 12), 40)
    (told,) = forecast(view, steered(view, 0, 6000))
    assert not told.wall


@pytest.mark.parametrize(
    "fill", ["steer:", "steer:1", "steer:a,b:", "steer:1,2:9,9", "steer:1,2:x"]
)
def test_an_unreadable_point_changes_nothing(fill: str) -> None:
    view, draft = view_at(), make_draft(fill=fill)
    assert AUTODUEL_TABLE.complete(view, draft) == draft


def test_a_side_without_steered_cars_keeps_its_draft() -> None:
    draft = Draft(choice=KEY, answers=(("fill", ("steer:1,2:",)),))
    assert AUTODUEL_TABLE.complete(begin_match().view(None), draft) == draft
