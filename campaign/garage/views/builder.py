"""The builder: a new vehicle, or a refit of an existing one. "Check" calculates without buying."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
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
from campaign.garage.rules.stock import STOCK, find_stock_vehicle
from campaign.garage.rules.vehicles import decode_design
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.selectors.garage import design_of, record_of, vehicle_of
from campaign.garage.selectors.library import published
from campaign.garage.services import garage as services
from campaign.garage.services import library
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.views.frame import team_show, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.refusals import BadForm
from core.web.views.posting import REFUSED, carry_out

from .garage import trail
from .words import tally_of, too_dear, totals_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.garage.rules.parts import ClubParts
    from campaign.garage.rules.vehicles import VehicleDesign
    from campaign.league.rules.house import HouseRules
    from campaign.league.selectors.viewer import Viewer
    from core.web.problems import Problem

STARTING_COLOUR = "chrome"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The parts that a design can use: the club's own, and those that the vehicle has."""

    own: ClubParts
    before: VehicleDesign | None = None

    def read(self, data: Mapping[str, Any]) -> tuple[VehicleDesign | None, tuple[Problem, ...]]:
        """Return the design on a form, with all its problems."""
        return read_design(data, self.own, self.before)

    def today(self, design: VehicleDesign) -> VehicleDesign:
        """Return a design with current numbers, or unchanged if it has parts that are no longer
        sold.
        """
        anew = with_club_parts(design, self.own)
        gone = any(one.code == "no-such-part" for one in check_design(anew))
        return design if gone else anew

    @property
    def catalogue(self) -> Catalogue:
        """All parts that the design can use."""
        there = available_parts(self.own, self.before)
        return BUILT_IN if there == NO_PARTS else with_parts(there)


def _reckon(
    form: DesignForm, design: VehicleDesign | None, house: HouseRules, free: int
) -> dict[str, Any]:
    """Return the context of the bill panel: lines, sums and warnings."""
    if design is None:
        return {"bill": (), "totals": (), "tally": ""}
    sums = compute_totals(design)
    over = (
        [f"This costs {money(sums.cost)}. You have {money(free)} available."]
        if sums.cost > free
        else []
    )
    warnings = [*over, *filter(None, [too_dear(sums.cost, house)])]
    words = totals_in_words(sums)
    return {
        "bill": bill(design),
        "totals": words,
        "warnings": warnings,
        "tally": tally_of(sums),
        "tally_over": any(bad for _, _, bad in words),
    }


def _read(form: DesignForm, shelf: Shelf) -> VehicleDesign | None:
    """Return the design on a form and add its problems to the fields; None without totals."""
    if form.is_valid() and (problems := shelf.read(form.design)[1]):
        form.refuse(BadForm(problems))
    return _summed(form, shelf)


