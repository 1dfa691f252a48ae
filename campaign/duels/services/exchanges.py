"""Services for using the result of an infiltration before the duel (E47).

A team whose infiltrator saw a rival's vehicle can exchange one entered vehicle (see
`entries.replace`). If the infiltrator saw the whole record sheet, the team can also refit an
entered vehicle.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from campaign.duels.models import DuelEntry, Exchange
from campaign.duels.selectors.exchanges import exchange_for
from campaign.garage.models import Vehicle
from campaign.garage.rules.vehicles import VehicleDesign
from campaign.garage.services import garage
from campaign.league.models import Week
from core.accounts.models import User
from core.web.locks import club, locked

from . import entries


def refit(
    *, vehicle: Vehicle, design: VehicleDesign | Mapping[str, Any], actor: User, now: datetime
) -> Vehicle:
    """Refit a vehicle as `garage.refit` does, even if it is entered and the team has the right to.

    The refitted vehicle must respect the duel's limits. Raise BadForm, NotEnoughMoney or NotFit.
    """
    with club(vehicle.team.campaign_id):
        entry = _refittable_entry(vehicle, now)
        refitted = garage.refit(
            vehicle=vehicle,
            design=design,
            actor=actor,
            now=now,
            entry_id=entry.pk if entry else None,
        )
        if entry:
            entries.check_entry(
                entry.duel, entry.team, refitted, entries.crew_of(entry), replaced=entry
            )
            Exchange.objects.filter(duel=entry.duel, team=entry.team).update(entry=entry)
        return refitted


def _refittable_entry(vehicle: Vehicle, now: datetime) -> DuelEntry | None:
    rows = DuelEntry.objects.filter(
        vehicle=vehicle, withdrawn_at=None, duel__week__status=Week.Status.SETTLED
    )
    for entry in rows.select_related("duel__week__season", "team"):
        right = exchange_for(entry)
        if right and right.can_refit and now < entry.duel.start:
            return locked(entry)
    return None
