"""Offers of vehicles to other teams: making, withdrawing, accepting and declining them (C20).

A vehicle that is offered cannot be entered, refitted, sold or scrapped. Therefore no secret of the
seller can show when the buyer accepts. Locks are taken on the teams in their order, then on the
vehicle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from campaign.garage.models import CrewPlace, Offer, Vehicle
from campaign.league.models import Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import NotFit
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.ledger.services import posting, treasury
from campaign.ledger.services.posting import Book, Line
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.problems import Problem, money
from core.web.refusals import BadForm, WrongTime, refuse_if

from .garage import insist_on_free, insist_on_name, standing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

DEAREST = 1_000_000_000
"""Maximum price in dollars."""


def offer(*, vehicle: Vehicle, to: Team, price: int, at: datetime) -> Offer:
    """Offer a vehicle to another team of the club for `price` dollars. Only its owners can see it.

    The offer is open until it is withdrawn, declined or accepted, or until a team leaves. Raise
    BadForm, or NotFit if the vehicle is entered or offered already or a team is not in the league.
    """
    with club(vehicle.team.campaign_id):
        seller, buyer = _teams(vehicle.team, to)
        vehicle = locked(vehicle)
        if vehicle.team_id != seller.pk:
            raise BadForm(
                [
                    Problem(
                        field="vehicle",
                        code="no-such-vehicle",
                        sentence="Choose a vehicle from your garage.",
                    )
                ]
            )
        standing(vehicle)
        refuse_if(_problems(seller, buyer, price))
        if not _plays(seller):
            raise NotFit(
                f"{seller.name} is not in the league yet. The GM must approve its roster first."
            )
        insist_on_free(vehicle)
        made = Offer.objects.create(
            vehicle=vehicle, seller=seller, buyer=buyer, price=price, made_at=at
        )
        _tell(
            made,
            (buyer,),
            ClubNotice.OFFER_MADE,
            f"{seller} offers you {vehicle} for {money(price)}.",
            at,
        )
        return made


def _teams(seller: Team, buyer: Team) -> tuple[Team, Team]:
    """Lock both teams in the site's order, and return them in their current state."""
    held = {
        team.pk: locked(team) for team in sorted((seller, buyer), key=lambda team: str(team.pk))
    }
    return held[seller.pk], held[buyer.pk]


def _problems(seller: Team, buyer: Team, price: int) -> Iterator[Problem]:
    if seller.pk == buyer.pk or seller.campaign_id != buyer.campaign_id or not _plays(buyer):
        yield Problem(
            field="to", code="no-such-team", sentence="Choose another team of this league."
        )
    if not 0 <= price <= DEAREST:
        yield Problem(
            field="price",
            code="out-of-bounds",
            sentence=f"The price must be between $0 and {money(DEAREST)}.",
        )


def _plays(team: Team) -> bool:
    return team.approved_at is not None and team.left_at is None


class _Deal(NamedTuple):
    """An open offer with its teams and its vehicle, locked."""

    offer: Offer
    seller: Team
    buyer: Team
    vehicle: Vehicle


def _deal(offer: Offer) -> _Deal:
    """Lock an offer with its teams and its vehicle. Raise WrongTime if it is no longer open."""
    seller, buyer = _teams(offer.seller, offer.buyer)
    vehicle, offer = locked(offer.vehicle), locked(offer)
    if offer.closed_at or vehicle.gone_at:
        raise WrongTime(f"The offer of {vehicle.name} is no longer available.")
    return _Deal(offer, seller, buyer, vehicle)


def accept(*, offer: Offer, by: User, at: datetime) -> Vehicle:
    """Buy the offered vehicle, including anything hidden under it. Its crew and notes are removed.

    Raise WrongTime if the offer is no longer open, NotEnoughMoney or NameTaken.
    """
    with club(offer.seller.campaign_id):
        offer, seller, buyer, vehicle = _deal(offer)
        insist_on_name(buyer, vehicle.name, advice="rename yours first")
        cause = f"trade:{offer.pk}"
        paid = treasury.pay(
            team=buyer,
            amount=offer.price,
            item="trade",
            cause=cause,
            at=at,
            by=by.pk,
            note=vehicle.name,
        )
        posting.post(
            [
                paid,
                Line(
                    Book.MONEY,
                    seller.pk,
                    "trade",
                    offer.price,
                    cause,
                    at,
                    by=by.pk,
                    note=vehicle.name,
                ),
            ]
        )
        CrewPlace.objects.filter(vehicle=vehicle).delete()
        vehicle.team, vehicle.notes = buyer, ""
        vehicle.save(update_fields=["team", "notes"])
        _close([offer], Offer.Outcome.ACCEPTED, at)
        _tell(
            offer,
            (seller, buyer),
            ClubNotice.OFFER_ACCEPTED,
            f"{buyer} bought {vehicle} from {seller} for {money(offer.price)}.",
            at,
        )
        return vehicle


def decline(*, offer: Offer, at: datetime) -> None:
    """Decline an offer. Raise WrongTime if it is no longer open."""
    with club(offer.seller.campaign_id):
        offer, seller, buyer, vehicle = _deal(offer)
        _close([offer], Offer.Outcome.DECLINED, at)
        _tell(
            offer,
            (seller, buyer),
            ClubNotice.OFFER_DECLINED,
            f"{buyer} declined {seller}’s offer of {vehicle}.",
            at,
        )


def withdraw(*, offer: Offer, at: datetime) -> None:
    """Withdraw the team's own offer. Raise WrongTime if it is no longer open."""
    with club(offer.seller.campaign_id):
        offer, seller, buyer, vehicle = _deal(offer)
        _close([offer], Offer.Outcome.WITHDRAWN, at)
        _tell(
            offer,
            (seller, buyer),
            ClubNotice.OFFER_WITHDRAWN,
            f"{seller} withdrew its offer of {vehicle} to {buyer}.",
            at,
        )


def lapse(*, team: Team, at: datetime) -> None:
    """Close all offers from and to a locked team that leaves, and notify the other teams."""
    rows = Offer.objects.filter(Q(seller=team) | Q(buyer=team), closed_at=None).select_related(
        "vehicle", "seller", "buyer"
    )
    ended = list(rows)
    _close(ended, Offer.Outcome.LAPSED, at)
    for row in ended:
        text = f"{team} has left the league. The offer of {row.vehicle} is no longer available."
        _tell(
            row,
            (row.buyer if row.seller_id == team.pk else row.seller,),
            ClubNotice.OFFER_LAPSED,
            text,
            at,
        )


def _close(offers: list[Offer], outcome: Offer.Outcome, at: datetime) -> None:
    for row in offers:
        row.closed_at, row.outcome = at, outcome
        row.save(update_fields=["closed_at", "outcome"])


def _tell(offer: Offer, teams: tuple[Team, ...], kind: ClubNotice, text: str, at: datetime) -> None:
    """Notify everyone who runs one of these teams."""
    owners = people.owners(team.pk for team in teams)
    notices.send(
        notices.Message(
            user,
            team.campaign_id,
            kind,
            text,
            team_path("garage", team),
            f"{kind}:{offer.pk}",
            at,
        )
        for team in teams
        for user in owners.get(team.pk, ())
    )
