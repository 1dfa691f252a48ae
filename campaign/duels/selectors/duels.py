"""Queries for a team's own entries, and for public entries and recorded results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.doctrines import Drive
from campaign.duels.rules.duel import evaluate
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.rules.lessons import Lesson, lessons
from campaign.duels.rules.salvage import Wreck, divide_salvage
from campaign.garage.rules.record import Exterior
from campaign.garage.selectors.garage import exterior_of
from campaign.house_rules.rules.house import HouseRules
from campaign.league import policy
from campaign.league.models import Campaign, Duel, Team, Week
from campaign.league.selectors.viewer import Viewer
from campaign.roster.models import Character

from .driven import is_driven_here
from .muster import MusteredEntry, UnfitReason, muster, seats_of, standing_entries


class ResultPayload(msgspec.Struct, frozen=True):
    """The payload of a result: the GM's record, the vehicles' teams and looks, and the booked rows.

    The later owner of a vehicle is private to the teams that trade it (C20). `wounds` (by
    character) and `damage` (by vehicle and part) are private to each team and appear on no page or
    form. `taught` says whether the result gives lessons. Results recorded before lessons existed
    give no lessons, even when corrected (C33). `places` has the teams' places, which are missing in
    the form if victory points decide them. `wrecks` are the destroyed vehicles (C134), and their
    values are private like the damage.
    """

    record: DuelRecord
    drove: dict[str, str]
    seen: dict[str, Exterior] = {}
    wounds: dict[str, int] = {}
    damage: dict[str, dict[str, int]] = {}
    taught: bool = False
    places: dict[str, int] = {}
    wrecks: tuple[Wreck, ...] = ()

    def lessons(self, house_rules: HouseRules) -> tuple[Lesson, ...]:
        """Return the lessons that the result gives (C33)."""
        return lessons(self.record.form, house_rules) if self.taught else ()

    def salvage(self, house_rules: HouseRules) -> dict[str, int]:
        """Return the dollars that each team gets for wrecks (C134)."""
        if not self.wrecks:
            return {}
        placings = evaluate(self.record.form, house_rules).placings
        return divide_salvage(self.wrecks, placings, house_rules.salvage_percent)


def payload_of(result: DuelResult) -> ResultPayload:
    """Return the payload of a stored result."""
    return msgspec.convert(result.payload, ResultPayload)


def salvage_seen_by(
    viewer: Viewer, payload: ResultPayload, house_rules: HouseRules
) -> dict[str, int]:
    """Return the salvage of the teams whose books the viewer can see.

    The sums are private, because they reveal the price and damage of a wreck.
    """
    return {
        team: dollars
        for team, dollars in payload.salvage(house_rules).items()
        if policy.may_read_books(viewer, UUID(team))
    }


def latest_results(week_ids: Iterable[UUID]) -> dict[UUID, DuelResult]:
    """Return the latest result of each weekly duel, by week. This runs one query."""
    rows = DuelResult.objects.filter(duel__in=list(week_ids)).select_related("duel__week")
    return {row.duel_id: row for row in rows.order_by("revision")}


def latest_result(duel: Duel) -> DuelResult | None:
    """Return the latest revision of the duel's result. This runs one query."""
    return DuelResult.objects.filter(duel=duel).order_by("-revision").first()


def all_results(week_ids: Iterable[UUID] | QuerySet[Any]) -> tuple[DuelResult, ...]:
    """Return the latest results of these weeks' duels, sorted by time. This runs one query."""
    rows = DuelResult.objects.filter(duel__week__in=week_ids).select_related("duel__week__season")
    latest_by_duel = {row.duel_id: row for row in rows.order_by("revision")}
    return tuple(sorted(latest_by_duel.values(), key=lambda row: row.duel.start))


def duellists(week_ids: Iterable[UUID]) -> frozenset[UUID]:
    """Return everyone who rode in a recorded duel of these weeks."""
    return frozenset(
        UUID(deeds.character)
        for row in all_results(week_ids)
        for deeds in payload_of(row).record.form.people
    )


