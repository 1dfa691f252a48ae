"""Offers of vehicles, for their two teams. A GM without a team cannot see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db.models import Max, Q

from campaign.garage.models import Offer, Vehicle
from campaign.league.models import Team
from campaign.ledger.selectors.books import History, history_of_vehicle
from engine.values import changed

from .garage import Parked, parked

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class OnOffer:
    """An open offer with the vehicle as its buyer sees it: without crew and notes."""

    offer: Offer
    vehicle: Parked


@dataclass(frozen=True, slots=True)
class Forecourt:
    """A team's vehicles by name, its own offers by vehicle, and offers to it, oldest first."""

    cars: tuple[Parked, ...]
    made: dict[UUID, Offer]
    got: tuple[OnOffer, ...]


def forecourt(team: Team) -> Forecourt:
    """Return a team's vehicles and offers, for its owners. Four queries."""
    standing = Offer.objects.filter(
        Q(seller=team) | Q(buyer=team), closed_at=None, vehicle__gone_at=None
    )
    offers = list(standing.select_related("vehicle", "seller", "buyer"))
    own = list(Vehicle.objects.filter(team=team, gone_at=None))
    got = [offer for offer in offers if offer.buyer_id == team.pk]
    looks = {one.id: one for one in parked([*own, *(offer.vehicle for offer in got)])}
    return Forecourt(
        cars=tuple(looks[car.pk] for car in own),
        made={offer.vehicle_id: offer for offer in offers if offer.seller_id == team.pk},
        got=tuple(OnOffer(offer, _bare(looks[offer.vehicle_id])) for offer in got),
    )


def offers_of(team: Team) -> tuple[OnOffer, ...]:
    """Return the open offers from and to a team, oldest first, for its owners.

    Three queries; one without offers.
    """
    return _shown(Offer.objects.filter(Q(seller=team) | Q(buyer=team), closed_at=None))


def offers_by_vehicle(team: Team) -> dict[UUID, Offer]:
    """Return a team's own open offers by vehicle, for its owners. One query."""
    return {
        row.vehicle_id: row
        for row in Offer.objects.filter(seller=team, closed_at=None).select_related("buyer")
    }


def look(offer: Offer) -> Parked:
    """Return the vehicle of an offer as its buyer sees it."""
    return _bare(parked([offer.vehicle])[0])


def _bare(found: Parked) -> Parked:
    return replace(found, notes="", record=changed(found.record, crew=()))


def _shown(rows: QuerySet[Offer]) -> tuple[OnOffer, ...]:
    found = list(rows.filter(vehicle__gone_at=None).select_related("vehicle", "seller", "buyer"))
    looks = {one.id: one for one in parked(row.vehicle for row in found)} if found else {}
    return tuple(OnOffer(row, _bare(looks[row.vehicle_id])) for row in found)


def buyers(team: Team) -> tuple[Team, ...]:
    """Return the other teams of the league by name. One query."""
    return tuple(
        Team.objects.filter(campaign=team.campaign_id, left_at=None)
        .exclude(approved_at=None)
        .exclude(pk=team.pk)
    )


def bought_at(vehicle: Vehicle) -> datetime | None:
    """Return the time the team bought a vehicle from another one, or None. One query."""
    rows = Offer.objects.filter(vehicle=vehicle, outcome=Offer.Outcome.ACCEPTED)
    found: datetime | None = rows.aggregate(last=Max("closed_at"))["last"]
    return found


def history(vehicle: Vehicle) -> History:
    """Return the bookings of a vehicle, newest first. Those of earlier owners are excluded."""
    return history_of_vehicle(vehicle.pk, bought_at(vehicle))


def offer_to(team: Team, pk: UUID) -> Offer | None:
    """Return an open offer to a team, or None."""
    return _standing().filter(pk=pk, buyer=team).first()


def offer_by(team: Team, pk: UUID) -> Offer | None:
    """Return an open offer that a team made, or None."""
    return _standing().filter(pk=pk, seller=team).first()


def _standing() -> QuerySet[Offer]:
    rows = Offer.objects.filter(closed_at=None, vehicle__gone_at=None)
    return rows.select_related("vehicle", "seller", "buyer")
