"""Operations on the weekly duel: entries, the result, and the GM's operations."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.http import Http404

from campaign.calendar.api.duels import resolve_duel
from campaign.calendar.api.weeks import Event as Announced
from campaign.duels.api.arena import ArenaOut, arena_out
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.doctrines import Drive
from campaign.duels.rules.duel import Award, DuelForm, Placing, evaluate
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.rules.lessons import Lesson
from campaign.duels.selectors import drafts as drafted
from campaign.duels.selectors import duels as selector
from campaign.duels.selectors import live
from campaign.duels.selectors.duels import EntryView, payload_of
from campaign.duels.selectors.exchanges import open_exchange
from campaign.duels.selectors.muster import UnfitReason
from campaign.duels.services import drafts, results
from campaign.duels.services import driven as arena
from campaign.duels.services import entries as services
from campaign.garage.api.garage import Seating, find_vehicle
from campaign.garage.rules.record import Exterior
from campaign.league import policy
from campaign.league.api.permissions import ClubCall, TeamCall, club_door, desk_door, team_door
from campaign.league.models import Duel
from campaign.league.selectors.viewer import Viewer
from campaign.roster.selectors import captives
from core.web.api.operations import Body, Record
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404
from core.web.records import filled
from engine.values import changed


class Rider(Record):
    """A crew member and their place."""

    place: str
    character: UUID
    name: str


class UnfitOut(Record):
    """A crew member who cannot drive, and the reason.

    "away" means that another team holds the person.
    """

    place: str
    character: UUID
    name: str
    why: UnfitReason


class EntryOut(Record):
    """An entered vehicle with its crew, driver first.

    `unfit` lists members of the caller's own crew who cannot drive. `drive` says how the site
    drives the caller's car. `drive` is null for other teams' cars, and if people drive.
    """

    id: UUID
    team: UUID
    team_name: str
    vehicle: UUID
    vehicle_name: str
    crew: tuple[Rider, ...]
    entered_at: datetime
    unfit: tuple[UnfitOut, ...]
    drive: Drive | None


class SeenFate(Record):
    """A vehicle's fate, the team that drove it, and its visible features."""

    vehicle: UUID
    team: UUID
    team_name: str
    fate: Literal["survived", "destroyed"]
    exterior: Exterior | None


class SalvageOut(Record):
    """A team's income from the wrecks of a duel, in dollars (C134)."""

    team: UUID
    dollars: int


class ResultOut(Record):
    """A recorded result and its consequences.

    Damage to individual parts is visible only to the vehicle's owners. `salvage` lists the teams
    whose books the caller can see.
    """

    revision: int
    recorded_at: datetime
    reason: str
    form: DuelForm
    vehicles: tuple[SeenFate, ...]
    pot: int
    placings: tuple[Placing, ...]
    awards: tuple[Award, ...]
    lessons: tuple[Lesson, ...]
    salvage: tuple[SalvageOut, ...]


class ExchangeOut(Record):
    """The right of the caller's team to exchange an entered vehicle after an infiltration (E47).

    The right lasts until the duel. If `can_refit` is true, the team can also refit the vehicle.
    `entry` is the entry for which the right was used. Once it is set, no other entry can be
    exchanged.
    """

    can_refit: bool
    entry: UUID | None


class DuelOut(Record):
    """A week's duel as the caller sees it.

    Before the duel, `entries` lists the caller's own entries. From the start of the duel, it lists
    all entries at the start, and `stayed_out` lists the caller's entries that were not at the
    start. `taking_entries` says whether the caller's team can enter now, including late entries.
    `exchange` is null if the caller's team cannot exchange a vehicle. `arena` is null if the site
    does not drive the duel.
    """

    week: int
    event: Announced
    taking_entries: bool
    entries: tuple[EntryOut, ...]
    stayed_out: tuple[EntryOut, ...]
    exchange: ExchangeOut | None
    result: ResultOut | None
    arena: ArenaOut | None


@club_door()
@resolve_duel
def show(call: ClubCall, duel: Duel) -> DuelOut:
    """Get a duel."""
    return duel_out(call, duel)


