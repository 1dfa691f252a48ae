"""Duels: a team's own entries, and what everybody may read once a result is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec

from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.rules.lessons import Lesson, lessons
from campaign.garage.rules.record import Exterior
from campaign.league.models import Team, Week
from campaign.roster.models import Character

from .driven import is_driven_here
from .muster import Mustered, Why, muster, seats_of, standing_entries

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.duels.rules.doctrines import Drive
    from campaign.league.models import Campaign
    from campaign.league.rules.house import HouseRules
    from campaign.league.selectors.viewer import Viewer


class Recorded(msgspec.Struct, frozen=True):
    """The payload of a result: what the GM wrote, for which team each vehicle drove and what it
    looked like to those who watched, what was booked. Whose a vehicle is by now is nobody's
    business but of those who trade (C20).

    `wounds` (by character) and `damage` (by vehicle and part) are the teams' own: they tell of DP
    and armour that nobody else knows, so no page or form shows them. `taught` is whether it
    teaches: results from before duels did never do, corrected or not (C33). `places` are the
    teams', which the form lacks where victory points make them.
    """

    record: DuelRecord
    drove: dict[str, str]
    seen: dict[str, Exterior] = {}
    wounds: dict[str, int] = {}
    damage: dict[str, dict[str, int]] = {}
    taught: bool = False
    places: dict[str, int] = {}

    def lessons(self, house: HouseRules) -> tuple[Lesson, ...]:
        """What it taught (C33)."""
        return lessons(self.record.form, house) if self.taught else ()


def recorded(result: DuelResult) -> Recorded:
    """The stored result as values."""
    return msgspec.convert(result.payload, Recorded)


def latest_results(week_ids: Iterable[UUID]) -> dict[UUID, DuelResult]:
    """The result that counts of each week's own duel: its highest revision. One query."""
    rows = DuelResult.objects.filter(week__in=list(week_ids), event=None).order_by("revision")
    return {row.week_id: row for row in rows}


def latest_result(week: Week) -> DuelResult | None:
    """The result that counts of its duel, or of the event. One query."""
    rows = DuelResult.objects.filter(week=week, event=week.event)
    return rows.order_by("-revision").first()


def all_results(week_ids: Iterable[UUID] | QuerySet[Any]) -> tuple[DuelResult, ...]:
    """The results that count of these weeks' duels and events, each by its hour. One query."""
    rows = DuelResult.objects.filter(week__in=week_ids)
    found = {
        row.event_id or row.week_id: row
        for row in rows.select_related("event", "week__season").order_by("revision")
    }
    return tuple(sorted(found.values(), key=lambda row: row.duel.hour))


def duellists(week_ids: Iterable[UUID]) -> frozenset[UUID]:
    """Everybody who rode in a recorded duel of these weeks."""
    return frozenset(
        UUID(deeds.character)
        for row in all_results(week_ids)
        for deeds in recorded(row).record.form.people
    )


