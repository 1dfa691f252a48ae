"""A team's knowledge about rivals' vehicles (E11, E24).

Its knowledge comes from its own infiltrations and from recorded duels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import F, Q, Subquery, Window
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce, RowNumber

from campaign.duels.models import DuelResult
from campaign.duels.selectors.duels import ResultPayload, payload_of
from campaign.garage.models import Offer, Vehicle
from campaign.garage.rules.record import Exterior
from campaign.garage.rules.sheet import VehicleSheet
from campaign.league.models import Season, Team, Week
from espionage.models import Intel
from espionage.rules.orders import Sheet
from espionage.rules.report import Snapshot

SightingKind: TypeAlias = Literal["sheet", "exterior", "duel"]
NEWEST_FIRST: Final = Window(RowNumber(), partition_by="vehicle", order_by=["-at", "-cause"])
"""The place of a team's snapshot among those of the same vehicle. The newest one has place 1."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One sighting of a vehicle.

    An infiltrator provides the `snapshot`. Spectators of a duel see the `exterior`, and whether the
    vehicle was `destroyed`.
    """

    vehicle: UUID
    team: UUID
    name: str
    kind: SightingKind
    week: int
    season: int
    snapshot: Snapshot | None = None
    exterior: Exterior | None = None
    destroyed: bool = False

    @property
    def sort_key(self) -> tuple[int, int]:
        """The key for sorting by time. A week's duel comes after its missions."""
        return self.season, 2 * self.week + (self.kind == "duel")


Vehicles: TypeAlias = dict[UUID, tuple[Sighting, ...]]
"""Sightings by vehicle, newest first."""


def known_vehicles(team: Team, season: Season) -> Vehicles:
    """Return this team's sightings of rivals' vehicles in a season. This runs three queries.

    Vehicles are sorted by their last known name.
    """
    by_vehicle: dict[UUID, list[Sighting]] = {}
    for sighting in (
        *_own_sightings(team, season),
        *_with_current_owners(team, list(_public_sightings(season))),
    ):
        if sighting.team != team.pk:
            by_vehicle.setdefault(sighting.vehicle, []).append(sighting)
    histories = [tuple(sorted(rows, key=_sort_key, reverse=True)) for rows in by_vehicle.values()]
    return {rows[0].vehicle: rows for rows in sorted(histories, key=lambda rows: _by_name(rows[0]))}


def _sort_key(sighting: Sighting) -> tuple[int, int]:
    return sighting.sort_key


def _by_name(sighting: Sighting) -> tuple[str, str]:
    return sighting.name, str(sighting.vehicle)


def _own_sightings(team: Team, season: Season) -> Iterator[Sighting]:
    rows = Intel.objects.filter(team=team, week__season=season).select_related("week__season")
    for row in rows.order_by("at", "cause"):
        snapshot = msgspec.convert(row.snapshot, Snapshot)
        yield _infiltrator_sighting(row, row.snapshot["name"], snapshot)


def snapshots_of_week(team: Team, week: Week) -> tuple[Snapshot, ...]:
    """Return this team's snapshots of rivals' vehicles from a week.

    This runs one query.
    """
    rows = Intel.objects.filter(team=team, week=week).order_by("at", "cause")
    return tuple(msgspec.convert(row.snapshot, Snapshot) for row in rows)


def _infiltrator_sighting(row: Intel, name: str, snapshot: Snapshot | None = None) -> Sighting:
    sighting_kind: SightingKind = "sheet" if row.kind == Intel.Kind.SHEET else "exterior"
    number, season = row.week.number, row.week.season.number
    return Sighting(row.vehicle_id, row.about_id, name, sighting_kind, number, season, snapshot)


def _public_sightings(season: Season) -> Iterator[Sighting]:
    for row in _results(Q(duel__week__season=season)):
        yield from _duel_sightings(row.duel.week, payload_of(row))


def _with_current_owners(team: Team, sightings: Collection[Sighting]) -> list[Sighting]:
    """Return the sightings with each vehicle's current owner, if this team knows it.

    A team knows who owns its own vehicles, and vehicles that it sold to a team that still has them.
    For other vehicles, the owner at the time of the sighting is kept, because only the two teams
    know of a trade (C20). This runs one query.
    """
    is_sold = Q(
        offers__seller=team, offers__outcome=Offer.Outcome.ACCEPTED, offers__buyer=F("team")
    )
    vehicles = {sighting.vehicle for sighting in sightings}
    rows = Vehicle.objects.filter(Q(team=team) | is_sold, pk__in=vehicles)
    owners = dict(rows.values_list("pk", "team_id"))
    return [
        replace(sighting, team=owners.get(sighting.vehicle, sighting.team))
        for sighting in sightings
    ]


def _results(condition: Q) -> Iterable[DuelResult]:
    """Return the last revision of each result, sorted by week."""
    rows = DuelResult.objects.filter(condition).select_related("duel__week__season")
    starts_at = Coalesce("duel__starts_at", "duel__week__duel_at")
    ordered = rows.order_by("duel__week__opens_at", starts_at, "revision")
    return {row.duel_id: row for row in ordered}.values()


def _duel_sightings(week: Week, duel: ResultPayload) -> Iterator[Sighting]:
    """Yield the public sightings of vehicles in a duel, and the teams that entered the vehicles."""
    destroyed = {vehicle.vehicle for vehicle in duel.record.vehicles if vehicle.fate == "destroyed"}
    for key, exterior in duel.seen.items():
        yield Sighting(
            UUID(key),
            UUID(duel.drove[key]),
            exterior.name,
            "duel",
            week.number,
            week.season.number,
            exterior=exterior,
            destroyed=key in destroyed,
        )


