"""The builder for new vehicles and for refits. "Check" calculates the totals without buying
anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from campaign.garage.forms.garage import DesignForm, PasteForm
from campaign.garage.models import Vehicle
from campaign.garage.rules import refit as refitting
from campaign.garage.rules.catalogue import BUILT_IN, Catalogue, with_parts
from campaign.garage.rules.club_parts import NO_PARTS, available_parts, with_club_parts
from campaign.garage.rules.design import bill, compute_totals
from campaign.garage.rules.design_check import check_design, read_design
from campaign.garage.rules.fittings import paper_parts
from campaign.garage.rules.parts import ClubParts
from campaign.garage.rules.stock import STOCK, find_stock_vehicle
from campaign.garage.rules.vehicles import VehicleDesign, decode_design
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.selectors.garage import design_of, record_of, vehicle_of
from campaign.garage.selectors.library import published
from campaign.garage.selectors.often import often_used
from campaign.garage.services import garage as services
from campaign.garage.services import library
from campaign.garage.services.club_parts import install_published
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.problems import Problem
from core.web.refusals import BadForm
from core.web.views.posting import REFUSED, carry_out

from .garage import vehicle_crumbs
from .words import entry_limit_warning, summarize_totals, totals_in_words

STARTING_COLOUR = "chrome"


@dataclass(frozen=True, slots=True)
class AvailableParts:
    """The parts that a design can use: the club's own parts, and parts that the vehicle already
    has.
    """

    club_parts: ClubParts
    previous_design: VehicleDesign | None = None

    def read(self, data: Mapping[str, Any]) -> tuple[VehicleDesign | None, tuple[Problem, ...]]:
        """Return the design in a form, with all its errors."""
        return read_design(data, self.club_parts, self.previous_design)

    def at_current_numbers(self, design: VehicleDesign) -> VehicleDesign:
        """Return a design with current numbers. If it has parts that are no longer sold, return it
        unchanged.
        """
        updated = with_club_parts(design, self.club_parts)
        has_unknown_parts = any(problem.code == "no-such-part" for problem in check_design(updated))
        return design if has_unknown_parts else updated

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue with all parts that the design can use."""
        parts = available_parts(self.club_parts, self.previous_design)
        return BUILT_IN if parts == NO_PARTS else with_parts(parts)


def _bill_context(
    design: VehicleDesign | None, house_rules: HouseRules, free: int
) -> dict[str, Any]:
    """Return the template context of the bill panel, with lines, sums and warnings."""
    if design is None:
        return {"bill": (), "totals": (), "tally": ""}
    design_totals = compute_totals(design)
    funds_warning = (
        [f"This costs {money(design_totals.cost)}. You have {money(free)} available."]
        if design_totals.cost > free
        else []
    )
    warnings = [
        *funds_warning,
        *filter(None, [entry_limit_warning(design_totals.cost, house_rules)]),
    ]
    rows = totals_in_words(design_totals)
    return {
        "bill": bill(design),
        "totals": rows,
        "warnings": warnings,
        "paper": ", ".join(paper_parts(design)),
        "tally": summarize_totals(design_totals),
        "tally_over": any(bad for _, _, bad in rows),
    }


def _read_with_problems(form: DesignForm, parts: AvailableParts) -> VehicleDesign | None:
    """Return the design in a form and add its errors to the fields.

    Return None if the design has no totals.
    """
    if form.is_valid() and (problems := parts.read(form.design)[1]):
        form.refuse(BadForm(problems))
    return _read_design(form, parts)


