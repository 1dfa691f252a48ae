"""Delayed charges (E23): the damage that an exploding charge does to a vehicle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.garage.rules.damage import Aboard, Strike, strike, struck_location

from .explosives import blast_hits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.garage.rules.record import VehicleRecord

    from .values import Blast


def detonate(blast: Blast, record: VehicleRecord, *, aboard: Sequence[Aboard] = ()) -> Strike:
    """Return the damage that a blast does to a vehicle.

    `aboard` is the crew entered for the duel, driver first. Only a 12+ reaches the crew.
    """
    crew = aboard if blast.due == "first_phase" else ()
    return strike(
        record,
        struck_location(blast.location),
        blast_hits(blast),
        sixes=blast.faces.count(6),
        aboard=crew,
    )
