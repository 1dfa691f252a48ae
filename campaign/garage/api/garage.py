"""API operations on a team's garage: building, checking, refitting, crewing, repairing and selling
vehicles.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from campaign.garage.models import Vehicle
from campaign.garage.rules import refit as refitting
from campaign.garage.rules import repairs
from campaign.garage.rules.acts import NewVehicle, VehicleFace
from campaign.garage.rules.club_parts import with_club_parts
from campaign.garage.rules.damage import Condition
from campaign.garage.rules.design import Line, Totals, VehicleDesign, bill, compute_totals
from campaign.garage.rules.design_check import check_design
from campaign.garage.rules.designer_files import MAX_FILE_LENGTH, read_car
from campaign.garage.rules.fittings import paper_parts
from campaign.garage.rules.printed import Printed
from campaign.garage.rules.printed_writing import write_printed
from campaign.garage.rules.published import PACK
from campaign.garage.rules.record import Wear
from campaign.garage.rules.repairs import Quote
from campaign.garage.rules.sheet import VehicleSheet
from campaign.garage.selectors import offers
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.selectors.garage import (
    AllVehicles,
    GarageVehicle,
    current_vehicles,
    entered_vehicle_ids,
    record_of,
    vehicle_of,
    with_records,
)
from campaign.garage.services import garage as services
from campaign.league.api.permissions import TeamCall, books_door, team_door
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.ledger.api.shapes import Bill, LedgerRow, ledger_row
from core.web.api.operations import Body, Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.api.scopes import Scope
from core.web.not_found import or_404
from core.web.problems import Problem
from core.web.records import Changes, filled

Seating = dict[Annotated[str, Meta(max_length=20)], UUID]
"""Character by place, which is "driver", "gunner", "passenger:1" and so on."""


class VehicleLine(Record):
    """A vehicle in the list. `cost` is its price as built, and `value` its current value."""

    id: UUID
    name: str
    colour: str
    body: str
    condition: Condition
    cost: int
    value: int
    entered: bool
    gone_at: datetime | None
    gone_how: str


class VehicleOut(Record):
    """A vehicle with all its details: its design as built, its current sheet, and losses by part.

    `lot_pays` is the price that the used-car lot pays.
    """

    id: UUID
    name: str
    colour: str
    notes: str
    built_at: datetime
    gone_at: datetime | None
    gone_how: str
    entered: bool
    design: VehicleDesign
    sheet: VehicleSheet
    lost: tuple[Wear, ...]
    places: tuple[str, ...]
    crew: dict[str, UUID]
    lot_pays: int


class GarageQuery(Paged):
    """Filters and order of vehicles, as query parameters."""

    gone: Annotated[bool, Meta(description="Also include former vehicles.")] = False
    condition: Condition | None = None
    ordering: Literal["name", "-value"] = "name"


@books_door()
def list_vehicles(call: TeamCall, query: GarageQuery) -> Page[VehicleLine]:
    """List your team's vehicles."""
    entered_ids = entered_vehicle_ids(call.viewer, call.team)
    return paged(
        call,
        query,
        _select_vehicles(call.team, query),
        lambda vehicle: _line(vehicle, entered=vehicle.id in entered_ids),
    )


def _select_vehicles(team: Team, query: GarageQuery) -> Sequence[GarageVehicle]:
    """Return the vehicles that match a query.

    Condition and value are calculated. If the query filters or sorts by them, all vehicles are
    loaded.
    """
    vehicles: Sequence[GarageVehicle] = AllVehicles(team) if query.gone else current_vehicles(team)
    if query.condition is not None:
        vehicles = [vehicle for vehicle in vehicles if vehicle.sheet.condition == query.condition]
    if query.ordering == "-value":
        return sorted(vehicles, key=lambda vehicle: -vehicle.value)
    return vehicles


def _line(vehicle: GarageVehicle, *, entered: bool) -> VehicleLine:
    sheet = vehicle.sheet
    return filled(
        VehicleLine,
        vehicle,
        body=sheet.body,
        condition=sheet.condition,
        cost=sheet.totals.cost,
        value=sheet.value,
        entered=entered,
    )


def find_vehicle(call: TeamCall, vehicle: UUID) -> Vehicle:
    """Return one of the team's current or former vehicles. Raise Http404."""
    return or_404(vehicle_of(call.team, vehicle))


def vehicle_out(call: TeamCall, row: Vehicle) -> VehicleOut:
    """Return all details of a team's vehicle."""
    current = with_records([row])[0]
    sheet = current.sheet
    return filled(
        VehicleOut,
        current,
        entered=current.id in entered_vehicle_ids(call.viewer, call.team),
        design=current.record.design,
        sheet=sheet,
        lost=current.record.damage,
        places=services.crew_places(current.record.design),
        crew=_crew(row),
        lot_pays=sheet.value * rules_of(call.campaign).resale_percent // 100,
    )


def _crew(row: Vehicle) -> dict[str, UUID]:
    return dict(
        row.crew.filter(character__left_at=None)
        .order_by("place")
        .values_list("place", "character_id")
    )


@books_door()
def show(call: TeamCall, vehicle: UUID) -> VehicleOut:
    """Return one of your team's vehicles with all its details.

    A charge that is attached to the vehicle is never shown (E23).
    """
    return vehicle_out(call, find_vehicle(call, vehicle))


@books_door()
def history(call: TeamCall, query: Paged, vehicle: UUID) -> Page[LedgerRow]:
    """List all bookings of one of your team's vehicles, newest first."""
    return paged(call, query, offers.history(find_vehicle(call, vehicle)), ledger_row)


