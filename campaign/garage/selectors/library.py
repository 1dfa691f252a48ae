"""Queries for published designs (C61)."""

from __future__ import annotations

from uuid import UUID

from campaign.garage.models import PublishedDesign, Vehicle
from campaign.league.models import Campaign, Team

from .garage import vehicle_of


def published(campaign: Campaign, key: str) -> PublishedDesign | None:
    """Return the design with this id from the club's library, or None. This takes one query."""
    try:
        pk = UUID(key)
    except ValueError:
        return None
    return PublishedDesign.objects.filter(campaign=campaign, pk=pk, withdrawn_at=None).first()


def published_by(team: Team, pk: UUID) -> Vehicle | None:
    """Return a vehicle that the team owns, or whose design the team has published, or None.

    This takes two queries.
    """
    publications = PublishedDesign.objects.filter(team=team, vehicle=pk, withdrawn_at=None)
    row = publications.select_related("vehicle").first()
    return row.vehicle if row else vehicle_of(team, pk)


def publication_of(vehicle: Vehicle) -> PublishedDesign | None:
    """Return the publication of a vehicle by its current team, or None. This takes one query."""
    return PublishedDesign.objects.filter(
        vehicle=vehicle, team=vehicle.team_id, withdrawn_at=None
    ).first()