@team_page()
def build(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Build a vehicle.

    The builder can start from a stock design (`?stock=`), a current or former vehicle of the team
    (`?like=`), a published design (`?design=`), a design as text, or the default design.
    """
    model = _vehicle_to_copy(team, request.GET.get("like", ""))
    design_key = request.GET.get("design", "")
    published_design = published(team.campaign, design_key) if design_key else None
    start = find_stock_vehicle(request.GET.get("stock", "") or design_key) or STOCK[5]
    pasting = "paste" in request.POST
    if request.POST.get("paste") == "install" and viewer.runs_desk:
        install_published(
            campaign=team.campaign,
            leave_out=frozenset(),
            actor=viewer.person,
            now=timezone.now(),
        )
    parts = AvailableParts(parts_of(team.campaign_id))
    paste = PasteForm(*((request.POST, request.FILES) if pasting else ()))
    pasted = paste.design(parts.club_parts) if pasting and paste.is_valid() else None
    if model:
        design = parts.at_current_numbers(design_of(model))
        face = {"colour": model.colour, "notes": model.notes}
    elif published_design:
        design = parts.at_current_numbers(decode_design(published_design.design))
        face = {"name": published_design.name, "colour": STARTING_COLOUR}
    else:
        name = start.name if request.GET.get("stock") or design_key else ""
        design, face = start.design, {"name": name, "colour": STARTING_COLOUR}
    if pasted:
        design, face = pasted, {"name": pasted.model, "colour": STARTING_COLOUR}
    initial = {**DesignForm.start(design), **face}
    data = None if pasting else request.POST or None
    form = DesignForm(data, initial=initial, parts=parts.catalogue)

    publishing = "publish" in request.POST
    act = library.build_and_publish if publishing else services.build

    def building() -> Vehicle:
        return act(
            team=team,
            design=form.design,
            actor=viewer.person,
            now=timezone.now(),
            face=form.record,
        )

    if request.method == "POST" and not pasting and "check" not in request.POST:
        response = carry_out(
            request,
            form,
            building,
            to=lambda row: team_url("vehicle", team, pk=row.pk),
            message=lambda row: (
                f"{row.name} is built{', and its design is in the library' if publishing else ''}."
            ),
        )
        if response:
            return response
    stocks = [(vehicle, compute_totals(vehicle.design)) for vehicle in STOCK]
    return _page(
        request,
        viewer,
        team,
        form,
        parts,
        design,
        title=f"Build another {model.name}" if model else "Build a vehicle",
        action="Build and pay",
        publish="Build, pay and publish",
        stocks=stocks,
        stock=None if model or pasted or published_design else start,
        picked=bool(design_key) or "stock" in request.GET or pasting,
        paste=paste,
        status=REFUSED if paste.errors else None,
    )


def _vehicle_to_copy(team: Team, key: str) -> Vehicle | None:
    """Return the vehicle of the team whose design is to be copied, or None."""
    try:
        return vehicle_of(team, UUID(key)) if key else None
    except ValueError:
        return None


def refit_page(
    request: HttpRequest, viewer: Viewer, team: Team, pk: UUID, refit: Callable[..., Vehicle]
) -> HttpResponse:
    """Turn a vehicle into another design on the same body, using the service `refit`."""
    vehicle = or_404(vehicle_of(team, pk))
    record, house_rules = record_of(vehicle), rules_of(viewer.campaign)
    face = {"name": vehicle.name, "colour": vehicle.colour, "notes": vehicle.notes}
    parts = AvailableParts(parts_of(team.campaign_id), record.design)
    initial = {**DesignForm.start(record.design), **face}
    form = DesignForm(request.POST or None, initial=initial, parts=parts.catalogue)
    for name in (*face, "body"):
        form.fields[name].disabled = True

    def submit() -> Vehicle:
        return refit(vehicle=vehicle, design=form.design, actor=viewer.person, now=timezone.now())

    page = team_url("vehicle", team, pk=pk)
    if (
        request.method == "POST"
        and "check" not in request.POST
        and (response := carry_out(request, form, submit, to=page, message="Refitted."))
    ):
        return response

    def price(design: VehicleDesign) -> str:
        cost = refitting.price_refit(record, design, house_rules).cost
        if cost >= 0:
            return f"The refit costs {money(cost)}."
        return f"You receive {money(-cost)} for the refit."

    return _page(
        request,
        viewer,
        team,
        form,
        parts,
        record.design,
        title=f"Refit {vehicle.name}",
        action="Refit and pay",
        crumbs=vehicle_crumbs(team, vehicle),
        back=page,
        price=price,
    )


def _page(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    form: DesignForm,
    parts: AvailableParts,
    start: VehicleDesign,
    **context: Any,
) -> HttpResponse:
    """Return the builder page with the form.

    For an htmx request, return only the form, its errors and its bill.
    """
    checking, price = "check" in request.POST, context.pop("price", None)
    status, form.scripted = context.pop("status", None), bool(getattr(request, "htmx", False))
    read = _read_with_problems if checking else _read_design
    design = read(form, parts) if form.is_bound else start
    form.arrange_lists(often_used(team, start))
    free = books.purse(team).free
    faults = () if form.is_bound else [problem.sentence for problem in check_design(start)]
    calculated = {
        "free": free,
        "faults": faults,
        **_bill_context(design, rules_of(viewer.campaign), free),
    }
    if design is not None and price is not None:
        calculated = {**calculated, "warnings": (), "price": price(design)}
    context = {
        "crumbs": (("Garage", team_url("garage", team)),),
        "back": team_url("garage", team),
        **context,
        **calculated,
    }
    if checking and getattr(request, "htmx", False):
        return render(
            request,
            "campaign/garage/builder_form.html",
            {"form": form, "team": team, "campaign": team.campaign, **context},
        )
    if not status:
        status = REFUSED if form.is_bound and form.errors and not checking else 200
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/garage/builder",
        here="garage",
        form=form,
        status=status,
        **context,
    )


def _read_design(form: DesignForm, parts: AvailableParts) -> VehicleDesign | None:
    """Return the design in a form without adding errors, or None if it has no totals."""
    try:
        design, problems = parts.read(form.design)
    except KeyError:
        return None
    return None if any(problem.code == "no-such-part" for problem in problems) else design
