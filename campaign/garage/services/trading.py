"""Services for making, withdrawing, accepting and declining offers of vehicles to other teams
(C20).

A vehicle that is offered cannot be entered, refitted, sold or scrapped. A sale therefore reveals no
secret of the seller. The teams are locked first, in the order used everywhere on the site, and then
the vehicle.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

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
from core.web.locks import club, locked, locked_pair
from core.web.problems import Problem, money
from core.web.refusals import BadForm, WrongTime, refuse_if

from .garage import check_in_garage, check_name_is_free, check_not_committed

MAX_PRICE = 1_000_000_000
"""Maximum price of a vehicle, in dollars."""


def offer(*, vehicle: Vehicle, to: Team, price: int, now: datetime) -> Offer:
    """Offer a vehicle to another team in the club for `price` dollars. Only the two teams can see
    it.

    The offer stays open until it is withdrawn, declined or accepted, or until one of the teams
    leaves. Raise BadForm. Raise NotFit if the vehicle is already entered or offered, or if a team
    is not in the league.
    """
    with club(vehicle.team.campaign_id):
        seller, buyer = locked_pair(vehicle.team, to)
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
        check_in_garage(vehicle)
        refuse_if(_problems(seller, buyer, price))
        if not seller.is_in_league:
            raise NotFit(
                f"{seller.name} is not in the league yet. The GM must approve its roster first."
            )
        check_not_committed(vehicle)
        new_offer = Offer.objects.create(
            vehicle=vehicle, seller=seller, buyer=buyer, price=price, made_at=now
        )
        _notify(
            new_offer,
            (buyer,),
            ClubNotice.OFFER_MADE,
            f"{seller} offers you {vehicle} for {money(price)}.",
            now,
        )
        return new_offer


def _problems(seller: Team, buyer: Team, price: int) -> Iterator[Problem]:
    if seller.pk == buyer.pk or seller.campaign_id != buyer.campaign_id or not buyer.is_in_league:
        yield Problem(
            field="to", code="no-such-team", sentence="Choose another team in this league."
        )
    if not 0 <= price <= MAX_PRICE:
        yield Problem(
            field="price",
            code="out-of-bounds",
            sentence=f"The price must be between $0 and {money(MAX_PRICE)}.",
        )


class _LockedOffer(NamedTuple):
    """An open offer with its teams and its vehicle, all of them locked."""

    offer: Offer
    seller: Team
    buyer: Team
    vehicle: Vehicle


def _lock_open_offer(offer: Offer) -> _LockedOffer:
    """Lock an offer with its teams and its vehicle. Raise WrongTime if it is no longer open."""
    seller, buyer = locked_pair(offer.seller, offer.buyer)
    vehicle, offer = locked(offer.vehicle), locked(offer)
    if offer.closed_at or vehicle.gone_at:
        raise WrongTime(f"The offer of {vehicle.name} is no longer available.")
    return _LockedOffer(offer, seller, buyer, vehicle)


def accept(*, offer: Offer, actor: User, now: datetime) -> Vehicle:
    """Buy the offered vehicle, including anything hidden under it. Crew and notes are removed.

    The buyer of a prize car keeps it even if a correction changes the winner (C138).

    Raise WrongTime if the offer is no longer open. Raise NotEnoughMoney or NameTaken.
    """
    with club(offer.seller.campaign_id):
        offer, seller, buyer, vehicle = _lock_open_offer(offer)
        check_name_is_free(buyer, vehicle.name, advice="rename yours first")
        cause = f"trade:{offer.pk}"
        paid = treasury.pay(
            team=buyer,
            amount=offer.price,
            item="trade",
            cause=cause,
            now=now,
            user_id=actor.pk,
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
                    now,
                    booked_by=actor.pk,
                    note=vehicle.name,
                ),
            ]
        )
        CrewPlace.objects.filter(vehicle=vehicle).delete()
        vehicle.team, vehicle.notes, vehicle.event = buyer, "", None
        vehicle.save(update_fields=["team", "notes", "event"])
        _close([offer], Offer.Outcome.ACCEPTED, now)
        _notify(
            offer,
            (seller, buyer),
            ClubNotice.OFFER_ACCEPTED,
            f"{buyer} bought {vehicle} from {seller} for {money(offer.price)}.",
            now,
        )
        return vehicle


def decline(*, offer: Offer, now: datetime) -> None:
    """Decline an offer. Raise WrongTime if the offer is no longer open."""
    text = "{buyer} declined {seller}’s offer of {vehicle}."
    _end(offer, Offer.Outcome.DECLINED, ClubNotice.OFFER_DECLINED, text, now)


def withdraw(*, offer: Offer, now: datetime) -> None:
    """Withdraw the team's own offer. Raise WrongTime if the offer is no longer open."""
    text = "{seller} withdrew its offer of {vehicle} to {buyer}."
    _end(offer, Offer.Outcome.WITHDRAWN, ClubNotice.OFFER_WITHDRAWN, text, now)


def _end(offer: Offer, outcome: Offer.Outcome, kind: ClubNotice, text: str, now: datetime) -> None:
    """Close an open offer without a sale, and notify both teams."""
    with club(offer.seller.campaign_id):
        found = _lock_open_offer(offer)
        _close([found.offer], outcome, now)
        text = text.format(**found._asdict())
        _notify(found.offer, (found.seller, found.buyer), kind, text, now)


def lapse(*, team: Team, now: datetime) -> None:
    """Close all offers from and to a locked team that is leaving, and notify the other teams."""
    rows = Offer.objects.filter(Q(seller=team) | Q(buyer=team), closed_at=None).select_related(
        "vehicle", "seller", "buyer"
    )
    ended = list(rows)
    _close(ended, Offer.Outcome.LAPSED, now)
    for row in ended:
        text = f"{team} has left the league. The offer of {row.vehicle} is no longer available."
        _notify(
            row,
            (row.buyer if row.seller_id == team.pk else row.seller,),
            ClubNotice.OFFER_LAPSED,
            text,
            now,
        )


def _close(offers: list[Offer], outcome: Offer.Outcome, now: datetime) -> None:
    for row in offers:
        row.closed_at, row.outcome = now, outcome
        row.save(update_fields=["closed_at", "outcome"])


def _notify(
    offer: Offer, teams: tuple[Team, ...], kind: ClubNotice, text: str, now: datetime
) -> None:
    owners = people.owners(team.pk for team in teams)
    notices.send(
        notices.Message(
            user,
            team.campaign_id,
            kind,
            text,
            team_path("garage", team),
            f"{kind}:{offer.pk}",
            now,
        )
        for team in teams
        for user in owners.get(team.pk, ())
    )
