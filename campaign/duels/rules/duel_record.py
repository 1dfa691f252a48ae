"""The record of a duel: the result form, the fate of each vehicle, and injuries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from campaign.garage.rules.record import Wear
from engine.values import Value, changed

from .duel import DuelForm, State


class Fate(Value):
    """The fate of a vehicle.

    `damage` is the damage from the duel by part, if it was recorded. A "destroyed" vehicle is lost
    permanently.
    """

    vehicle: str
    fate: Literal["survived", "destroyed"] = "survived"
    damage: tuple[Wear, ...] = ()


class Hurt(Value):
    """The DP that a person lost in the duel, if recorded.

    The recorded number is adjusted to the person's state on the form.
    """

    character: str
    lost: Annotated[int, Meta(ge=0, le=99)]


class DuelRecord(Value):
    """The complete record of a duel."""

    form: DuelForm
    vehicles: tuple[Fate, ...] = ()
    hurt: tuple[Hurt, ...] = ()


class Worn(Value):
    """A vehicle's damage from the duel, by part."""

    vehicle: str
    damage: tuple[Wear, ...] = ()


class Marks(Value):
    """A team's private record of its own cars and people (C27): damage by part and lost DP."""

    vehicles: tuple[Worn, ...] = ()
    hurt: tuple[Hurt, ...] = ()


def without_marks(record: DuelRecord) -> DuelRecord:
    """Return the public part of a record, without damage and lost DP."""
    return changed(
        record,
        vehicles=tuple(changed(vehicle_fate, damage=()) for vehicle_fate in record.vehicles),
        hurt=(),
    )


def with_marks(record: DuelRecord, marks_of_teams: Iterable[Marks]) -> DuelRecord:
    """Return the record with missing damage and lost DP filled in from the teams' marks."""
    marks = tuple(marks_of_teams)
    damage = {entry.vehicle: entry.damage for mark in marks for entry in mark.vehicles}
    recorded_people = {entry.character for entry in record.hurt}
    rode = {deeds.character for deeds in record.form.people} - recorded_people
    return changed(
        record,
        vehicles=tuple(
            vehicle_fate
            if vehicle_fate.damage
            else changed(vehicle_fate, damage=damage.get(vehicle_fate.vehicle, ()))
            for vehicle_fate in record.vehicles
        ),
        hurt=(
            *record.hurt,
            *(entry for mark in marks for entry in mark.hurt if entry.character in rode),
        ),
    )


def marks_in(record: DuelRecord) -> Marks:
    """Return all marks that a record contains."""
    return Marks(
        vehicles=tuple(
            Worn(vehicle=vehicle_fate.vehicle, damage=vehicle_fate.damage)
            for vehicle_fate in record.vehicles
            if vehicle_fate.damage
        ),
        hurt=tuple(hurt for hurt in record.hurt if hurt.lost),
    )


def lost_by(state: State, dp: int, recorded: int = 0) -> int:
    """Return the DP lost in the duel by a person who had `dp` before (E12).

    The recorded loss is adjusted to the final state: fit people keep 2 or more, unconscious people
    exactly 1, and dead people 0.
    """
    minimum, maximum = {
        "fit": (0, max(0, dp - 2)),
        "unconscious": (max(0, dp - 1),) * 2,
        "dead": (max(0, dp), max(0, dp, recorded)),
    }[state]
    return min(max(recorded, minimum), maximum)
