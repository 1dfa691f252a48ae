"""What a team knows of rivals' vehicles: from its own infiltrations, and what everybody saw in recorded duels (E11, E24)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias
from uuid import UUID

import msgspec

from campaign.duels.models import DuelResult
from campaign.duels.selectors.duels import recorded
from campaign.garage.models import Vehicle
from espionage.models import Intel
from espionage.rules.report import Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from campaign.garage.rules.record import Exterior
    from campaign.league.models import Campaign, Season, Team, Week

How: TypeAlias = Literal["sheet", "exterior", "duel"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A vehicle as it was seen once. `snapshot` is an infiltrator's; a duel's watchers saw the `exterior`, and whether it was `destroyed`."""

    vehicle: UUID
    team: UUID
    name: str
    how: How
    week: int
    season: int
    snapshot: Snapshot | None = None
    exterior: Exterior | None = None
    destroyed: bool = False

    @property
    def when(self) -> tuple[int, int]:
        """For sorting by time; a week's duel comes after its missions."""
        return self.season, 2 * self.week + (self.how == "duel")


Vehicles: TypeAlias = dict[UUID, tuple[Sighting, ...]]
"""Sightings by vehicle, the newest first."""


def vehicles(team: Team, *, season: Season | None = None, full: bool = True) -> Vehicles:
    """Rivals' vehicles that this team knows of, by name of the last sighting: from one season, or from all. Three queries.

    Without `full` the snapshots are not read: enough to name a target.
    """
    found: dict[UUID, list[Sighting]] = {}
    for seen in (*_own(team, season, full=full), *_public(team.campaign, season)):
        if seen.team != team.pk:
            found.setdefault(seen.vehicle, []).append(seen)
    sorted_sightings = [tuple(sorted(rows, key=lambda row: row.when, reverse=True)) for rows in found.values()]
    return {rows[0].vehicle: rows for rows in sorted(sorted_sightings, key=lambda rows: (rows[0].name, str(rows[0].vehicle)))}


def names(team: Team, targets: Iterable[str]) -> dict[str, str]:
    """Names of the vehicles among these targets that the team knows, as last seen. No query without targets, otherwise three."""
    wanted = set(targets)
    return {str(pk): seen[0].name for pk, seen in vehicles(team, full=False).items() if str(pk) in wanted} if wanted else {}


def _own(team: Team, season: Season | None, *, full: bool) -> Iterator[Sighting]:
    rows = Intel.objects.filter(team=team, **({"week__season": season} if season else {}))
    for row in rows.select_related("week__season").order_by("at", "cause"):
        yield Sighting(
            vehicle=row.vehicle_id, team=row.about_id, name=row.snapshot["name"], how="sheet" if row.kind == Intel.Kind.SHEET else "exterior",
            week=row.week.number, season=row.week.season.number, snapshot=msgspec.convert(row.snapshot, Snapshot) if full else None,
        )  # fmt: skip


def _public(campaign: Campaign, season: Season | None) -> Iterator[Sighting]:
    rows = DuelResult.objects.filter(**({"week__season": season} if season else {"week__season__campaign": campaign}))
    payloads = {row.week: recorded(row) for row in rows.select_related("week__season").order_by("revision")}
    teams = _teams_of({UUID(key) for payload in payloads.values() for key in payload.seen})
    for week, payload in payloads.items():
        destroyed = {fate.vehicle for fate in payload.record.vehicles if fate.fate == "destroyed"}
        for key, exterior in payload.seen.items():
            if UUID(key) in teams:
                yield _duelled(UUID(key), teams[UUID(key)], exterior, week, destroyed=key in destroyed)


def _teams_of(keys: Iterable[UUID]) -> dict[UUID, UUID]:
    wanted = list(keys)
    return dict(Vehicle.objects.filter(pk__in=wanted).values_list("pk", "team_id")) if wanted else {}


def _duelled(vehicle: UUID, team: UUID, exterior: Exterior, week: Week, *, destroyed: bool) -> Sighting:
    return Sighting(
        vehicle=vehicle, team=team, name=exterior.name, how="duel", week=week.number, season=week.season.number, exterior=exterior,
        destroyed=destroyed,
    )  # fmt: skip
