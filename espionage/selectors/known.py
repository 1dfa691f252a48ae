"""What a team knows of rivals' vehicles: from its own infiltrations, and what everybody saw in
recorded duels (E11, E24).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import F, Q, Subquery, Window
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce, RowNumber

from campaign.duels.models import DuelResult
from campaign.duels.selectors.duels import payload_of
from campaign.garage.models import Offer, Vehicle
from campaign.league.models import Season
from core.web.prepared import PreparedInScope
from espionage.models import Intel
from espionage.rules.report import Snapshot

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.duels.selectors.duels import ResultPayload
    from campaign.garage.rules.record import Exterior
    from campaign.garage.rules.sheet import VehicleSheet
    from campaign.league.models import Team, Week

How: TypeAlias = Literal["sheet", "exterior", "duel"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A vehicle as it was seen once. `snapshot` is an infiltrator's; a duel's watchers saw the
    `exterior`, and whether it was `destroyed`.
    """

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


def vehicles(team: Team, season: Season) -> Vehicles:
    """Rivals' vehicles that this team knows of from one season, by name of the last sighting. Three
    queries.
    """
    found: dict[UUID, list[Sighting]] = {}
    for seen in (*_own(team, season), *_as_traded(team, list(_public(season)))):
        if seen.team != team.pk:
            found.setdefault(seen.vehicle, []).append(seen)
    histories = [tuple(sorted(rows, key=_when, reverse=True)) for rows in found.values()]
    return {rows[0].vehicle: rows for rows in sorted(histories, key=lambda rows: _by_name(rows[0]))}


def _when(seen: Sighting) -> tuple[int, int]:
    return seen.when


def _by_name(seen: Sighting) -> tuple[str, str]:
    return seen.name, str(seen.vehicle)


def _own(team: Team, season: Season) -> Iterator[Sighting]:
    for row in _SPIED.all(team=team.pk, season=season.pk):
        snapshot = msgspec.convert(row.snapshot, Snapshot)
        yield _spied(row, row.snapshot["name"], snapshot)


def _intel(team: UUID, season: UUID) -> QuerySet[Intel]:
    rows = Intel.objects.filter(team=team, week__season=season).select_related("week__season")
    return rows.order_by("at", "cause")


_SPIED: Final = PreparedInScope(_intel, team=UUID, season=UUID)


def _spied(row: Intel, name: str, snapshot: Snapshot | None = None) -> Sighting:
    how: How = "sheet" if row.kind == Intel.Kind.SHEET else "exterior"
    number, season = row.week.number, row.week.season.number
    return Sighting(row.vehicle_id, row.about_id, name, how, number, season, snapshot)


def _public(season: Season) -> Iterator[Sighting]:
    for row in _RECORDED.all(season=season.pk):
        yield from _watched(row.duel, payload_of(row))


def _as_traded(team: Team, seen: Collection[Sighting]) -> list[Sighting]:
    """With the owner of today where this team knows it: of its own vehicles, and of those that it
    sold to who has them still. Everybody else goes by whom the vehicle was seen with: a trade is
    between the two (C20). One query.
    """
    known = dict(_TRADED.all(team=team.pk, seen=frozenset(one.vehicle for one in seen)))
    return [replace(one, team=known.get(one.vehicle, one.team)) for one in seen]


def _traded(team: UUID, seen: frozenset[UUID]) -> QuerySet[Vehicle, tuple[UUID, UUID]]:
    mine, sold = (
        Q(team=team),
        Q(offers__seller=team, offers__outcome=Offer.Outcome.ACCEPTED, offers__buyer=F("team")),
    )
    return Vehicle.objects.filter(mine | sold, pk__in=seen).values_list("pk", "team_id")


_TRADED: Final = PreparedInScope(_traded, team=UUID, seen=frozenset[UUID])


def _results(which: Q) -> QuerySet[DuelResult]:
    """The results that count, by their weeks in order."""
    newest = Window(RowNumber(), partition_by=["week", "event"], order_by="-revision")
    rows = DuelResult.objects.filter(which).annotate(nth=newest).filter(nth=1)
    return rows.select_related("week__season", "event").order_by(
        "week__opens_at", Coalesce("event__starts_at", "week__duel_at")
    )


def _watched(week: Week, duel: ResultPayload) -> Iterator[Sighting]:
    """What everybody saw of the vehicles in a duel, and for whom they drove."""
    destroyed = {fate.vehicle for fate in duel.record.vehicles if fate.fate == "destroyed"}
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
class Read:
    """A whole sheet that a team has of a rival's vehicle, and of which week."""

    vehicle: UUID
    week: int
    season: int
    sheet: VehicleSheet


