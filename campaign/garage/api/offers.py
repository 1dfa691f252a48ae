"""API operations on vehicles offered from or to your team. Only the two teams can see an offer
(C20).
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from campaign.garage.models import Offer
from campaign.garage.rules.damage import Condition
from campaign.garage.rules.design import VehicleDesign
from campaign.garage.rules.record import Wear
from campaign.garage.rules.sheet import VehicleSheet
from campaign.garage.selectors.garage import GarageVehicle
from campaign.garage.selectors.offers import offer_by, offer_to, offers_of, vehicle_for_buyer
from campaign.garage.services import trading as services
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.selectors.teams import find_present_team
from campaign.ledger.api.shapes import Dollars
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404
from core.web.records import filled
from core.web.refusals import Refused

from .garage import VehicleOut, find_vehicle, vehicle_out


class OfferedVehicle(Record):
    """A vehicle as its buyer sees it, with its current sheet, its losses and its value. The crew is
    left out.
    """

    id: UUID
    name: str
    colour: str
    condition: Condition
    value: int
    design: VehicleDesign
    sheet: VehicleSheet
    lost: tuple[Wear, ...]


class OfferOut(Record):
    """An open offer. It is `made` by your team or `got` from another team. `price` is in
    dollars.
    """

    id: UUID
    side: Literal["made", "got"]
    seller: TeamRef
    buyer: TeamRef
    price: int
    made_at: datetime
    vehicle: OfferedVehicle


def _out(call: TeamCall, row: Offer, vehicle: GarageVehicle) -> OfferOut:
    sheet, record = vehicle.sheet, vehicle.record
    return OfferOut(
        id=row.pk,
        side="made" if row.seller_id == call.team.pk else "got",
        seller=team_ref(row.seller),
        buyer=team_ref(row.buyer),
        price=row.price,
        made_at=row.made_at,
        vehicle=filled(
            OfferedVehicle,
            vehicle,
            condition=sheet.condition,
            value=sheet.value,
            design=record.design,
            sheet=sheet,
            lost=record.damage,
        ),
    )


@team_door()
def list_offers(call: TeamCall, query: Paged) -> Page[OfferOut]:
    """List the open offers from and to your team, oldest first."""
    return paged(
        call,
        query,
        offers_of(call.team),
        lambda offered: _out(call, offered.offer, offered.vehicle),
    )


class Offering(Body):
    """A request to offer a vehicle, with the buying team's slug and the price in dollars.

    A price of 0 makes the vehicle a gift.
    """

    to: Name
    price: Dollars


@team_door(status=201)
def make(call: TeamCall, body: Offering, vehicle: UUID) -> OfferOut:
    """Offer one of your team's vehicles to another team."""
    row = find_vehicle(call, vehicle)
    to = find_present_team(call.campaign, body.to)
    if to is None:
        raise Refused("Choose another team in this league.", field="to", code="no-such-team")
    offer = services.offer(vehicle=row, to=to, price=body.price, now=call.now)
    return _out(call, offer, vehicle_for_buyer(offer))


@team_door()
def accept(call: TeamCall, offer: UUID) -> VehicleOut:
    """Buy a vehicle that was offered to your team, and return the vehicle in your garage."""
    bought = services.accept(
        offer=or_404(offer_to(call.team, offer)), actor=call.user, now=call.now
    )
    bought.team = call.team
    return vehicle_out(call, bought)


@team_door()
def decline(call: TeamCall, offer: UUID) -> None:
    """Decline an offer to your team."""
    services.decline(offer=or_404(offer_to(call.team, offer)), now=call.now)


@team_door()
def withdraw(call: TeamCall, offer: UUID) -> None:
    """Withdraw your team's own offer."""
    services.withdraw(offer=or_404(offer_by(call.team, offer)), now=call.now)