@dataclass(frozen=True, slots=True)
class Unfit:
    """A crew member who cannot drive."""

    id: UUID
    name: str
    place: str
    reason: UnfitReason


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entered vehicle, with its crew by place and name.

    `unfit` lists the crew members who cannot drive. `drive` says how the site drives the car, if it
    does (C98). `exterior` is the car's appearance as built. All three are visible only to the
    team's owners.
    """

    id: UUID
    team: Team
    vehicle_id: UUID
    vehicle: str
    crew: tuple[tuple[str, UUID, str], ...]
    entered_at: datetime
    unfit: tuple[Unfit, ...] = ()
    drive: Drive | None = None
    exterior: Exterior | None = None

    @property
    def team_id(self) -> UUID:
        return self.team.pk


@dataclass(frozen=True, slots=True)
class Lineup:
    """A duel's entries, and the viewer's own entries that are not at the start."""

    entries: tuple[EntryView, ...]
    stayed_out: tuple[EntryView, ...]


def entries(viewer: Viewer, duel: Duel, now: datetime) -> tuple[EntryView, ...]:
    """Return the entries that this viewer can see.

    Viewers always see their own teams' entries. Before the start, rivals' entries are secret,
    including whether they exist (E11). From the start, exactly the cars at the start are listed.
    """
    return lineup(viewer, duel, now).entries


def lineup(
    viewer: Viewer, duel: Duel, now: datetime, known_names: Mapping[UUID, str] | None = None
) -> Lineup:
    """Return the entries that this viewer can see.

    After the start of the duel, the result also has the viewer's entries that are not at the start.
    Names in `known_names` are not queried again.
    """
    rows = standing_entries(duel)
    if not has_begun(duel, now):
        rows = rows.filter(team__in=viewer.team_ids)
    is_driving, own_teams = has_begun(duel, now), viewer.team_ids
    mustered_entries = [
        entry
        for entry in muster(duel, rows)
        if entry.is_at_start or not is_driving or entry.entry.team_id in own_teams
    ]
    views = _views(
        mustered_entries,
        own_teams,
        known_names or {},
        has_begun=is_driving,
        driven_here=is_driven_here(duel.week),
    )
    at_start = {entry.entry.pk for entry in mustered_entries if entry.is_at_start or not is_driving}
    return Lineup(
        tuple(entry for entry in views if entry.id in at_start),
        tuple(entry for entry in views if entry.id not in at_start),
    )


def has_begun(duel: Duel, now: datetime) -> bool:
    """Return whether the duel has begun, which makes the cars at the start public.

    Events scheduled after the week's reports wait for the reports (C52).
    """
    week = duel.week
    if now < duel.start or duel.called_off_at:
        return False
    if week.status in {Week.Status.SETTLED, Week.Status.CLOSED}:
        return True
    is_in_progress = week.status in {Week.Status.OPEN, Week.Status.PLAYING}
    return is_in_progress and not duel.is_weekly and duel.start < week.settle_at


def _views(
    mustered_entries: Sequence[MusteredEntry],
    own_teams: Collection[UUID],
    known_names: Mapping[UUID, str],
    *,
    has_begun: bool,
    driven_here: bool,
) -> tuple[EntryView, ...]:
    """Return views of entries with the names of the crew.

    Entries that are not at the start show the crew as it was entered.
    """
    names = _names((mustered.entry for mustered in mustered_entries), known_names)
    return tuple(
        EntryView(
            id=mustered.entry.pk,
            team=mustered.entry.team,
            vehicle_id=mustered.entry.vehicle_id,
            vehicle=mustered.entry.vehicle.name,
            entered_at=mustered.entry.entered_at,
            crew=tuple(
                (place, character_id, names.get(character_id, ""))
                for place, character_id in (
                    mustered.aboard
                    if has_begun and mustered.is_at_start
                    else seats_of(mustered.entry)
                )
            ),
            unfit=tuple(_unfit(mustered, names)) if mustered.entry.team_id in own_teams else (),
            drive=mustered.entry.drive
            if driven_here and mustered.entry.team_id in own_teams
            else None,
            exterior=exterior_of(mustered.entry.vehicle)
            if mustered.entry.team_id in own_teams
            else None,
        )
        for mustered in mustered_entries
    )


def _unfit(mustered: MusteredEntry, names: Mapping[UUID, str]) -> Iterator[Unfit]:
    for place, character_id in seats_of(mustered.entry):
        if character_id in mustered.unfit:
            yield Unfit(
                character_id, names.get(character_id, ""), place, mustered.unfit[character_id]
            )


def _names(rows: Iterable[DuelEntry], known_names: Mapping[UUID, str]) -> Mapping[UUID, str]:
    ids = {character_id for row in rows for _, character_id in seats_of(row)} - known_names.keys()
    return {
        **known_names,
        **dict(Character.objects.filter(pk__in=ids).values_list("pk", "name") if ids else ()),
    }


def teams_of(duel: ResultPayload) -> dict[str, Team]:
    """Return the team of each vehicle in a recorded duel. This runs one query."""
    teams = {str(team.pk): team for team in Team.objects.filter(pk__in=set(duel.drove.values()))}
    return {car: teams[team] for car, team in duel.drove.items()}


@dataclass(frozen=True, slots=True)
class VehicleFacts:
    """A vehicle's team and appearance in recorded duels, and when it was last seen."""

    id: UUID
    team_id: UUID
    exterior: Exterior
    week_number: int
    season_number: int
    destroyed: bool


