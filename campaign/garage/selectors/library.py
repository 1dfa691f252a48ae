"""Published designs (C61): which of them a builder starts from, and what of a vehicle is one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from campaign.garage.models import PublishedDesign

from .garage import vehicle_of

if TYPE_CHECKING:
    from campaign.garage.models import Vehicle
    from campaign.league.models import Campaign, Team


def published(campaign: Campaign, key: str) -> PublishedDesign | None:
    """A design of this id in the club's library. One query."""
    try:
        pk = UUID(key)
    except ValueError:
        return None
    return PublishedDesign.objects.filter(campaign=campaign, pk=pk, withdrawn_at=None).first()


def published_by(team: Team, pk: UUID) -> Vehicle | None:
    """A vehicle of the team's, or one that it has something of in the library. Two queries."""
    had = PublishedDesign.objects.filter(team=team, vehicle=pk, withdrawn_at=None)
    row = had.select_related("vehicle").first()
    return row.vehicle if row else vehicle_of(team, pk)


def publication_of(vehicle: Vehicle) -> PublishedDesign | None:
    """What the vehicle's team has in the library of it. One query."""
    return PublishedDesign.objects.filter(
        vehicle=vehicle, team=vehicle.team_id, withdrawn_at=None
    ).first()