@dataclass(frozen=True, slots=True)
class KnownSheet:
    """A complete record sheet of a rival's vehicle that a team knows, and its week."""

    vehicle: UUID
    week: int
    season: int
    sheet: VehicleSheet


def newest_sheets(
    team: UUID, vehicle_ids: Collection[UUID], *, before: datetime
) -> tuple[KnownSheet, ...]:
    """Return the newest complete record sheets that this team's infiltrators had seen by then.

    Only the given vehicles are considered, except for the team's own. This runs one query.
    """
    rows = Intel.objects.filter(
        team=team, vehicle__in=list(vehicle_ids), kind=Intel.Kind.SHEET, at__lte=before
    )
    rows = rows.exclude(vehicle__team=team).annotate(nth=NEWEST_FIRST).filter(nth=1)
    sheets = [
        (row, msgspec.convert(row.snapshot, Snapshot).sheet)
        for row in rows.select_related("week__season")
    ]
    return tuple(
        KnownSheet(row.vehicle_id, row.week.number, row.week.season.number, sheet)
        for row, sheet in sheets
        if sheet is not None
    )


# --- targets --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Targets:
    """Vehicles as last seen.

    `targetable` contains the vehicles that an order can name, sorted by name. `names` contains the
    names of all vehicles.
    """

    targetable: dict[UUID, Sighting]
    names: dict[str, str]


def targets(team: Team) -> Targets:
    """Return rivals' vehicles that an order can name. This runs three queries.

    Orders can name vehicles that were seen in the newest season or the season before it, and that
    have not been publicly destroyed since. Older vehicles are left out, because a club's vehicles
    change.
    """
    rows = _last_spied(team.pk, _in_recent_seasons(team.campaign_id, "week__season"))
    sightings = [_infiltrator_sighting(row, row.called) for row in rows]
    for result in _results(_in_recent_seasons(team.campaign_id, "duel__week__season")):
        sightings += _duel_sightings(result.duel.week, payload_of(result))
    last = {sighting.vehicle: sighting for sighting in sorted(sightings, key=_sort_key)}
    targetable = sorted(
        [sighting for sighting in last.values() if not sighting.destroyed], key=_by_name
    )
    return Targets(
        {
            sighting.vehicle: sighting
            for sighting in _with_current_owners(team, targetable)
            if sighting.team != team.pk
        },
        {str(pk): sighting.name for pk, sighting in last.items()},
    )


def _in_recent_seasons(club: UUID, season: str) -> Q:
    """Return a condition for the club's newest season and the season before it.

    `season` is the lookup path to the season.
    """
    newest = Season.objects.filter(campaign=club).order_by("-number").values("number")
    number = Subquery(newest[:1]) - 1
    return Q(**{f"{season}__campaign": club, f"{season}__number__gte": number})


def _last_spied(team: UUID, condition: Q) -> Iterable[Any]:
    """Return the last snapshot of each vehicle that this team's infiltrators saw.

    The snapshots are returned without their contents. `called` is the vehicle's name.
    """
    rows = Intel.objects.filter(condition, team=team).annotate(nth=NEWEST_FIRST).filter(nth=1)
    named = rows.annotate(called=KT("snapshot__name")).order_by("at", "cause")
    return named.select_related("week__season").defer("snapshot")


def vehicle_names(team: Team, ids: Iterable[str]) -> dict[str, str]:
    """Return the last known names of these vehicles, as far as the team knows them.

    This runs two queries, or none if `ids` is empty.
    """
    keys = {key for key in ids if _is_id(key)}
    if not keys:
        return {}
    spied = _last_spied(team.pk, Q(vehicle__in=keys))
    sightings = [_infiltrator_sighting(row, row.called) for row in spied]
    for row in _results(_last_duels(team, keys)):
        sightings += [
            sighting
            for sighting in _duel_sightings(row.duel.week, payload_of(row))
            if str(sighting.vehicle) in keys
        ]
    return {str(sighting.vehicle): sighting.name for sighting in sorted(sightings, key=_sort_key)}


def names_on_sheet(team: Team, sheet: Sheet) -> dict[str, str]:
    """Return the names of the vehicles that a sheet of this team mentions, by id.

    This runs up to two queries, and one more if a counterspy's conditions name targets.
    """
    bombed = [order.target for order in sheet.orders if order.action == "blow_up" and order.target]
    guarded = [order for order in sheet.orders if order.only_against and order.only_against.targets]
    return {**vehicle_names(team, bombed), **(own_names(team) if guarded else {})}


def own_names(team: Team) -> dict[str, str]:
    """Return the names of the team's own vehicles, by id."""
    garage = Vehicle.objects.filter(team=team, gone_at=None)
    return {str(pk): name for pk, name in garage.values_list("pk", "name")}


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _last_duels(team: Team, keys: Iterable[str]) -> Q:
    """Return a condition for the weeks in which these vehicles were last in a recorded duel."""
    condition = Q()
    for key in sorted(keys):
        rows = DuelResult.objects.filter(
            duel__week__season__campaign=team.campaign_id, payload__seen__has_key=key
        )
        weeks = rows.order_by("-duel__week__opens_at").values("duel__week")
        condition |= Q(duel__week=Subquery(weeks[:1]))
    return condition