def duel_out(call: ClubCall, duel: Duel) -> DuelOut:
    """Return a duel as the caller sees it."""
    result = selector.latest_result(duel)
    lineup = selector.lineup(call.viewer, duel, call.now)
    team = next(iter(call.viewer.teams), None)
    right = open_exchange(team, duel.week, call.now) if team and duel.is_weekly else None
    return DuelOut(
        week=duel.week.number,
        event=filled(Announced, duel),
        taking_entries=services.takes_entries(duel, team, call.now),
        entries=tuple(_entry(entry) for entry in lineup.entries),
        stayed_out=tuple(_entry(entry) for entry in lineup.stayed_out),
        exchange=ExchangeOut(can_refit=right.can_refit, entry=right.entry_id) if right else None,
        result=_result(call.viewer, result, duel) if result else None,
        arena=arena_out(call.viewer, duel, call.now),
    )


def _entry(entry: EntryView) -> EntryOut:
    return EntryOut(
        id=entry.id,
        team=entry.team_id,
        team_name=entry.team.name,
        vehicle=entry.vehicle_id,
        vehicle_name=entry.vehicle,
        entered_at=entry.entered_at,
        crew=tuple(
            Rider(place=place, character=character, name=name)
            for place, character, name in entry.crew
        ),
        unfit=tuple(
            filled(UnfitOut, person, character=person.id, why=person.reason)
            for person in entry.unfit
        ),
        drive=entry.drive,
    )


def _result(viewer: Viewer, row: DuelResult, duel: Duel) -> ResultOut:
    payload = payload_of(row)
    house_rules = services.duel_rules(duel)
    evaluation = evaluate(payload.record.form, house_rules)
    drove = selector.teams_of(payload)
    return filled(
        ResultOut,
        row,
        form=payload.record.form,
        pot=evaluation.pot,
        placings=evaluation.placings,
        awards=evaluation.awards,
        lessons=payload.lessons(house_rules),
        salvage=tuple(
            SalvageOut(team=UUID(team), dollars=dollars)
            for team, dollars in selector.salvage_seen_by(viewer, payload, house_rules).items()
        ),
        vehicles=tuple(
            SeenFate(
                vehicle=UUID(vehicle_fate.vehicle),
                team=drove[vehicle_fate.vehicle].pk,
                team_name=drove[vehicle_fate.vehicle].name,
                fate=vehicle_fate.fate,
                exterior=payload.seen.get(vehicle_fate.vehicle),
            )
            for vehicle_fate in payload.record.vehicles
        ),
    )


# --- entries --------------------------------------------------------------------------------------


class Entering(Body):
    """A request to enter a vehicle with its crew.

    Entering the same vehicle again changes its crew. `drive` says how the site drives it. The
    default is the value of the vehicle's last entry, or the general default.
    """

    vehicle: UUID
    crew: Seating
    drive: Drive | None = None


@team_door(status=201)
@resolve_duel
def enter(call: TeamCall, duel: Duel, body: Entering) -> EntryOut:
    """Enter a vehicle while `taking_entries` is true for the duel (E22).

    If the crew does not change, `drive` can be changed until the duel (C100).
    """
    vehicle = find_vehicle(call, body.vehicle)
    row = services.enter(
        duel=duel,
        team=call.team,
        vehicle=vehicle,
        crew=body.crew,
        now=call.now,
        unavailable=captives.captives_of(call.team),
        drive=body.drive,
    )
    return _entry_of(call, duel, row)


def _entry_of(call: TeamCall, duel: Duel, row: DuelEntry) -> EntryOut:
    return next(
        _entry(entry)
        for entry in selector.entries(call.viewer, duel, call.now)
        if entry.id == row.pk
    )


def _find(call: TeamCall, duel: Duel, entry: UUID) -> DuelEntry:
    return or_404(selector.entry_of(call.team, duel, entry))


@team_door()
@resolve_duel
def withdraw(call: TeamCall, duel: Duel, entry: UUID) -> None:
    """Withdraw an entry while `taking_entries` is true.

    After settlement, an entry can also be withdrawn if the week's events harmed it (E22).
    """
    services.withdraw(entry=_find(call, duel, entry), now=call.now)


@team_door()
@resolve_duel
def replace(call: TeamCall, duel: Duel, body: Entering, entry: UUID) -> EntryOut:
    """Replace a damaged vehicle or injured people between settlement and duel (E22)."""
    vehicle = find_vehicle(call, body.vehicle)
    away_ids = captives.captives_of(call.team)
    row = services.replace(
        entry=_find(call, duel, entry),
        vehicle=vehicle,
        crew=body.crew,
        now=call.now,
        unavailable=away_ids,
        drive=body.drive,
    )
    return _entry_of(call, duel, row)


# --- the GM's operations --------------------------------------------------------------------------


