"""Queries for offers of vehicles, for the two teams involved. A GM without a team cannot
see them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Q, QuerySet

from campaign.garage.models import Offer, Vehicle
from campaign.league.models import Team
from campaign.ledger.selectors.books import History, history_of_vehicle
from engine.values import changed

from .garage import GarageVehicle, with_records


@dataclass(frozen=True, slots=True)
class OfferWithVehicle:
    """An open offer, with the vehicle as the buyer sees it. Crew and notes are left out."""

    offer: Offer
    vehicle: GarageVehicle


@dataclass(frozen=True, slots=True)
class VehiclesAndOffers:
    """A team's vehicles by name, with the team's own offers by vehicle, and offers to the team,
    oldest first.
    """

    vehicles: tuple[GarageVehicle, ...]
    offers_made: dict[UUID, Offer]
    offers_received: tuple[OfferWithVehicle, ...]


def vehicles_and_offers(team: Team) -> VehiclesAndOffers:
    """Return a team's vehicles and offers, for the team's owners. This takes four queries."""
    open_offers = Offer.objects.filter(
        Q(seller=team) | Q(buyer=team), closed_at=None, vehicle__gone_at=None
    )
    offers = list(open_offers.select_related("vehicle", "seller", "buyer"))
    vehicles = list(Vehicle.objects.filter(team=team, gone_at=None))
    received = [offer for offer in offers if offer.buyer_id == team.pk]
    with_record = {
        vehicle.id: vehicle
        for vehicle in with_records([*vehicles, *(offer.vehicle for offer in received)])
    }
    return VehiclesAndOffers(
        vehicles=tuple(with_record[car.pk] for car in vehicles),
        offers_made={offer.vehicle_id: offer for offer in offers if offer.seller_id == team.pk},
        offers_received=tuple(
            OfferWithVehicle(offer, _hide_secrets(with_record[offer.vehicle_id]))
            for offer in received
        ),
    )


def offers_of(team: Team) -> tuple[OfferWithVehicle, ...]:
    """Return the open offers from and to a team, oldest first, for the team's owners.

    This takes three queries, or one if there are no offers.
    """
    return _with_vehicles(Offer.objects.filter(Q(seller=team) | Q(buyer=team), closed_at=None))


def offers_by_vehicle(team: Team) -> dict[UUID, Offer]:
    """Return a team's own open offers by vehicle, for the team's owners. This takes one query."""
    return {
        row.vehicle_id: row
        for row in Offer.objects.filter(seller=team, closed_at=None).select_related("buyer")
    }


def vehicle_for_buyer(offer: Offer) -> GarageVehicle:
    """Return the vehicle in an offer as the buyer sees it."""
    return _hide_secrets(with_records([offer.vehicle])[0])


def _hide_secrets(vehicle: GarageVehicle) -> GarageVehicle:
    return replace(vehicle, notes="", record=changed(vehicle.record, crew=()))


def _with_vehicles(rows: QuerySet[Offer]) -> tuple[OfferWithVehicle, ...]:
    offers = list(rows.filter(vehicle__gone_at=None).select_related("vehicle", "seller", "buyer"))
    with_record = (
        {vehicle.id: vehicle for vehicle in with_records(row.vehicle for row in offers)}
        if offers
        else {}
    )
    return tuple(
        OfferWithVehicle(row, _hide_secrets(with_record[row.vehicle_id])) for row in offers
    )


def buyers(team: Team) -> tuple[Team, ...]:
    """Return the other teams of the league by name. This takes one query."""
    return tuple(
        Team.objects.filter(campaign=team.campaign_id, left_at=None)
        .exclude(approved_at=None)
        .exclude(pk=team.pk)
    )


def bought_at(vehicle: Vehicle) -> datetime | None:
    """Return the time of a vehicle's last sale between teams, or None. This takes one query."""
    rows = Offer.objects.filter(vehicle=vehicle, outcome=Offer.Outcome.ACCEPTED)
    closed_at: datetime | None = rows.aggregate(last=Max("closed_at"))["last"]
    return closed_at


def history(vehicle: Vehicle) -> History:
    """Return the bookings of a vehicle, newest first. Bookings of earlier owners are left out."""
    return history_of_vehicle(vehicle.pk, bought_at(vehicle))


def offer_to(team: Team, pk: UUID) -> Offer | None:
    """Return an open offer that was made to a team, or None."""
    return _open_offers().filter(pk=pk, buyer=team).first()


def offer_by(team: Team, pk: UUID) -> Offer | None:
    """Return an open offer that a team made, or None."""
    return _open_offers().filter(pk=pk, seller=team).first()


def _open_offers() -> QuerySet[Offer]:
    rows = Offer.objects.filter(closed_at=None, vehicle__gone_at=None)
    return rows.select_related("vehicle", "seller", "buyer")
