"""Queries for vehicles in their current state. They are only for the vehicles' owners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from campaign.garage.models import CrewPlace, Vehicle
from campaign.garage.rules import damage, repairs, sheet
from campaign.garage.rules.record import (
    PLACES,
    Crew,
    Exterior,
    Place,
    VehicleRecord,
    view_exterior,
)
from campaign.garage.rules.vehicles import VehicleDesign, decode_design, make_record
from campaign.league.models import Team, Week
from campaign.league.selectors.viewer import Viewer
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from core.web.lazy_rows import LazyRows


@dataclass(frozen=True, slots=True)
class GarageVehicle:
    """A vehicle of the viewer's team with its current record."""

    id: UUID
    name: str
    colour: str
    notes: str
    built_at: datetime
    gone_at: datetime | None
    gone_how: str
    record: VehicleRecord

    @property
    def sheet(self) -> sheet.VehicleSheet:
        return sheet.make_sheet(self.record)

    @property
    def value(self) -> int:
        """Return the current value in dollars."""
        return damage.current_value(self.record)


def current_vehicles(team: Team) -> tuple[GarageVehicle, ...]:
    """Return the team's vehicles by name, for people who can see the books.

    This takes three queries.
    """
    return with_records(Vehicle.objects.filter(team=team, gone_at=None))


class AllVehicles(LazyRows[GarageVehicle]):
    """All current and former vehicles of a team by name, for people who can see the books.

    The rows are loaded on demand. The length takes one query, and a slice takes three.
    """

    def __init__(self, team: Team) -> None:
        self._rows = Vehicle.objects.filter(team=team).order_by("name", "id")

    def _load(self, bounds: slice) -> tuple[GarageVehicle, ...]:
        return with_records(self._rows[bounds])


def former_vehicles(team: Team) -> QuerySet[Vehicle]:
    """Return the team's former vehicles, latest first, for people who can see the books."""
    return (
        Vehicle.objects.filter(team=team).exclude(gone_at=None).order_by("-gone_at", "name", "id")
    )


def with_records(vehicles: Iterable[Vehicle]) -> tuple[GarageVehicle, ...]:
    """Return these vehicles together with their records."""
    rows = list(vehicles)
    records_by_id = records_by_vehicle(rows)
    return tuple(
        GarageVehicle(
            id=row.pk,
            name=row.name,
            colour=row.colour,
            notes=row.notes,
            built_at=row.built_at,
            gone_at=row.gone_at,
            gone_how=row.gone_how,
            record=records_by_id[row.pk],
        )
        for row in rows
    )


def records_by_vehicle(vehicles: Iterable[Vehicle]) -> dict[UUID, VehicleRecord]:
    """Return the current records of these vehicles, including their usual crews.

    This takes two queries.
    """
    rows = list(vehicles)
    lost, crews = balances.damage([row.pk for row in rows]), usual_crews([row.pk for row in rows])
    return {
        row.pk: make_record(
            design_of(row), row.name, row.colour, lost.get(row.pk), crews.get(row.pk, ())
        )
        for row in rows
    }


def record_of(vehicle: Vehicle) -> VehicleRecord:
    """Return a vehicle's current record."""
    return records_by_vehicle([vehicle])[vehicle.pk]


def design_of(vehicle: Vehicle) -> VehicleDesign:
    """Return a vehicle's design as built."""
    return decode_design(vehicle.design)


def exterior_of(vehicle: Vehicle) -> Exterior:
    """Return a vehicle's appearance as built."""
    return view_exterior(make_record(design_of(vehicle), vehicle.name, vehicle.colour))


def usual_crews(vehicle_ids: Iterable[UUID]) -> dict[UUID, tuple[Crew, ...]]:
    """Return the usual crews by vehicle, driver first. This takes one query."""
    crews: dict[UUID, list[Crew]] = defaultdict(list)
    rows = CrewPlace.objects.filter(vehicle__among=frozenset(vehicle_ids), character__left_at=None)
    places = rows.order_by("place").values_list(
        "vehicle_id", "place", "character_id", "character__name"
    )
    for vehicle_id, place, character_id, name in places:
        crews[vehicle_id].append(
            Crew(place=seat_kind(place), name=name, character=str(character_id))
        )
    return {
        vehicle_id: tuple(sorted(crew, key=lambda member: PLACES.index(member.place)))
        for vehicle_id, crew in crews.items()
    }


def entered_vehicle_ids(viewer: Viewer, team: Team) -> frozenset[UUID]:
    """Return the team's vehicles that are entered for duels that are not over, for the team's
    owners only.

    Entries are not part of the books (E11). This takes one query.
    """
    if team.pk not in viewer.team_ids:
        return frozenset()
    rows = team.entries.filter(withdrawn_at=None).exclude(
        duel__week__status__in=[Week.Status.PLANNED, *Week.FINISHED]
    )
    return frozenset(rows.values_list("vehicle_id", flat=True))


def seat_kind(place: str) -> Place:
    """Return the kind of a place, such as "passenger" for "passenger:2"."""
    kind = place.partition(":")[0]
    return "driver" if kind == "driver" else "gunner" if kind == "gunner" else "passenger"


def part_limit(vehicle: Vehicle, part: str) -> int:
    """Return the maximum loss of a part, in DP, armour points or shots ("ammo:weapon:1").

    The limit is 0 if the vehicle does not have the part.
    """
    record = make_record(design_of(vehicle), vehicle.name, vehicle.colour)
    kind, _, weapon = part.partition(":")
    if kind == "ammo":
        numbers = {
            f"weapon:{number}": record.design.loaded_shots(mount)
            for number, mount in enumerate(record.design.weapons, 1)
        }
        return numbers.get(weapon, 0)
    return repairs.part_size(record, part)


def vehicle_of(team: Team, pk: UUID) -> Vehicle | None:
    """Return one of the team's current or former vehicles, or None. This takes one query."""
    vehicle = Vehicle.objects.filter(team=team, pk=pk).first()
    if vehicle is not None:
        vehicle.team = team
    return vehicle


def usual_places(vehicle: Vehicle) -> dict[str, UUID]:
    """Return a vehicle's usual crew by place. This takes one query."""
    rows = CrewPlace.objects.filter(vehicle=vehicle)
    return dict(rows.values_list("place", "character_id"))


def crew_choices(team: Team) -> list[tuple[UUID, str]]:
    """Return the team's people by name, as choices for a crew. This takes one query."""
    rows = Character.objects.filter(team=team, left_at=None).order_by("name")
    return list(rows.values_list("pk", "name"))


def vehicles_by_id(ids: Iterable[UUID]) -> tuple[Vehicle, ...]:
    """Return these vehicles. This takes one query."""
    return tuple(Vehicle.objects.filter(pk__in=list(ids)))
