"""What is written down of a duel: the result form, what became of each vehicle, who was hurt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from campaign.garage.rules.record import Wear
from engine.values import Value, changed

from .duel import DuelForm, State

if TYPE_CHECKING:
    from collections.abc import Iterable


class Fate(Value):
    """What became of a vehicle. `damage` is what the duel cost it, part by part, if anybody kept
    book; "destroyed" is gone for good.
    """

    vehicle: str
    fate: Literal["survived", "destroyed"] = "survived"
    damage: tuple[Wear, ...] = ()


class Hurt(Value):
    """DP that somebody lost in the duel, if anybody kept book. Their state on the form decides: the
    number is made to fit it.
    """

    character: str
    lost: Annotated[int, Meta(ge=0, le=99)]


class DuelRecord(Value):
    """Everything recorded of a duel."""

    form: DuelForm
    vehicles: tuple[Fate, ...] = ()
    hurt: tuple[Hurt, ...] = ()


class Worn(Value):
    """What the duel cost one vehicle, part by part."""

    vehicle: str
    damage: tuple[Wear, ...] = ()


class Marks(Value):
    """What a team alone writes down of its own (C27): damage part by part, DP lost."""

    vehicles: tuple[Worn, ...] = ()
    hurt: tuple[Hurt, ...] = ()


def without_marks(record: DuelRecord) -> DuelRecord:
    """The record as everybody may read it: who came where, who fell, what is left."""
    return changed(
        record, vehicles=tuple(changed(fate, damage=()) for fate in record.vehicles), hurt=()
    )


def filled(record: DuelRecord, every: Iterable[Marks]) -> DuelRecord:
    """The record with what teams marked of their own, wherever it says nothing of it."""
    marks = tuple(every)
    worn = {one.vehicle: one.damage for mark in marks for one in mark.vehicles}
    named = {one.character for one in record.hurt}
    rode = {deeds.character for deeds in record.form.people} - named
    return changed(
        record,
        vehicles=tuple(
            fate if fate.damage else changed(fate, damage=worn.get(fate.vehicle, ()))
            for fate in record.vehicles
        ),
        hurt=(
            *record.hurt,
            *(one for mark in marks for one in mark.hurt if one.character in rode),
        ),
    )


def marks_in(record: DuelRecord) -> Marks:
    """All marks that a record bears."""
    return Marks(
        vehicles=tuple(
            Worn(vehicle=fate.vehicle, damage=fate.damage)
            for fate in record.vehicles
            if fate.damage
        ),
        hurt=tuple(one for one in record.hurt if one.lost),
    )


def lost_by(state: State, dp: int, told: int = 0) -> int:
    """DP lost by somebody who had `dp` before, was told to have lost `told`, and ended the duel in
    this state (E12).

    The fit keep 2 or more, the unconscious exactly 1, the dead nothing.
    """
    least, most = {
        "fit": (0, max(0, dp - 2)),
        "unconscious": (max(0, dp - 1),) * 2,
        "dead": (max(0, dp), max(0, dp, told)),
    }[state]
    return min(max(told, least), most)
