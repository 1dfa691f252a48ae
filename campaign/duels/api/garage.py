"""Refitting a vehicle, even if it is entered for the duel (E47)."""

from __future__ import annotations

from uuid import UUID

from campaign.duels.services import exchanges
from campaign.garage.api.garage import Design, VehicleOut, find_vehicle, vehicle_out
from campaign.league.api.permissions import TeamCall, team_door


@team_door()
def refit(call: TeamCall, body: Design, vehicle: UUID) -> VehicleOut:
    """Turn a vehicle into another design on the same body, and pay the difference.

    A vehicle that is entered for the duel can be refitted only if the team has the right to (E47).
    """
    exchanges.refit(
        vehicle=find_vehicle(call, vehicle), design=body.design, actor=call.user, now=call.now
    )
    return vehicle_out(call, find_vehicle(call, vehicle))