@desk_door()
@resolve_duel
def form(call: ClubCall, duel: Duel) -> DuelRecord:
    """Get the initial values of the result form, which are available from the time of the duel.

    If there is a result, its latest revision provides the values. Otherwise they come from the
    teams' draft, or from the teams' sheets, with place 0 where the place is undecided (C43). If
    there are no sheets either, the form lists every team at the start without an outcome.
    """
    if not selector.has_begun(duel, call.now):
        raise Http404
    latest_result = selector.latest_result(duel)
    if latest_result:
        return _readable(payload_of(latest_result).record, call.viewer)
    if draft := drafted.newest_draft(duel):
        return drafted.record_of_draft(draft)
    sheets = live.record_so_far(duel)
    return sheets.record if sheets else DuelRecord(form=results.form_for(duel))


@desk_door(status=201)
@resolve_duel
def record(call: ClubCall, duel: Duel, body: DuelRecord) -> DuelOut:
    """Record the duel's first result, provided that the season is not closed.

    Only people at the start can have driven.
    """
    drafts.decide(
        duel=duel,
        result=body,
        actor=call.user,
        now=call.now,
    )
    return duel_out(call, duel)


@desk_door()
@resolve_duel
def take_out(call: ClubCall, duel: Duel, body: Reasoned) -> DuelOut:
    """Take a duel that the site drives out of the arena, and announce it.

    The duel is then recorded by hand or not at all.
    """
    arena.take_out(duel=duel, actor=call.user, reason=body.reason, now=call.now)
    return duel_out(call, duel)


class Correcting(Reasoned, kw_only=True):
    """A request to correct a result."""

    result: DuelRecord


@desk_door()
@resolve_duel
def correct(call: ClubCall, duel: Duel, body: Correcting) -> DuelOut:
    """Replace the recorded result with a new revision. Only the difference is booked."""
    latest_result = selector.latest_result(duel)
    result = (
        _with_unread(body.result, payload_of(latest_result).record, call.viewer)
        if latest_result
        else body.result
    )
    results.correct(duel=duel, result=result, actor=call.user, reason=body.reason, now=call.now)
    return duel_out(call, duel)


def _readable(duel_record: DuelRecord, viewer: Viewer) -> DuelRecord:
    """Return the record without rivals' damage and wounds if the GM has a team."""
    if policy.is_referee(viewer):
        return duel_record
    rival_ids = _rivals(duel_record, viewer)
    vehicles = tuple(
        changed(vehicle_fate, damage=()) if vehicle_fate.vehicle in rival_ids else vehicle_fate
        for vehicle_fate in duel_record.vehicles
    )
    return changed(
        duel_record,
        vehicles=vehicles,
        hurt=tuple(hurt for hurt in duel_record.hurt if hurt.character not in rival_ids),
    )


def _with_unread(duel_record: DuelRecord, previous: DuelRecord, viewer: Viewer) -> DuelRecord:
    """Complete a record that a GM with a team has sent.

    The rivals' damage and wounds that the GM could not read and did not replace are restored.
    """
    if policy.is_referee(viewer):
        return duel_record
    rival_ids = _rivals(previous, viewer)
    damage = {
        vehicle_fate.vehicle: vehicle_fate.damage
        for vehicle_fate in previous.vehicles
        if vehicle_fate.vehicle in rival_ids
    }
    vehicles = tuple(
        vehicle_fate
        if vehicle_fate.damage
        else changed(vehicle_fate, damage=damage.get(vehicle_fate.vehicle, ()))
        for vehicle_fate in duel_record.vehicles
    )
    recorded_people = {hurt.character for hurt in duel_record.hurt}
    unread_hurt = tuple(
        hurt for hurt in previous.hurt if hurt.character in rival_ids - recorded_people
    )
    return changed(duel_record, vehicles=vehicles, hurt=(*duel_record.hurt, *unread_hurt))


def _rivals(duel_record: DuelRecord, viewer: Viewer) -> frozenset[str]:
    """Return the ids of vehicles and people in the record that do not belong to the viewer."""
    own_teams = {str(pk) for pk in viewer.team_ids}
    own_ids = {str(pk) for pk in selector.belongings(viewer)}
    cars = {vehicle_fate.vehicle for vehicle_fate in duel_record.vehicles}
    people = {
        deeds.character for deeds in duel_record.form.people if deeds.team not in own_teams
    } | {injury.character for injury in duel_record.hurt}
    return frozenset((cars | people) - own_ids)