# --- building -------------------------------------------------------------------------------------


class Design(Body):
    """A design that refers to parts by their keys."""

    design: VehicleDesign


class DesignChecked(Record):
    """The totals, bill and errors of a design. If a part is unknown, there are no totals."""

    problems: tuple[Problem, ...]
    totals: Totals | None
    bill: tuple[Line, ...]


@person_door(scope=Scope.READ)
def check(call: Call, body: Design) -> DesignChecked:
    """Check a design without building it. Club parts are used only if the design includes them."""
    problems = check_design(body.design)
    if any(problem.code == "no-such-part" for problem in problems):
        return DesignChecked(problems=problems, totals=None, bill=())
    return DesignChecked(
        problems=problems, totals=compute_totals(body.design), bill=bill(body.design)
    )


class PrintedLine(Body):
    """A vehicle as newsletters print it, in one line of up to 4,000 characters.

    It can also be the JSON of a vehicle in another designer's file.
    """

    text: Annotated[str, Meta(min_length=1, max_length=MAX_FILE_LENGTH)]


class PrintedRead(Record):
    """The design in a printed line, with what was not understood and the figures in the line.

    The design is null if the line names no body or no power plant. It uses the parts of the
    catalogue and of the published list. `on_paper` names the parts without effect in driven duels.
    `line` is the design written as a printed line.
    """

    design: VehicleDesign | None
    unread: tuple[str, ...]
    printed: Printed
    problems: tuple[Problem, ...]
    totals: Totals | None
    bill: tuple[Line, ...]
    on_paper: tuple[str, ...]
    line: str


@person_door(scope=Scope.READ)
def read_line(call: Call, body: PrintedLine) -> PrintedRead:
    """Read a printed line as a design, without building it."""
    reading = read_car(body.text, PACK)
    design = reading.design
    problems = check_design(design) if design else ()
    if design is None or any(problem.code == "no-such-part" for problem in problems):
        return filled(
            PrintedRead, reading, problems=problems, totals=None, bill=(), on_paper=(), line=""
        )
    return filled(
        PrintedRead,
        reading,
        problems=problems,
        totals=compute_totals(design),
        bill=bill(design),
        on_paper=paper_parts(design),
        line=write_printed(design),
    )


@team_door(status=201)
def build(call: TeamCall, body: NewVehicle) -> VehicleOut:
    """Build a vehicle and pay for it."""
    row = services.build(
        team=call.team,
        face=body,
        design=body.design,
        actor=call.user,
        now=call.now,
    )
    row.team = call.team
    return vehicle_out(call, row)


@team_door()
def rename(call: TeamCall, body: Changes[VehicleFace], vehicle: UUID) -> VehicleOut:
    """Change a vehicle's name, colour or notes."""
    row = find_vehicle(call, vehicle)
    services.rename(vehicle=row, face=body.apply_to(VehicleFace, row))
    return vehicle_out(call, find_vehicle(call, vehicle))


class Crewing(Body):
    """The usual crew by place. Places that are omitted become empty."""

    crew: Seating


@team_door()
def seat(call: TeamCall, body: Crewing, vehicle: UUID) -> VehicleOut:
    """Set the usual crew."""
    row = find_vehicle(call, vehicle)
    services.assign_crew(vehicle=row, crew=body.crew)
    return vehicle_out(call, row)


class RefitQuote(Record):
    """The cost of a refit in dollars: new parts, old parts, and the sum.

    The sum is negative if the team gains money.
    """

    problems: tuple[Problem, ...]
    bought: int
    returned: int
    cost: int


@team_door(scope=Scope.READ)
def quote_refit(call: TeamCall, body: Design, vehicle: UUID) -> RefitQuote:
    """Return the cost of a refit without carrying it out."""
    record = record_of(find_vehicle(call, vehicle))
    design = with_club_parts(body.design, parts_of(call.campaign.pk), record.design)
    problems = check_design(design) or refitting.check_refit(record, design)
    if problems:
        return RefitQuote(problems=problems, bought=0, returned=0, cost=0)
    cost = refitting.price_refit(record, design, rules_of(call.campaign))
    return filled(RefitQuote, cost, problems=())


# --- workshop, used-car lot, scrapping
# --------------------------------------------------------------


@books_door()
def quote_repairs(call: TeamCall, query: Paged, vehicle: UUID) -> Page[Quote]:
    """List the hired workshop's prices for each part."""
    return paged(
        call,
        query,
        repairs.quote_repairs(record_of(find_vehicle(call, vehicle)), rules_of(call.campaign)),
        lambda quote: quote,
    )


class Repairing(Body):
    """A request to repair these parts."""

    parts: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=200)]


@team_door()
def repair(call: TeamCall, body: Repairing, vehicle: UUID) -> Bill:
    """Have the hired workshop repair parts immediately, and return the cost."""
    return Bill(
        dollars=services.repair(
            vehicle=find_vehicle(call, vehicle), parts=body.parts, actor=call.user, now=call.now
        )
    )


@team_door()
def sell(call: TeamCall, vehicle: UUID) -> Bill:
    """Sell a vehicle to the used-car lot, and return the price."""
    return Bill(
        dollars=services.sell(vehicle=find_vehicle(call, vehicle), actor=call.user, now=call.now)
    )


@team_door()
def scrap(call: TeamCall, vehicle: UUID) -> None:
    """Scrap a vehicle. The team receives no payment."""
    services.scrap(vehicle=find_vehicle(call, vehicle), now=call.now)
