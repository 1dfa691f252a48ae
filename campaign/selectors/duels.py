"""Duels: a team's own entries, and what everybody may read once a result is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

from campaign.models import Character, DuelEntry, DuelResult, Membership, Vehicle, Week
from campaign.rules.duel_record import DuelRecord
from campaign.rules.record import Exterior

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from campaign.models import Campaign

    from .viewer import Viewer


class Recorded(msgspec.Struct, frozen=True):
    """The payload of a result: what the GM wrote, what each vehicle in it looked like to those who watched, what was booked.

    `wounds` (by character) and `damage` (by vehicle and part) are the teams' own: they tell of DP and armour that nobody else
    knows, so no page or form shows them.
    """

    record: DuelRecord
    seen: dict[str, Exterior] = {}
    wounds: dict[str, int] = {}
    damage: dict[str, dict[str, int]] = {}


def recorded(result: DuelResult) -> Recorded:
    """The stored result as values."""
    return msgspec.convert(result.payload, Recorded)


def latest_results(week_ids: Iterable[UUID]) -> dict[UUID, DuelResult]:
    """The result that counts of each week: its highest revision. One query."""
    rows = DuelResult.objects.filter(week__in=list(week_ids)).order_by("revision")
    return {row.week_id: row for row in rows}


def duellists(week_ids: Iterable[UUID]) -> frozenset[UUID]:
    """Everybody who rode in a recorded duel of these weeks."""
    return frozenset(UUID(deeds.character) for row in latest_results(week_ids).values() for deeds in recorded(row).record.form.people)


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entered vehicle: crew by place, names included."""

    id: UUID
    team_id: UUID
    vehicle_id: UUID
    vehicle: str
    crew: tuple[tuple[str, UUID, str], ...]
    entered_at: datetime


def entries(viewer: Viewer, week: Week, now: datetime) -> tuple[EntryView, ...]:
    """The entries this viewer may know: their own teams' at once; everybody's once the duel's result is out, for a GM from `duel_at`.

    Rivals' entries, and whether there are any, stay unknown until then (E11).
    """
    rows = DuelEntry.objects.filter(week=week, withdrawn_at=None)
    if not _all_out(viewer, week, now):
        rows = rows.filter(team__in=viewer.team_ids)
    return _views(rows.select_related("vehicle").order_by("team__name", "vehicle__name"))


def _all_out(viewer: Viewer, week: Week, now: datetime) -> bool:
    settled = week.status in {Week.Status.SETTLED, Week.Status.CLOSED}
    return week.results.exists() or (viewer.role == Membership.Role.GM and settled and now >= week.duel_at)


def _views(rows: Iterable[DuelEntry]) -> tuple[EntryView, ...]:
    found = list(rows)
    names = _names(found)
    return tuple(
        EntryView(
            id=row.pk, team_id=row.team_id, vehicle_id=row.vehicle_id, vehicle=row.vehicle.name, entered_at=row.entered_at,
            crew=tuple((one["place"], UUID(one["character"]), names.get(UUID(one["character"]), "")) for one in row.crew),
        )
        for row in found
    )  # fmt: skip


def _names(rows: Iterable[DuelEntry]) -> Mapping[UUID, str]:
    ids = {one["character"] for row in rows for one in row.crew}
    return dict(Character.objects.filter(pk__in=ids).values_list("pk", "name"))


@dataclass(frozen=True, slots=True)
class VehicleFacts:
    """What everybody knows of a vehicle from recorded duels: who drives it for, what it looked like, when it was last seen."""

    id: UUID
    team_id: UUID
    exterior: Exterior
    week_number: int
    season_number: int
    destroyed: bool


def public_vehicles(week_ids: Iterable[UUID]) -> tuple[VehicleFacts, ...]:
    """Vehicles from the recorded duels of these weeks, each as last seen, by name (E24). Three queries."""
    weeks = {week.pk: week for week in Week.objects.filter(pk__in=list(week_ids)).select_related("season")}
    return _seen(latest_results(weeks), weeks)


def season_vehicles(campaign: Campaign) -> tuple[VehicleFacts, ...]:
    """The same from all recorded duels of the open season. Two queries."""
    rows = DuelResult.objects.filter(week__season__campaign=campaign, week__season__closed_at=None).select_related("week__season")
    results = {row.week_id: row for row in rows.order_by("revision")}
    return _seen(results, {pk: row.week for pk, row in results.items()})


def _seen(results: Mapping[UUID, DuelResult], weeks: Mapping[UUID, Week]) -> tuple[VehicleFacts, ...]:
    order = sorted(results.values(), key=lambda row: weeks[row.week_id].opens_at)
    found: dict[str, tuple[Exterior, Week, bool]] = {}
    for row in order:
        payload = recorded(row)
        fates = {fate.vehicle: fate.fate for fate in payload.record.vehicles}
        found |= {key: (seen, weeks[row.week_id], fates.get(key) == "destroyed") for key, seen in payload.seen.items()}
    teams = dict(Vehicle.objects.filter(pk__in=list(found)).values_list("pk", "team_id"))
    facts = (
        VehicleFacts(
            id=UUID(key), team_id=teams[UUID(key)], exterior=seen, week_number=week.number, season_number=week.season.number, destroyed=gone
        )
        for key, (seen, week, gone) in found.items()
    )
    return tuple(sorted(facts, key=lambda one: (one.exterior.name, str(one.id))))
