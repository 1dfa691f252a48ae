"""A team's garage: its vehicles, their records and history, and actions on them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.garage.forms.garage import CrewForm, FaceForm
from campaign.garage.models import Vehicle
from campaign.garage.selectors.garage import (
    Parked,
    crew_choices,
    design_of,
    garage,
    parked,
    parted_with,
    usual_places,
    vehicle_of,
)
from campaign.garage.selectors.garage import entered as entered_of
from campaign.garage.selectors.offers import Forecourt, forecourt, history, offers_by_vehicle
from campaign.garage.services import garage as services
from campaign.garage.views.words import named_parts, part_names
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.views.frame import Crumbs, team_crumbs, team_show, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.views import words
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.views.posting import carry_out, confirmed

from .words import CONDITIONS, arms_in_words, as_text, sketch_of, totals_in_words

if TYPE_CHECKING:
    from campaign.league.selectors.viewer import Viewer

A_PAGE = 40


@require_safe
@team_page(allow=policy.may_read_books)
def vehicles(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the garage. Former vehicles are listed below, a page at a time."""
    entered, own = entered_of(viewer, team), policy.owns(viewer, team)
    there = forecourt(team) if own else Forecourt(garage(team), {}, ())
    shown = [
        (
            one,
            sheet,
            CONDITIONS[sheet.condition],
            arms_in_words(sheet),
            one.id in entered,
            there.made.get(one.id),
        )
        for one in there.cars
        for sheet in (one.sheet,)
    ]
    worth = sum(one.value for one in there.cars)
    on_offer = [
        (one.offer, one.vehicle, CONDITIONS[one.vehicle.sheet.condition]) for one in there.got
    ]
    gone = Paginator(parted_with(team), A_PAGE).get_page(request.GET.get("page"))
    return team_show(
        request,
        viewer,
        team,
        "campaign/garage/garage",
        here="garage",
        title="Garage",
        vehicles=shown,
        page=gone,
        worth=worth,
        on_offer=on_offer,
    )


@require_safe
@team_page(allow=policy.may_read_books)
def vehicle(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Show a vehicle's full record and its bookings, a page at a time."""
    row = or_404(vehicle_of(team, pk))
    found = parked([row])[0]
    sheet = found.sheet
    names, own = part_names(found.record.design), policy.owns(viewer, team)
    page = Paginator(history(row), A_PAGE).get_page(request.GET.get("page"))
    return team_show(
        request,
        viewer,
        team,
        "campaign/garage/vehicle",
        here="garage",
        title=row.name,
        crumbs=(("Garage", team_url("garage", team)),),
        vehicle=row,
        sheet=sheet,
        sketch=sketch_of(sheet),
        condition=CONDITIONS[sheet.condition],
        design_text=as_text(found.record.design),
        totals=totals_in_words(sheet.totals),
        entered=pk in entered_of(viewer, team),
        page=page,
        rows=words.in_words(page.object_list, names=names, own=own),
        standing=row.gone_at is None and own,
        offer=offers_by_vehicle(team).get(pk) if own else None,
        inside=[part for part in named_parts(sheet) if not part.key.startswith("tyre:")],
        lot=found.value * rules_of(viewer.campaign).resale_percent // 100,
    )


def trail(team: Team, row: Vehicle) -> Crumbs:
    """Return the breadcrumbs of pages about a vehicle, below the team."""
    return (("Garage", team_url("garage", team)), (row.name, team_url("vehicle", team, pk=row.pk)))


@team_page()
def coat(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Rename and repaint a vehicle."""
    row = or_404(vehicle_of(team, pk))
    form = FaceForm(request.POST or None, row=row)
    page = team_url("vehicle", team, pk=pk)
    response = carry_out(
        request,
        form,
        lambda: services.rename(vehicle=row, face=form.record),
        to=page,
        message="Saved.",
    )
    return response or team_show(
        request,
        viewer,
        team,
        "form",
        here="garage",
        title="Name and colour",
        crumbs=trail(team, row),
        form=form,
        action="Save",
        back=page,
    )


@team_page()
def crew(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Set the usual crew of a vehicle."""
    row = or_404(vehicle_of(team, pk))
    usual = {place: str(person) for place, person in usual_places(row).items()}
    places = services.places(design_of(row))
    form = CrewForm(request.POST or None, places=places, people=crew_choices(team), initial=usual)

    def seating() -> None:
        services.seat(
            vehicle=row, crew={place: UUID(person) for place, person in form.crew.items()}
        )

    page = team_url("vehicle", team, pk=pk)
    response = carry_out(request, form, seating, to=page, message="Crew saved.")
    lede = "The regular crew of the vehicle. New duel entries start with this crew."
    return response or team_show(
        request,
        viewer,
        team,
        "form",
        here="garage",
        title="Crew",
        crumbs=trail(team, row),
        form=form,
        action="Save",
        back=page,
        lede=lede,
    )


@team_page()
def sell(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Sell a vehicle to the used-car lot, after a confirmation."""
    row = or_404(vehicle_of(team, pk))
    found: Parked = parked([row])[0]
    lot = found.value * rules_of(viewer.campaign).resale_percent // 100
    return confirmed(
        request,
        lambda: services.sell(vehicle=row, by=viewer.person, at=timezone.now()),
        to=team_url("garage", team),
        message=lambda brought: f"{row.name} was sold for {money(brought)}.",
        back=team_url("vehicle", team, pk=pk),
        title=f"Sell {row.name}",
        sentence=f"The used-car lot pays {money(lot)} for {row.name} in its current condition.",
        effects=(
            "The vehicle leaves the garage permanently. Its history is kept.",
            "Its crew is unassigned.",
        ),
        action=f"Sell for {money(lot)}",
        crumbs=team_crumbs(viewer, team, *trail(team, row)),
    )


@team_page()
def scrap(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Scrap a vehicle without payment, after a confirmation."""
    row = or_404(vehicle_of(team, pk))
    return confirmed(
        request,
        lambda: services.scrap(vehicle=row, at=timezone.now()),
        to=team_url("garage", team),
        message=f"{row.name} was scrapped.",
        back=team_url("vehicle", team, pk=pk),
        title=f"Scrap {row.name}",
        sentence=f"{row.name} is destroyed, and you get no money for it.",
        effects=(
            "The vehicle leaves the garage permanently. Its history is kept.",
            "You could sell it instead.",
        ),
        action="Scrap vehicle",
        crumbs=team_crumbs(viewer, team, *trail(team, row)),
    )
