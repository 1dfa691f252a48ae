"""Pages of a team's garage, with its vehicles, their records and history, and actions on them."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.garage.forms.garage import CrewForm, FaceForm
from campaign.garage.models import Vehicle
from campaign.garage.selectors.garage import (
    GarageVehicle,
    crew_choices,
    current_vehicles,
    design_of,
    former_vehicles,
    usual_places,
    vehicle_of,
    with_records,
)
from campaign.garage.selectors.garage import entered_vehicle_ids as entered_of
from campaign.garage.selectors.offers import (
    VehiclesAndOffers,
    history,
    offers_by_vehicle,
    vehicles_and_offers,
)
from campaign.garage.services import garage as services
from campaign.garage.views.words import named_parts, part_names
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import Crumbs, render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.views import descriptions
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.views.posting import carry_out, confirmed

from .words import CONDITIONS, describe_weapons, design_as_json, sketch_of, totals_in_words

ROWS_PER_PAGE = 40


@require_safe
@team_page(allow=policy.may_read_books)
def vehicles(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the garage. Former vehicles are listed below the current ones, with pagination."""
    entered, own = entered_of(viewer, team), policy.owns(viewer, team)
    overview = (
        vehicles_and_offers(team) if own else VehiclesAndOffers(current_vehicles(team), {}, ())
    )
    rows = [
        (
            car,
            sheet,
            CONDITIONS[sheet.condition],
            describe_weapons(sheet),
            car.id in entered,
            overview.offers_made.get(car.id),
        )
        for car in overview.vehicles
        for sheet in (car.sheet,)
    ]
    worth = sum(car.value for car in overview.vehicles)
    on_offer = [
        (received.offer, received.vehicle, CONDITIONS[received.vehicle.sheet.condition])
        for received in overview.offers_received
    ]
    former = Paginator(former_vehicles(team), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/garage/garage",
        here="garage",
        title="Garage",
        vehicles=rows,
        page=former,
        worth=worth,
        on_offer=on_offer,
    )


@require_safe
@team_page(allow=policy.may_read_books)
def vehicle(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Show a vehicle's full record, and its bookings with pagination."""
    row = or_404(vehicle_of(team, pk))
    current = with_records([row])[0]
    sheet = current.sheet
    names, own = part_names(current.record.design), policy.owns(viewer, team)
    page = Paginator(history(row), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render_team_page(
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
        design_text=design_as_json(current.record.design),
        totals=totals_in_words(sheet.totals),
        entered=pk in entered_of(viewer, team),
        page=page,
        rows=descriptions.describe_rows(page.object_list, names=names, for_owner=own),
        standing=row.gone_at is None and own,
        offer=offers_by_vehicle(team).get(pk) if own else None,
        inside=[part for part in named_parts(sheet) if not part.key.startswith("tyre:")],
        lot=current.value * rules_of(viewer.campaign).resale_percent // 100,
    )


def vehicle_crumbs(team: Team, row: Vehicle) -> Crumbs:
    """Return the breadcrumbs for pages about a vehicle. They are below the team."""
    return (("Garage", team_url("garage", team)), (row.name, team_url("vehicle", team, pk=row.pk)))


@team_page()
def repaint(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
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
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="garage",
        title="Name and colour",
        crumbs=vehicle_crumbs(team, row),
        form=form,
        action="Save",
        back=page,
    )


@team_page()
def crew(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Set the usual crew of a vehicle."""
    row = or_404(vehicle_of(team, pk))
    usual = {place: str(person) for place, person in usual_places(row).items()}
    places = services.crew_places(design_of(row))
    form = CrewForm(request.POST or None, places=places, people=crew_choices(team), initial=usual)

    def seating() -> None:
        services.assign_crew(
            vehicle=row, crew={place: UUID(person) for place, person in form.crew.items()}
        )

    page = team_url("vehicle", team, pk=pk)
    response = carry_out(request, form, seating, to=page, message="Crew saved.")
    lede = "The regular crew of the vehicle. New duel entries start with this crew."
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="garage",
        title="Crew",
        crumbs=vehicle_crumbs(team, row),
        form=form,
        action="Save",
        back=page,
        lede=lede,
    )


@team_page()
def sell(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Sell a vehicle to the used-car lot after a confirmation."""
    row = or_404(vehicle_of(team, pk))
    current: GarageVehicle = with_records([row])[0]
    lot = current.value * rules_of(viewer.campaign).resale_percent // 100
    return confirmed(
        request,
        lambda: services.sell(vehicle=row, actor=viewer.person, now=timezone.now()),
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
        crumbs=team_crumbs(viewer, team, *vehicle_crumbs(team, row)),
    )


@team_page()
def scrap(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Scrap a vehicle after a confirmation. The team receives no payment."""
    row = or_404(vehicle_of(team, pk))
    return confirmed(
        request,
        lambda: services.scrap(vehicle=row, now=timezone.now()),
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
        crumbs=team_crumbs(viewer, team, *vehicle_crumbs(team, row)),
    )