@team_page()
def build(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Build a vehicle.

    The builder starts from a stock design (`?stock=`), a current or former vehicle of the team
    (`?like=`), a published design (`?design=`), a design as text, or the default design.
    """
    model = _model(team, request.GET.get("like", ""))
    asked = request.GET.get("design", "")
    shown = published(team.campaign, asked) if asked else None
    start = find_stock_vehicle(request.GET.get("stock", "") or asked) or STOCK[5]
    shelf, pasting = Shelf(parts_of(team.campaign_id)), "paste" in request.POST
    paste = PasteForm(request.POST if pasting else None)
    pasted = paste.design(shelf.own) if pasting and paste.is_valid() else None
    if model:
        design, face = shelf.today(design_of(model)), {"colour": model.colour, "notes": model.notes}
    elif shown:
        design = shelf.today(decode_design(shown.design))
        face = {"name": shown.name, "colour": STARTING_COLOUR}
    else:
        name = start.name if request.GET.get("stock") or asked else ""
        design, face = start.design, {"name": name, "colour": STARTING_COLOUR}
    if pasted:
        design, face = pasted, {"name": pasted.model, "colour": STARTING_COLOUR}
    initial = {**DesignForm.start(design), **face}
    said = None if pasting else request.POST or None
    form = DesignForm(said, initial=initial, parts=shelf.catalogue)

    publishing = "publish" in request.POST
    act = library.build_and_publish if publishing else services.build

    def building() -> Vehicle:
        return act(
            team=team,
            design=form.design,
            by=viewer.person,
            at=timezone.now(),
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
    stocks = [(one, compute_totals(one.design)) for one in STOCK]
    return _page(
        request,
        viewer,
        team,
        form,
        shelf,
        design,
        title=f"Build another {model.name}" if model else "Build a vehicle",
        action="Build and pay",
        publish="Build, pay and publish",
        stocks=stocks,
        stock=None if model or pasted or shown else start,
        picked=bool(asked) or "stock" in request.GET or pasting,
        paste=paste,
        status=REFUSED if paste.errors else None,
    )


def _model(team: Team, key: str) -> Vehicle | None:
    """Return the team's vehicle to build again, or None."""
    try:
        return vehicle_of(team, UUID(key)) if key else None
    except ValueError:
        return None


@team_page()
def refit(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Turn a vehicle into another design on the same body."""
    row = or_404(vehicle_of(team, pk))
    record, house = record_of(row), rules_of(viewer.campaign)
    face = {"name": row.name, "colour": row.colour, "notes": row.notes}
    shelf = Shelf(parts_of(team.campaign_id), record.design)
    initial = {**DesignForm.start(record.design), **face}
    form = DesignForm(request.POST or None, initial=initial, parts=shelf.catalogue)
    for name in (*face, "body"):
        form.fields[name].disabled = True

    def refitting_it() -> Vehicle:
        return services.refit(vehicle=row, design=form.design, by=viewer.person, at=timezone.now())

    page = team_url("vehicle", team, pk=pk)
    if (
        request.method == "POST"
        and "check" not in request.POST
        and (response := carry_out(request, form, refitting_it, to=page, message="Refitted."))
    ):
        return response

    def price(design: VehicleDesign) -> str:
        cost = refitting.price_refit(record, design, house).cost
        return (
            f"The refit costs {money(cost)}."
            if cost >= 0
            else f"You receive {money(-cost)} for the refit."
        )

    return _page(
        request,
        viewer,
        team,
        form,
        shelf,
        record.design,
        title=f"Refit {row.name}",
        action="Refit and pay",
        crumbs=trail(team, row),
        back=page,
        price=price,
    )


def _page(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    form: DesignForm,
    shelf: Shelf,
    start: VehicleDesign,
    **shown: Any,
) -> HttpResponse:
    """Return the builder page with the form; for htmx only the form, its errors and its bill."""
    checking, price = "check" in request.POST, shown.pop("price", None)
    status, form.scripted = shown.pop("status", None), bool(getattr(request, "htmx", False))
    read = _read if checking else _summed
    design = read(form, shelf) if form.is_bound else start
    free = books.purse(team).free
    faults = () if form.is_bound else [one.sentence for one in check_design(start)]
    reckoned = {
        "free": free,
        "faults": faults,
        **_reckon(form, design, rules_of(viewer.campaign), free),
    }
    if design is not None and price is not None:
        reckoned = {**reckoned, "warnings": (), "price": price(design)}
    shown = {
        "crumbs": (("Garage", team_url("garage", team)),),
        "back": team_url("garage", team),
        **shown,
        **reckoned,
    }
    if checking and getattr(request, "htmx", False):
        return render(
            request,
            "campaign/garage/builder_form.html",
            {"form": form, "team": team, "campaign": team.campaign, **shown},
        )
    if not status:
        status = REFUSED if form.is_bound and form.errors and not checking else 200
    return team_show(
        request,
        viewer,
        team,
        "campaign/garage/builder",
        here="garage",
        form=form,
        status=status,
        **shown,
    )


def _summed(form: DesignForm, shelf: Shelf) -> VehicleDesign | None:
    """Return the design on a form without adding errors; None without totals."""
    try:
        design, problems = shelf.read(form.design)
    except KeyError:
        return None
    return None if any(problem.code == "no-such-part" for problem in problems) else design
