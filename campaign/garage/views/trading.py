"""Pages for offers of vehicles from and to a team. Each answer to an offer asks for
confirmation.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.garage.forms.garage import OfferForm
from campaign.garage.models import Offer
from campaign.garage.selectors.garage import vehicle_of
from campaign.garage.selectors.offers import buyers, offer_by, offer_to, vehicle_for_buyer
from campaign.garage.services import trading as services
from campaign.league.models import Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import Crumbs, render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.views.posting import carry_out, confirmed, sent_before

from .garage import vehicle_crumbs
from .words import CONDITIONS, named_parts, sketch_of, totals_in_words


@team_page()
def offer_vehicle(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Offer a vehicle to another team."""
    row = or_404(vehicle_of(team, pk))
    others = {other.slug: other for other in buyers(team)}
    form = OfferForm(
        request.POST or None, teams=[(slug, other.name) for slug, other in others.items()]
    )

    def offering() -> Offer:
        return services.offer(
            vehicle=row,
            to=others[form.cleaned_data["to"]],
            price=form.cleaned_data["price"],
            now=timezone.now(),
        )

    page = team_url("vehicle", team, pk=pk)
    response = carry_out(
        request,
        form,
        offering,
        to=page,
        message=lambda made: f"{row.name} was offered to {made.buyer.name}.",
    )
    lede = (
        f"The team can see the current condition of {row.name}, but not its crew or your notes. "
        "No one else can see the offer. While the offer is open, you cannot enter, refit, sell "
        "or scrap the vehicle."
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="garage",
        title=f"Offer {row.name}",
        crumbs=vehicle_crumbs(team, row),
        form=form,
        action="Send offer",
        back=page,
        lede=lede,
    )


@require_safe
@team_page()
def offer(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Show a vehicle that is offered to the team."""
    offered = or_404(offer_to(team, pk))
    vehicle = vehicle_for_buyer(offered)
    sheet = vehicle.sheet
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/garage/offer",
        here="garage",
        title=f"{vehicle.name}, offered by {offered.seller.name}",
        crumbs=(("Garage", team_url("garage", team)),),
        offer=offered,
        vehicle=vehicle,
        sheet=sheet,
        sketch=sketch_of(sheet),
        condition=CONDITIONS[sheet.condition],
        totals=totals_in_words(sheet.totals),
        lot=None,
        free=books.purse(team).free,
        inside=[part for part in named_parts(sheet) if not part.key.startswith("tyre:")],
    )


def _offer_crumbs(viewer: Viewer, team: Team, offered: Offer) -> Crumbs:
    return team_crumbs(
        viewer,
        team,
        ("Garage", team_url("garage", team)),
        (offered.vehicle.name, team_url("offer", team, pk=offered.pk)),
    )


@team_page()
def accept(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Buy the offered vehicle."""
    if before := sent_before(request):
        return before
    offered = or_404(offer_to(team, pk))
    name, price = offered.vehicle.name, money(offered.price)
    return confirmed(
        request,
        lambda: services.accept(offer=offered, actor=viewer.person, now=timezone.now()),
        to=team_url("vehicle", team, pk=offered.vehicle_id),
        message=f"{name} is yours.",
        back=team_url("offer", team, pk=pk),
        title=f"Buy {name}",
        sentence=f"{team.name} pays {offered.seller.name} {price} for {name} in its current "
        "condition.",
        effects=(
            "The vehicle is moved to your garage right away, without a crew.",
            "You cannot undo this, but you can offer the vehicle back.",
        ),
        action=f"Buy for {price}",
        crumbs=_offer_crumbs(viewer, team, offered),
    )


@team_page()
def decline(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Decline an offer."""
    if before := sent_before(request):
        return before
    offered = or_404(offer_to(team, pk))
    return confirmed(
        request,
        lambda: services.decline(offer=offered, now=timezone.now()),
        to=team_url("garage", team),
        message="Offer declined.",
        back=team_url("offer", team, pk=pk),
        title=f"Decline {offered.vehicle.name}",
        sentence=f"{offered.seller.name} keeps {offered.vehicle.name}.",
        effects=(f"{offered.seller.name} is notified that you declined.",),
        action="Decline",
        crumbs=_offer_crumbs(viewer, team, offered),
    )


@team_page()
def withdraw(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Withdraw the team's own offer."""
    if before := sent_before(request):
        return before
    offered = or_404(offer_by(team, pk))
    offered.vehicle.team = team
    back = team_url("vehicle", team, pk=offered.vehicle_id)
    return confirmed(
        request,
        lambda: services.withdraw(offer=offered, now=timezone.now()),
        to=team_url("garage", team),
        message="Offer withdrawn.",
        back=back,
        title="Withdraw the offer",
        sentence=f"{offered.vehicle.name} is no longer offered to {offered.buyer.name}.",
        effects=(f"{offered.buyer.name} is notified that you withdrew the offer.",),
        action="Withdraw offer",
        crumbs=team_crumbs(viewer, team, *vehicle_crumbs(team, offered.vehicle)),
    )
