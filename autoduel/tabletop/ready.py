"""Ready orders: a press seals the whole turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules import samples
from autoduel.rules.plans import own_cars
from autoduel.rules.values import KINDS, Autopilot, Plan
from engine.values import changed
from play.tabletop.board import Choice

from .words import KIND_TITLES, inches

if TYPE_CHECKING:
    from autoduel.rules.values import Move, View

QUIET: Final = Autopilot(turns=3, near=8000)
"""Doctrine until something happens, for who is in no hurry (V55)."""


def acts(view: View) -> bool:
    """Whether this side has orders to give."""
    own = view.own
    if own is None or view.table.over or own.plan is not None or own.autopilot is not None:
        return False
    return any(not view.table.cars[sheet.car].out for sheet in own.sheets)


def straight_on(view: View) -> Plan:
    """All cars straight on at the speed they have, firing at the nearest they can hit."""
    return Plan(cars=tuple([samples.straight(car) for car in own_cars(view)]))


def gives_up(view: View) -> Plan:
    """All cars give up at the end of the turn."""
    return Plan(
        cars=tuple([changed(row, flag="yield", fires=()) for row in straight_on(view).cars])
    )


def ready_choices(view: View) -> tuple[Choice, ...]:
    """The doctrine of one's own orders first, then the others, straight on, and giving up."""
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
            note=f"up to {QUIET.turns} turns, until you are hit, lose control, or an enemy is "
            f"within {inches(QUIET.near)}",
            move=QUIET,
        ),
        Choice(
            key="straight",
            label="Straight on",
            note="at the speed you have, firing at the nearest",
            move=straight_on(view),
        ),
        Choice(
            key="yield",
            label="Give up",
            note="your cars are out at the end of the turn",
            ask="Do you give up? Your cars are out at the end of this turn.",
            move=gives_up(view),
            look="danger",
        ),
    )


def read(view: View, key: str) -> Move | None:
    """The orders of a ready choice."""
    if not acts(view):
        return None
    found = next((choice for choice in ready_choices(view) if choice.key == key), None)
    return found.move if found else None  # type: ignore[return-value]
