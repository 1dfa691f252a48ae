"""Services for acting on an infiltration before the duel (E47).

A team whose infiltrator saw a rival's vehicle can exchange one entered vehicle (see
`entries.replace`). A team whose infiltrator saw its whole sheet can also refit an entered vehicle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.duels.models import DuelEntry, Exchange
from campaign.duels.selectors.exchanges import exchange_for
from campaign.garage.services import garage
from campaign.league.models import Week
from core.web.locks import club, locked

from . import entries

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from campaign.garage.models import Vehicle
    from campaign.garage.rules.vehicles import VehicleDesign
    from core.accounts.models import User


def refit(
    *, vehicle: Vehicle, design: VehicleDesign | Mapping[str, Any], actor: User, now: datetime
) -> Vehicle:
    """Refit a vehicle as `garage.refit` does, even if it is entered and the team can refit it.

    The refitted vehicle must keep to the duel's limits. Raise BadForm, NotEnoughMoney or NotFit.
    """
    with club(vehicle.team.campaign_id):
        entry, right = _refittable_entry(vehicle, now)
        refitted = garage.refit(
            vehicle=vehicle, design=design, actor=actor, now=now, is_entered=right is not None
        )
        if entry and right:
            entries.check_entry(
                entry.duel, entry.team, refitted, entries.crew_of(entry), replaced=entry
            )
            right.entry = entry
            right.save(update_fields=["entry"])
        return refitted


def _refittable_entry(vehicle: Vehicle, now: datetime) -> tuple[DuelEntry | None, Exchange | None]:
    """Return the vehicle's entry in a coming duel with the right to refit it, or None twice."""
    rows = DuelEntry.objects.filter(
        vehicle=vehicle, withdrawn_at=None, duel__week__status=Week.Status.SETTLED
    )
    for entry in rows.select_related("duel__week__season", "team"):
        right = exchange_for(entry)
        if right and right.can_refit and now < entry.duel.start:
            return locked(entry), locked(right)
    return None, None
