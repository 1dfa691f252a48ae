"""Pages for immediate repairs by the hired workshop, and for the weekly work of mechanics and
paramedics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.garage.forms.workshop import CareForm, MechanicForm, RepairForm
from campaign.garage.models import Vehicle, WorkOrder
from campaign.garage.rules import repairs
from campaign.garage.rules.damage import assess_condition
from campaign.garage.rules.record import Exterior, VehicleRecord, view_exterior
from campaign.garage.selectors import workplan
from campaign.garage.selectors.garage import vehicle_of
from campaign.garage.selectors.workplan import WorkshopCharacter
from campaign.garage.services import garage as garages
from campaign.garage.services import workshop as services
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors import seasons
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books
from campaign.roster.rules.skills import is_trained
from campaign.roster.selectors.roster import load_character
from core.web.forms.base import Act, HouseForm
from core.web.not_found import or_404
from core.web.pictures.words import counted, money
from core.web.views.posting import REFUSED, carry_out

from .words import CONDITIONS, part_names


@dataclass(frozen=True, slots=True)
class DamagedVehicle:
    """A damaged vehicle, with the cost of an immediate repair and the form for it."""

    vehicle: Vehicle
    exterior: Exterior
    condition: tuple[str, str]
    lost: tuple[tuple[str, int], ...]
    form: RepairForm | None
    cost: int


@require_safe
@team_page(allow=policy.may_read_books)
def workshop(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show damage, injuries and assigned work in the workshop."""
    return _page(request, viewer, team)


def _page(request: HttpRequest, viewer: Viewer, team: Team, **bound: Any) -> HttpResponse:
    """Return the workshop page. Only owners see the work, because it reveals who has no mission
    (E20).

    `bound` maps a form's name to the form with errors. For "repair", the value is a pair of vehicle
    and form.
    """
    owns = policy.owns(viewer, team)
    week = seasons.current_week(viewer.campaign)
    broken, characters = workplan.damaged_vehicles(team), workplan.workshop_characters(team)
    bays = [
        _damaged_vehicle(row, record, team, owns=owns, bound=bound.get("repair"))
        for row, record in broken
    ]
    mechanic_form, care_form = (
        _work_forms(characters, broken, bound) if owns and week else (None, None)
    )
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/garage/workshop",
        here="workshop",
        title="Workshop",
        bays=bays,
        week=week,
        wounded=[character for character in characters if character.is_wounded],
        mechanics=[character for character in characters if is_trained(character.mechanic)],
        paramedics=[character for character in characters if is_trained(character.paramedic)],
        work=[(order, outcome_in_words(order)) for order in workplan.recent_work(team)]
        if owns
        else (),
        house=rules_of(viewer.campaign),
        free=books.purse(team).free if owns else None,
        mechanic_form=mechanic_form,
        care_form=care_form,
        status=REFUSED if bound else 200,
    )


def _damaged_vehicle(
    row: Vehicle,
    record: VehicleRecord,
    team: Team,
    *,
    owns: bool,
    bound: tuple[UUID, RepairForm] | None,
) -> DamagedVehicle:
    quotes = repairs.quote_repairs(record, rules_of(team.campaign))
    names = part_names(record.design)
    form = (
        bound[1]
        if bound and bound[0] == row.pk
        else RepairForm(quotes=quotes, names=names, auto_id=f"{row.pk.hex[:6]}_%s")
    )
    return DamagedVehicle(
        vehicle=row,
        exterior=view_exterior(record),
        condition=CONDITIONS[assess_condition(record)],
        lost=tuple((names.get(wear.part, wear.part), wear.lost) for wear in record.damage),
        form=form if owns and quotes else None,
        cost=sum(quote.cost for quote in quotes),
    )


def _work_forms(
    characters: Sequence[WorkshopCharacter],
    broken: Sequence[tuple[Vehicle, VehicleRecord]],
    bound: dict[str, Any],
) -> tuple[HouseForm | None, HouseForm | None]:
    """Return the two forms for work, or None for work that no one can do or that is not needed."""
    mechanics = [
        (character.id, character.name)
        for character in characters
        if character.is_fit and is_trained(character.mechanic)
    ]
    paramedics = [
        (character.id, character.name)
        for character in characters
        if character.is_fit and is_trained(character.paramedic)
    ]
    vehicles = [
        (row.pk, row.name)
        for row, record in broken
        if any(not wear.part.startswith("ammo:") for wear in record.damage)
    ]
    patients = [
        (character.id, f"{character.name}, {character.body.dp} of {character.body.full_dp} DP")
        for character in characters
        if character.is_wounded
    ]
    repair = (
        MechanicForm(
            workers=mechanics, vehicles=vehicles, auto_id="repair_%s", initial={"budget": 1000}
        )
        if mechanics and vehicles
        else None
    )
    care = (
        CareForm(workers=paramedics, patients=patients, auto_id="care_%s")
        if paramedics and patients
        else None
    )
    return bound.get("mechanic", repair), bound.get("care", care)


