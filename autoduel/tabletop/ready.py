"""Ready-made orders, which fill in and seal a whole turn with one click."""

from __future__ import annotations

from typing import Final

from autoduel.rules import samples
from autoduel.rules.plans import can_order, own_cars
from autoduel.rules.values import KINDS, Autopilot, Move, Plan, View
from engine.values import changed
from play.tabletop.board import Choice

from .words import KIND_TITLES, inches

QUIET_AUTOPILOT: Final = Autopilot(turns=3, near=8000)
"""Orders to drive by doctrine until something happens (V55)."""


def straight_on(view: View) -> Plan:
    """Return a plan in which all cars drive straight on at their current speed and fire at the
    nearest target.
    """
    return Plan(cars=tuple([samples.straight_plan(car) for car in own_cars(view)]))


def surrender(view: View) -> Plan:
    """Return a plan in which all cars give up at the end of the turn."""
    return Plan(
        cars=tuple([changed(row, flag="yield", fires=()) for row in straight_on(view).cars])
    )


def ready_choices(view: View) -> tuple[Choice, ...]:
    """Return the choices of ready-made orders.

    The side's own doctrine comes first, followed by the other doctrines, driving straight on, and
    giving up.
    """
    usual = view.own.orders.kind if view.own else KINDS[0]
    kinds = (usual, *[kind for kind in KINDS if kind != usual])
    drivers = [
        Choice(
            key=f"drive-{kind}",
            label=KIND_TITLES[kind].partition(":")[0],
            note=KIND_TITLES[kind].partition(": ")[2],
            move=Autopilot(kind=kind),
            look="main" if kind == usual else "",
        )
        for kind in kinds
    ]
    return (
        *drivers,
        Choice(
            key="quiet",
            label="Doctrine until something happens",
            note=(
                f"up to {QUIET_AUTOPILOT.turns} turns, until you are hit, lose control, or an "
                f"enemy is within {inches(QUIET_AUTOPILOT.near)}"
            ),
            move=QUIET_AUTOPILOT,
        ),
        Choice(
            key="straight",
            label="Straight on",
            note="at your current speed, firing at the nearest enemy",
            move=straight_on(view),
        ),
        Choice(
            key="yield",
            label="Give up",
            note="your cars are out at the end of the turn",
            ask="Do you give up? Your cars are out at the end of this turn.",
            move=surrender(view),
            look="danger",
        ),
    )


def read(view: View, key: str) -> Move | None:
    """Return the orders for a choice, or None if the key is unknown."""
    if not can_order(view):
        return None
    choice_made = next((choice for choice in ready_choices(view) if choice.key == key), None)
    return choice_made.move if choice_made else None  # type: ignore[return-value]
