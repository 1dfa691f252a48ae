"""Charges that wait (E23): when one goes off, and what it then does to the vehicle as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from campaign.rules.damage import Aboard, Strike, strike, struck_location

from .explosives import blast_hits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.rules.record import VehicleRecord

    from .values import Blast

Moment: TypeAlias = Literal["duel_at", "first_result", "week_closes"]


def goes_off(blast: Blast, moment: Moment) -> bool:
    """12+ on the first phase of the duel, at `duel_at`; 10-11 when the first result is recorded, or at the week's close without one."""
    return (moment == "duel_at") == (blast.due == "first_phase")


def detonate(blast: Blast, record: VehicleRecord, *, aboard: Sequence[Aboard] = ()) -> Strike:
    """What a blast does to a vehicle as it stands. `aboard` is the crew entered for the duel, driver first; only a 12+ reaches them."""
    crew = aboard if blast.due == "first_phase" else ()
    return strike(record, struck_location(blast.location), blast_hits(blast), sixes=blast.faces.count(6), aboard=crew)