def outcome_in_words(order: WorkOrder) -> str:
    """Return the outcome of a week's work as text, which says so if it is still pending."""
    if order.done_at is None:
        return "Assigned. The work is completed when the week closes."
    outcome = order.outcome or {}
    if not outcome.get("done"):
        return str(outcome.get("why", "No work done."))
    if "care" in outcome:
        return "1 DP healed." if outcome["care"]["healed"] else "No success."
    restored = sum(wear["lost"] for wear in outcome["work"]["restored"])
    if not restored:
        return "No success."
    return f"{counted(restored, 'point')} repaired for {money(outcome['work']['cost'])}."


@require_POST
@team_page()
def repair(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Have the hired workshop repair parts of a vehicle immediately."""
    row = or_404(vehicle_of(team, pk))
    record = next(
        (record for vehicle, record in workplan.damaged_vehicles(team) if vehicle.pk == pk), None
    )
    quotes = repairs.quote_repairs(record, rules_of(viewer.campaign)) if record else ()
    names = part_names(record.design) if record else {}
    form = RepairForm(request.POST, quotes=quotes, names=names, auto_id=f"{pk.hex[:6]}_%s")

    def mending() -> int:
        return garages.repair(
            vehicle=row,
            parts=form.cleaned_data["parts"],
            actor=viewer.person,
            now=timezone.now(),
        )

    response = carry_out(
        request,
        form,
        mending,
        to=team_url("workshop", team),
        message=lambda cost: f"Repaired for {money(cost)}.",
    )
    return response or _page(request, viewer, team, repair=(pk, form))


@require_POST
@team_page()
def mechanic(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Assign a mechanic to a vehicle for the week."""
    week = or_404(seasons.current_week(viewer.campaign))
    characters = workplan.workshop_characters(team)
    broken = workplan.damaged_vehicles(team)
    workers = [(character.id, character.name) for character in characters]
    vehicles = [(row.pk, row.name) for row, _ in broken]
    form = MechanicForm(request.POST, workers=workers, vehicles=vehicles, auto_id="repair_%s")

    def ordering() -> WorkOrder:
        data = form.cleaned_data
        worker = or_404(load_character(team, UUID(data["worker"])))
        vehicle = or_404(vehicle_of(team, UUID(data["vehicle"])))
        return services.order_repair(
            week=week, worker=worker, vehicle=vehicle, budget=data["budget"], now=timezone.now()
        )

    response = carry_out(
        request,
        form,
        ordering,
        to=team_url("workshop", team),
        message=lambda order: f"{order.worker.name} was assigned to {order.vehicle.name}.",
    )
    return response or _page(request, viewer, team, mechanic=form)


@require_POST
@team_page()
def care(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Assign a paramedic to a patient for the week."""
    week = or_404(seasons.current_week(viewer.campaign))
    characters = workplan.workshop_characters(team)
    people: list[tuple[UUID, str]] = [(character.id, character.name) for character in characters]
    form = CareForm(request.POST, workers=people, patients=people, auto_id="care_%s")

    def ordering() -> WorkOrder:
        worker, patient = (
            or_404(load_character(team, UUID(form.cleaned_data[name])))
            for name in ("worker", "patient")
        )
        return services.order_care(week=week, worker=worker, patient=patient, now=timezone.now())

    response = carry_out(
        request,
        form,
        ordering,
        to=team_url("workshop", team),
        message=lambda order: f"{order.worker.name} was assigned to {order.patient.name}.",
    )
    return response or _page(request, viewer, team, care=form)


@require_POST
@team_page()
def cancel(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Cancel work that has not been done yet."""
    order = or_404(workplan.work_order(team, pk))
    form = Act(request.POST)
    response = carry_out(
        request,
        form,
        lambda: services.cancel(order=order),
        to=team_url("workshop", team),
        message=f"{order.worker.name} is no longer assigned.",
    )
    return response or _page(request, viewer, team)
