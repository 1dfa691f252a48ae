"""What the GM writes down of a duel: the result form, what became of each vehicle, who was hurt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from campaign.garage.rules.record import Wear
from engine.values import Value

from .duel import DuelForm, State


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