@dataclass(frozen=True, slots=True)
class Unfit:
    """Somebody entered who cannot drive."""

    id: UUID
    name: str
    place: str
    why: Why


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entered vehicle: crew by place, names included. `unfit` are those entered who cannot
    drive, for the team's owners only; so is `drive`, how the site drives it where it does (C98).
    """

    id: UUID
    team: Team
    vehicle_id: UUID
    vehicle: str
    crew: tuple[tuple[str, UUID, str], ...]
    entered_at: datetime
    unfit: tuple[Unfit, ...] = ()
    drive: Drive | None = None

    @property
    def team_id(self) -> UUID:
        return self.team.pk


@dataclass(frozen=True, slots=True)
class Lineup:
    """A duel's entries, and the viewer's own that were not at its start."""

    entries: tuple[EntryView, ...]
    stayed_out: tuple[EntryView, ...]


def entries(viewer: Viewer, week: Week, now: datetime) -> tuple[EntryView, ...]:
    """The entries this viewer may know: their own teams' at once; everybody's from `duel_at` on,
    when the cars stand in the arena.

    Rivals' entries, and whether there are any, stay unknown until then (E11). From then on only who
    stands at the start is there.
    """
    return lineup(viewer, week, now).entries


def lineup(
    viewer: Viewer, week: Week, now: datetime, known: Mapping[UUID, str] | None = None
) -> Lineup:
    """The entries that this viewer may know, and from the duel's hour on those of their own teams
    that were not at the start.

    Names in `known` are not asked for again.
    """
    rows = standing_entries(week)
    if not began(week, now):
        rows = rows.filter(team__in=viewer.team_ids)
    driving, own = began(week, now), viewer.team_ids
    found = [
        one for one in muster(week, rows) if one.there or not driving or one.entry.team_id in own
    ]
    views = _views(found, own, known or {}, began=driving, here=is_driven_here(week))
    there = {one.entry.pk for one in found if one.there or not driving}
    return Lineup(
        tuple(one for one in views if one.id in there),
        tuple(one for one in views if one.id not in there),
    )


def began(week: Week, now: datetime) -> bool:
    """Whether the hour of the week's duel, or of the event, has come: who is at the start,
    everybody sees now. What begins after the week's reports waits for them (C52).
    """
    if now < week.hour or (week.event and week.event.called_off_at):
        return False
    if week.status in {Week.Status.SETTLED, Week.Status.CLOSED}:
        return True
    return (
        week.event is not None
        and week.status in {Week.Status.OPEN, Week.Status.PLAYING}
        and week.hour < week.settle_at
    )


def _views(
    found: Sequence[Mustered],
    own: Collection[UUID],
    known: Mapping[UUID, str],
    *,
    began: bool,
    here: bool,
) -> tuple[EntryView, ...]:
    """Entries with the names of who is aboard; of those that are not there, of who was to be."""
    names = _names((one.entry for one in found), known)
    return tuple(
        EntryView(
            id=one.entry.pk,
            team=one.entry.team,
            vehicle_id=one.entry.vehicle_id,
            vehicle=one.entry.vehicle.name,
            entered_at=one.entry.entered_at,
            crew=tuple(
                (place, who, names.get(who, ""))
                for place, who in (one.aboard if began and one.there else seats_of(one.entry))
            ),
            unfit=tuple(_unfit(one, names)) if one.entry.team_id in own else (),
            drive=one.entry.drive if here and one.entry.team_id in own else None,
        )
        for one in found
    )


def _unfit(one: Mustered, names: Mapping[UUID, str]) -> Iterator[Unfit]:
    for place, who in seats_of(one.entry):
        if who in one.unfit:
            yield Unfit(who, names.get(who, ""), place, one.unfit[who])


def _names(rows: Iterable[DuelEntry], known: Mapping[UUID, str]) -> Mapping[UUID, str]:
    ids = {who for row in rows for _, who in seats_of(row)} - known.keys()
    return {
        **known,
        **dict(Character.objects.filter(pk__in=ids).values_list("pk", "name") if ids else ()),
    }


def teams_of(duel: Recorded) -> dict[str, Team]:
    """For which team each vehicle drove in a recorded duel. One query."""
    teams = {str(team.pk): team for team in Team.objects.filter(pk__in=set(duel.drove.values()))}
    return {car: teams[team] for car, team in duel.drove.items()}


@dataclass(frozen=True, slots=True)
class VehicleFacts:
    """What everybody knows of a vehicle from recorded duels: which team it drove for, what it
    looked like, when it was last seen.
    """

    id: UUID
    team_id: UUID
    exterior: Exterior
    week_number: int
    season_number: int
    destroyed: bool


def public_vehicles(week_ids: Iterable[UUID]) -> tuple[VehicleFacts, ...]:
    """Vehicles from the recorded duels of these weeks, each as last seen, by name (E24). One
    query.
    """
    return _seen(all_results(week_ids))


def season_vehicles(campaign: Campaign) -> tuple[VehicleFacts, ...]:
    """The same from all recorded duels of the open season. One query."""
    weeks = Week.objects.filter(season__campaign=campaign, season__closed_at=None)
    return _seen(all_results(weeks.values("pk")))


def _seen(results: Iterable[DuelResult]) -> tuple[VehicleFacts, ...]:
    found: dict[str, tuple[Exterior, str, Week, bool]] = {}
    for row in results:
        payload = recorded(row)
        fates = {fate.vehicle: fate.fate for fate in payload.record.vehicles}
        week = row.week
        found |= {
            key: (seen, payload.drove[key], week, fates.get(key) == "destroyed")
            for key, seen in payload.seen.items()
        }
    facts = (
        VehicleFacts(
            id=UUID(key),
            team_id=UUID(team),
            exterior=seen,
            week_number=week.number,
            season_number=week.season.number,
            destroyed=gone,
        )
        for key, (seen, team, week, gone) in found.items()
    )
    return tuple(sorted(facts, key=lambda one: (one.exterior.name, str(one.id))))


def results_of(week: Week) -> tuple[DuelResult, ...]:
    """Every revision of the result of its duel, or of the event, the last one first. One query."""
    rows = DuelResult.objects.filter(week=week, event=week.event)
    return tuple(rows.order_by("-revision"))


def own_entry(viewer: Viewer, week: Week, pk: UUID) -> DuelEntry | None:
    """One of the viewer's own standing entries. One query."""
    return _entry_of(week, DuelEntry.objects.filter(pk=pk, team__in=viewer.team_ids))


def entry_of(team: Team, week: Week, pk: UUID) -> DuelEntry | None:
    """One of the team's standing entries. One query."""
    return _entry_of(week, DuelEntry.objects.filter(pk=pk, team=team))


def _entry_of(week: Week, rows: QuerySet[DuelEntry]) -> DuelEntry | None:
    entry = (
        rows.filter(week=week, event=week.event, withdrawn_at=None)
        .select_related("team", "vehicle")
        .first()
    )
    if entry is not None:
        entry.week, entry.event = week, week.event
        entry.team.campaign = week.season.campaign
    return entry


def entries_by_id(week: Week, ids: Iterable[UUID]) -> tuple[DuelEntry, ...]:
    """These entries of the week. One query."""
    rows = tuple(DuelEntry.objects.filter(pk__in=list(ids)))
    for row in rows:
        row.week = week
    return rows


def names_of(characters: Iterable[UUID]) -> dict[UUID, str]:
    """What these characters are called. One query."""
    rows = Character.objects.filter(pk__in=list(characters))
    return dict(rows.values_list("pk", "name"))


def belongings(viewer: Viewer) -> frozenset[UUID]:
    """The viewer's own vehicles and people, those that are gone included. Two queries."""
    teams = Team.objects.filter(pk__in=viewer.team_ids)
    ids = {"vehicles__pk", "characters__pk"}
    return frozenset(pk for name in ids for pk in teams.values_list(name, flat=True) if pk)