def newest_sheets(team: UUID, wanted: Collection[UUID], *, before: datetime) -> tuple[Read, ...]:
    """The newest whole sheets that this team's infiltrators had read of these vehicles at that
    moment; not of its own. One query.
    """
    newest = Window(RowNumber(), partition_by="vehicle", order_by=["-at", "-cause"])
    rows = Intel.objects.filter(
        team=team, vehicle__in=list(wanted), kind=Intel.Kind.SHEET, at__lte=before
    )
    rows = rows.exclude(vehicle__team=team).annotate(nth=newest).filter(nth=1)
    read = [
        (row, msgspec.convert(row.snapshot, Snapshot).sheet)
        for row in rows.select_related("week__season")
    ]
    return tuple(
        Read(row.vehicle_id, row.week.number, row.week.season.number, sheet)
        for row, sheet in read
        if sheet is not None
    )


# --- targets --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Targets:
    """Vehicles as they were last seen: those that an order may name, by name; and the names of
    all.
    """

    standing: dict[UUID, Sighting]
    names: dict[str, str]


def targets(team: Team) -> Targets:
    """Rivals' vehicles that an order may name: seen in the open season or in the one before it, and
    not destroyed before everybody's eyes since. No more than that: a club's cars come and go. Three
    queries.
    """
    rows = _LATELY_SPIED.all(team=team.pk, club=team.campaign_id)
    seen = [_spied(row, row.called) for row in rows]  # type: ignore[attr-defined]
    for result in _LATELY_RECORDED.all(club=team.campaign_id):
        seen += _watched(result.duel, payload_of(result))
    last = {one.vehicle: one for one in sorted(seen, key=_when)}
    standing = sorted([one for one in last.values() if not one.destroyed], key=_by_name)
    return Targets(
        {one.vehicle: one for one in _as_traded(team, standing) if one.team != team.pk},
        {str(pk): one.name for pk, one in last.items()},
    )


def _lately(club: UUID) -> Q:
    """In the club's newest season or in the one before it."""
    newest = Season.objects.filter(campaign=club).order_by("-number").values("number")
    return Q(week__season__campaign=club, week__season__number__gte=Subquery(newest[:1]) - 1)


def _last_spied(team: UUID, which: Q) -> QuerySet[Intel]:
    """What this team's infiltrators last saw of each vehicle, without the picture; what it is
    called is `called`.
    """
    newest = Window(RowNumber(), partition_by="vehicle", order_by=["-at", "-cause"])
    rows = (
        Intel.objects.filter(which, team=team)
        .annotate(nth=newest, called=KT("snapshot__name"))
        .filter(nth=1)
    )
    return rows.select_related("week__season").defer("snapshot")


_LATELY_SPIED: Final = PreparedInScope(
    lambda team, club: _last_spied(team, _lately(club)), team=UUID, club=UUID
)
_RECORDED: Final = PreparedInScope(lambda season: _results(Q(week__season=season)), season=UUID)
_LATELY_RECORDED: Final = PreparedInScope(lambda club: _results(_lately(club)), club=UUID)


def names(team: Team, wanted: Iterable[str]) -> dict[str, str]:
    """Names of the vehicles among these ids that the team knows, as last seen, whenever that was.
    No query without ids, otherwise two.
    """
    keys = {key for key in wanted if _is_id(key)}
    if not keys:
        return {}
    spied = _last_spied(team.pk, Q(vehicle__in=keys))
    seen = [_spied(row, row.called) for row in spied]  # type: ignore[attr-defined]
    for row in _results(_last_duels(team, keys)):
        seen += [one for one in _watched(row.duel, payload_of(row)) if str(one.vehicle) in keys]
    return {str(one.vehicle): one.name for one in sorted(seen, key=_when)}


def _is_id(said: str) -> bool:
    try:
        return str(UUID(said)) == said
    except ValueError:
        return False


def _last_duels(team: Team, keys: Iterable[str]) -> Q:
    """For each of these vehicles the week of the last recorded duel in which it drove."""
    found = Q()
    for key in sorted(keys):
        rows = DuelResult.objects.filter(
            week__season__campaign=team.campaign_id, payload__seen__has_key=key
        )
        found |= Q(week=Subquery(rows.order_by("-week__opens_at").values("week")[:1]))
    return found