def public_vehicles(week_ids: Iterable[UUID]) -> tuple[VehicleFacts, ...]:
    """Return the vehicles in these weeks' recorded duels as last seen (E24). This runs one query.

    Vehicles are sorted by name.
    """
    return vehicle_facts(all_results(week_ids))


def season_vehicles(campaign: Campaign) -> tuple[VehicleFacts, ...]:
    """Return all vehicles of the open season's recorded duels as last seen. This runs one query."""
    return vehicle_facts(season_results(campaign))


def season_results(campaign: Campaign) -> tuple[DuelResult, ...]:
    """Return the results of the open season's duels, sorted by time. This runs one query."""
    weeks = Week.objects.filter(season__campaign=campaign, season__closed_at=None)
    return all_results(weeks.values("pk"))


def vehicle_facts(results: Iterable[DuelResult]) -> tuple[VehicleFacts, ...]:
    """Return the vehicles in these results as last seen, sorted by name."""
    last_seen: dict[str, tuple[Exterior, str, Week, bool]] = {}
    for row in results:
        payload = payload_of(row)
        fates = {
            vehicle_fate.vehicle: vehicle_fate.fate for vehicle_fate in payload.record.vehicles
        }
        week = row.duel.week
        last_seen |= {
            key: (exterior, payload.drove[key], week, fates.get(key) == "destroyed")
            for key, exterior in payload.seen.items()
        }
    facts = (
        VehicleFacts(
            id=UUID(key),
            team_id=UUID(team),
            exterior=exterior,
            week_number=week.number,
            season_number=week.season.number,
            destroyed=destroyed,
        )
        for key, (exterior, team, week, destroyed) in last_seen.items()
    )
    return tuple(
        sorted(
            facts,
            key=lambda facts_of_vehicle: (facts_of_vehicle.exterior.name, str(facts_of_vehicle.id)),
        )
    )


def results_of(duel: Duel) -> tuple[DuelResult, ...]:
    """Return all revisions of the duel's result, latest first. This runs one query."""
    rows = DuelResult.objects.filter(duel=duel)
    return tuple(rows.order_by("-revision"))


def own_entry(viewer: Viewer, duel: Duel, pk: UUID) -> DuelEntry | None:
    """Return the viewer's entry with this id. This runs one query."""
    return _entry_of(duel, DuelEntry.objects.filter(pk=pk, team__in=viewer.team_ids))


def entry_of(team: Team, duel: Duel, pk: UUID) -> DuelEntry | None:
    """Return the team's entry with this id. This runs one query."""
    return _entry_of(duel, DuelEntry.objects.filter(pk=pk, team=team))


def _entry_of(duel: Duel, rows: QuerySet[DuelEntry]) -> DuelEntry | None:
    entry = rows.filter(duel=duel, withdrawn_at=None).select_related("team", "vehicle").first()
    if entry is not None:
        entry.duel = duel
        entry.team.campaign = duel.week.season.campaign
    return entry


def entries_by_id(duel: Duel, ids: Iterable[UUID]) -> tuple[DuelEntry, ...]:
    """Return the duel's entries with these ids. This runs one query."""
    rows = tuple(DuelEntry.objects.filter(pk__in=list(ids)))
    for row in rows:
        row.duel = duel
    return rows


def names_of(characters: Iterable[UUID]) -> dict[UUID, str]:
    """Return the names of these characters. This runs one query."""
    rows = Character.objects.filter(pk__in=list(characters))
    return dict(rows.values_list("pk", "name"))


def names_in(payload: ResultPayload) -> dict[str, str]:
    """Return the names of a result's duellists by id. This runs one query."""
    people = names_of(UUID(deeds.character) for deeds in payload.record.form.people)
    return {str(pk): name for pk, name in people.items()}


def belongings(viewer: Viewer) -> frozenset[UUID]:
    """Return the ids of the viewer's vehicles and characters. This runs two queries.

    Vehicles and characters that have left the team are included.
    """
    teams = Team.objects.filter(pk__in=viewer.team_ids)
    ids = {"vehicles__pk", "characters__pk"}
    return frozenset(pk for name in ids for pk in teams.values_list(name, flat=True) if pk)
