"""Vehicles as they stand: their owners' records, and what others may know of them from duels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, overload

from campaign.garage.models import CrewPlace, Vehicle
from campaign.garage.rules import damage, repairs, sheet
from campaign.garage.rules.record import PLACES, Crew, Place, VehicleRecord
from campaign.garage.rules.vehicles import VehicleDesign, decode_design, make_record
from campaign.league.models import Team, Week
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from core.web.prepared import Keys, PreparedInScope

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.selectors.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Parked:
    """A vehicle of the team's own: its row, its record now, the full sheet, what the lot would
    value it at.
    """

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
        return sheet.full_sheet(self.record)

    @property
    def value(self) -> int:
        """Dollars it is worth as it stands."""
        return damage.value(self.record)


def garage(team: Team) -> tuple[Parked, ...]:
    """The team's vehicles by name. For who may read the books. Three queries."""
    return parked(Vehicle.objects.filter(team=team, gone_at=None))


class Cars(Sequence[Parked]):
    """Every vehicle that the team ever had, by name, gone or not. Only what is asked for is read:
    one query for the length, three for a slice. For who may read the books.
    """

    def __init__(self, team: Team) -> None:
        self._rows = Vehicle.objects.filter(team=team).order_by("name", "id")

    @cached_property
    def _length(self) -> int:
        return self._rows.count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Parked: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Parked, ...]: ...
    def __getitem__(self, at: int | slice) -> Parked | tuple[Parked, ...]:
        return parked(self._rows[at]) if isinstance(at, slice) else parked([self._rows[at]])[0]


def parted_with(team: Team) -> QuerySet[Vehicle]:
    """The vehicles that the team has no more, the last one first. For who may read the books."""
    return (
        Vehicle.objects.filter(team=team).exclude(gone_at=None).order_by("-gone_at", "name", "id")
    )


def parked(vehicles: Iterable[Vehicle]) -> tuple[Parked, ...]:
    """These vehicles with their records."""
    rows = list(vehicles)
    found = records(rows)
    return tuple(
        Parked(
            id=row.pk,
            name=row.name,
            colour=row.colour,
            notes=row.notes,
            built_at=row.built_at,
            gone_at=row.gone_at,
            gone_how=row.gone_how,
            record=found[row.pk],
        )
        for row in rows
    )


def records(vehicles: Iterable[Vehicle]) -> dict[UUID, VehicleRecord]:
    """The records of these vehicles as they are now, usual crew aboard. Two queries."""
    rows = list(vehicles)
    lost, crews = balances.damage([row.pk for row in rows]), usual_crews([row.pk for row in rows])
    return {
        row.pk: make_record(
            design_of(row), row.name, row.colour, lost.get(row.pk), crews.get(row.pk, ())
        )
        for row in rows
    }


def record_of(vehicle: Vehicle) -> VehicleRecord:
    """One vehicle's record as it is now."""
    return records([vehicle])[vehicle.pk]


def design_of(vehicle: Vehicle) -> VehicleDesign:
    """The design as built."""
    return decode_design(vehicle.design)


def usual_crews(vehicle_ids: Iterable[UUID]) -> dict[UUID, tuple[Crew, ...]]:
    """Who usually sits where, driver first. One query."""
    found: dict[UUID, list[Crew]] = defaultdict(list)
    for vehicle_id, place, character_id, name in _CREWS.all(vehicles=frozenset(vehicle_ids)):
        found[vehicle_id].append(
            Crew(place=seat_kind(place), name=name, character=str(character_id))
        )
    return {
        vehicle_id: tuple(sorted(crew, key=lambda one: PLACES.index(one.place)))
        for vehicle_id, crew in found.items()
    }


def _crews(vehicles: frozenset[UUID]) -> QuerySet[CrewPlace, tuple[UUID, str, UUID, str]]:
    rows = CrewPlace.objects.filter(vehicle__among=vehicles, character__left_at=None)
    return rows.order_by("place").values_list(
        "vehicle_id", "place", "character_id", "character__name"
    )


_CREWS: Final = PreparedInScope(_crews, vehicles=Keys)


def entered(viewer: Viewer, team: Team) -> frozenset[UUID]:
    """The vehicles entered for a duel still to come or under way. For the team's owners only:
    entries are no books (E11). One query.
    """
    if team.pk not in viewer.team_ids:
        return frozenset()
    rows = team.entries.filter(withdrawn_at=None).exclude(
        week__status__in=[Week.Status.PLANNED, *Week.FINISHED]
    )
    return frozenset(rows.values_list("vehicle_id", flat=True))


def seat_kind(place: str) -> Place:
    """The kind of a place: "passenger:2" is a passenger's."""
    kind = place.partition(":")[0]
    return "driver" if kind == "driver" else "gunner" if kind == "gunner" else "passenger"


def part_limit(vehicle: Vehicle, part: str) -> int:
    """What a part can lose at most: DP, armour points, or shots ("ammo:weapon:1"); 0 for a part
    that is not there.
    """
    record = make_record(design_of(vehicle), vehicle.name, vehicle.colour)
    kind, _, weapon = part.partition(":")
    if kind == "ammo":
        numbers = {
            f"weapon:{at}": record.design.loaded(mount)
            for at, mount in enumerate(record.design.weapons, 1)
        }
        return numbers.get(weapon, 0)
    return repairs.part_size(record, part)


def vehicle_of(team: Team, pk: UUID) -> Vehicle | None:
    """One of the team's vehicles, still there or not. One query."""
    found = Vehicle.objects.filter(team=team, pk=pk).first()
    if found is not None:
        found.team = team
    return found


def usual_places(vehicle: Vehicle) -> dict[str, UUID]:
    """Who usually sits where in a vehicle. One query."""
    rows = CrewPlace.objects.filter(vehicle=vehicle)
    return dict(rows.values_list("place", "character_id"))


def crew_choices(team: Team) -> list[tuple[UUID, str]]:
    """The team's people by name: whom a crew is chosen from. One query."""
    rows = Character.objects.filter(team=team, left_at=None).order_by("name")
    return list(rows.values_list("pk", "name"))


def vehicles_by_id(ids: Iterable[UUID]) -> tuple[Vehicle, ...]:
    """These vehicles. One query."""
    return tuple(Vehicle.objects.filter(pk__in=list(ids)))
