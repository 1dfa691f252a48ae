"""The week's duel: a team's own entries; everybody's, and the result, once they are out; and the
GM's part.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.http import Http404

from campaign.duels.api.arena import ArenaOut, arena_out
from campaign.duels.api.events import find_duel
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.doctrines import Drive
from campaign.duels.rules.duel import Award, DuelForm, Placing, reckon
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.rules.lessons import Lesson
from campaign.duels.selectors import drafts as drafted
from campaign.duels.selectors import duels as selector
from campaign.duels.selectors import live
from campaign.duels.selectors.duels import EntryView, recorded
from campaign.duels.selectors.muster import Why
from campaign.duels.services import drafts, results
from campaign.duels.services import driven as arena
from campaign.duels.services import entries as services
from campaign.garage.api.garage import Seating, find_vehicle
from campaign.garage.rules.record import Exterior
from campaign.league import policy
from campaign.league.api.permissions import (
    ClubCall,
    TeamCall,
    club_door,
    desk_door,
    team_door,
)
from campaign.league.api.weeks import Event as Announced
from campaign.league.api.weeks import SeasonQuery
from campaign.league.models import Week
from campaign.league.selectors.viewer import Viewer
from campaign.roster.selectors import captives
from core.web.api.operations import Body, Record
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404
from core.web.records import filled
from engine.values import changed


class Rider(Record):
    """Who sits where."""

    place: str
    character: UUID
    name: str


class UnfitOut(Record):
    """Somebody entered who cannot drive, and why; "away" is held elsewhere."""

    place: str
    character: UUID
    name: str
    why: Why


class EntryOut(Record):
    """An entered vehicle with its crew, driver first. `unfit` are those of my own crew who cannot
    drive; `drive` is how the site drives my own, null where people do, and of others.
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
    """What became of a vehicle, for which team it drove, and what its watchers saw of it."""

    vehicle: UUID
    team: UUID
    team_name: str
    fate: Literal["survived", "destroyed"]
    exterior: Exterior | None


class ResultOut(Record):
    """A recorded result: what the GM wrote, and what it was worth. Damage part by part is its
    owner's to read.
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


class DuelOut(Record):
    """A week's duel as I may know it: my own entries, and everybody's from its hour on: then
    `entries` are those at the start, `stayed_out` are my own that were not. `taking_entries` is
    whether my team can enter now, late entries among them. `arena` is null where
    the duel is driven elsewhere.
    """

    week: int
    event: Announced
    taking_entries: bool
    entries: tuple[EntryOut, ...]
    stayed_out: tuple[EntryOut, ...]
    result: ResultOut | None
    arena: ArenaOut | None


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int, event: int | None = None) -> DuelOut:
    """The duel of a week."""
    week = find_duel(call, number, event, query.season)
    result = selector.latest_result(week)
    lineup = selector.lineup(call.viewer, week, call.now)
    return DuelOut(
        week=week.number,
        event=_announced(week),
        taking_entries=services.takes_entries(week, next(iter(call.viewer.teams), None), call.now),
        entries=tuple(_entry(entry) for entry in lineup.entries),
        stayed_out=tuple(_entry(entry) for entry in lineup.stayed_out),
        result=_result(result, week) if result else None,
        arena=arena_out(call.viewer, week, call.now),
    )


def _announced(week: Week) -> Announced:
    one = week.event
    return (
        Announced(name=one.name, arena=one.arena, budget=one.budget)
        if one
        else Announced(name=week.event_name, arena=week.arena, budget=week.budget)
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
        unfit=tuple(filled(UnfitOut, one, character=one.id) for one in entry.unfit),
        drive=entry.drive,
    )


def _result(row: DuelResult, week: Week) -> ResultOut:
    payload = recorded(row)
    house = services.event_rules(week)
    reckoned = reckon(payload.record.form, house)
    drove = selector.teams_of(payload)
    return filled(
        ResultOut,
        row,
        form=payload.record.form,
        pot=reckoned.pot,
        placings=reckoned.placings,
        awards=reckoned.awards,
        lessons=payload.lessons(house),
        vehicles=tuple(
            SeenFate(
                vehicle=UUID(fate.vehicle),
                team=drove[fate.vehicle].pk,
                team_name=drove[fate.vehicle].name,
                fate=fate.fate,
                exterior=payload.seen.get(fate.vehicle),
            )
            for fate in payload.record.vehicles
        ),
    )


# --- entries --------------------------------------------------------------------------------------


class Entering(Body):
    """A vehicle and its crew. Entering one that is entered changes its crew. `drive` is how the
    site drives it, where it drives the duel: left out, as it was entered before, or as usual.
    """

    vehicle: UUID
    crew: Seating
    drive: Drive | None = None


@team_door(status=201)
def enter(
    call: TeamCall, query: SeasonQuery, body: Entering, number: int, event: int | None = None
) -> EntryOut:
    """Enter a vehicle of mine, while `taking_entries` of the duel is true (E22). With the same crew
    again another `drive` is taken until the duel's hour (C100).
    """
    week, vehicle = find_duel(call, number, event, query.season), find_vehicle(call, body.vehicle)
    row = services.enter(
        week=week,
        team=call.team,
        vehicle=vehicle,
        crew=body.crew,
        at=call.now,
        away=captives.away(call.team),
        drive=body.drive,
    )
    return _mine(call, week, row)


def _mine(call: TeamCall, week: Week, row: DuelEntry) -> EntryOut:
    return next(
        _entry(entry)
        for entry in selector.entries(call.viewer, week, call.now)
        if entry.id == row.pk
    )


def _find(call: TeamCall, week: Week, entry: UUID) -> DuelEntry:
    return or_404(selector.entry_of(call.team, week, entry))


@team_door()
def withdraw(
    call: TeamCall, query: SeasonQuery, number: int, entry: UUID, event: int | None = None
) -> None:
    """Take an entry back: while `taking_entries` of the duel is true, or after settlement if the
    week harmed it (E22).
    """
    services.withdraw(
        entry=_find(call, find_duel(call, number, event, query.season), entry), at=call.now
    )


@team_door()
def replace(
    call: TeamCall,
    query: SeasonQuery,
    body: Entering,
    number: int,
    entry: UUID,
    event: int | None = None,
) -> EntryOut:
    """Between settlement and duel, put another vehicle in for a damaged one, other people for those
    who were hurt (E22).
    """
    week, vehicle = find_duel(call, number, event, query.season), find_vehicle(call, body.vehicle)
    away = captives.away(call.team)
    row = services.replace(
        entry=_find(call, week, entry),
        vehicle=vehicle,
        crew=body.crew,
        at=call.now,
        away=away,
        drive=body.drive,
    )
    return _mine(call, week, row)


# --- the GM's part --------------------------------------------------------------------------------


@desk_door()
def form(call: ClubCall, query: SeasonQuery, number: int, event: int | None = None) -> DuelRecord:
    """The result form to start from, from the duel's hour on: the result that counts now, else what
    the duellists have drafted, else what their sheets say, 0 for a place that they leave open
    (C43); else every team at the start, nothing decided.
    """
    week = find_duel(call, number, event, query.season)
    if not selector.began(week, call.now):
        raise Http404
    before = selector.latest_result(week)
    if before:
        return _readable(recorded(before).record, call.viewer)
    if draft := drafted.newest(week):
        return drafted.written(draft)
    sheets = live.so_far(week)
    return sheets.record if sheets else DuelRecord(form=results.form_for(week))


@desk_door(status=201)
def record(
    call: ClubCall, query: SeasonQuery, body: DuelRecord, number: int, event: int | None = None
) -> DuelOut:
    """Record the duel's first result, before the season is closed. Only who was at the start can
    have driven.
    """
    drafts.decide(
        week=find_duel(call, number, event, query.season), result=body, actor=call.user, at=call.now
    )
    return show.function(call, query, number, event)


@desk_door()
def take_out(
    call: ClubCall, query: SeasonQuery, body: Reasoned, number: int, event: int | None = None
) -> DuelOut:
    """Take a week's duel that the site drives out of the arena, before everybody: it is recorded by
    hand then, or not at all.
    """
    week = find_duel(call, number, event, query.season)
    arena.take_out(week=week, actor=call.user, reason=body.reason, at=call.now)
    return show.function(call, query, number, event)


class Correcting(Reasoned, kw_only=True):
    """The result as it ought to be."""

    result: DuelRecord


@desk_door()
def correct(
    call: ClubCall, query: SeasonQuery, body: Correcting, number: int, event: int | None = None
) -> DuelOut:
    """Replace the recorded result by a new revision; only the difference is booked."""
    week = find_duel(call, number, event, query.season)
    before = selector.latest_result(week)
    result = (
        _with_unread(body.result, recorded(before).record, call.viewer) if before else body.result
    )
    results.correct(week=week, result=result, actor=call.user, reason=body.reason, at=call.now)
    return show.function(call, query, number, event)


def _readable(found: DuelRecord, viewer: Viewer) -> DuelRecord:
    """The record without rivals' damage and wounds, for a GM who plays."""
    if policy.is_referee(viewer):
        return found
    theirs = _rivals(found, viewer)
    vehicles = tuple(
        changed(fate, damage=()) if fate.vehicle in theirs else fate for fate in found.vehicles
    )
    return changed(
        found,
        vehicles=vehicles,
        hurt=tuple(one for one in found.hurt if one.character not in theirs),
    )


def _with_unread(found: DuelRecord, before: DuelRecord, viewer: Viewer) -> DuelRecord:
    """The record with what a GM who plays could not read of rivals, where they wrote nothing new:
    it stays as it was.
    """
    if policy.is_referee(viewer):
        return found
    theirs = _rivals(before, viewer)
    damage = {fate.vehicle: fate.damage for fate in before.vehicles if fate.vehicle in theirs}
    vehicles = tuple(
        fate if fate.damage else changed(fate, damage=damage.get(fate.vehicle, ()))
        for fate in found.vehicles
    )
    named = {one.character for one in found.hurt}
    kept = tuple(one for one in before.hurt if one.character in theirs - named)
    return changed(found, vehicles=vehicles, hurt=(*found.hurt, *kept))


def _rivals(found: DuelRecord, viewer: Viewer) -> frozenset[str]:
    """Ids of vehicles and people in the record that are not the viewer's own."""
    own = {str(pk) for pk in viewer.team_ids}
    mine = {str(pk) for pk in selector.belongings(viewer)}
    cars = {fate.vehicle for fate in found.vehicles}
    people = {deeds.character for deeds in found.form.people if deeds.team not in own} | {
        hurt.character for hurt in found.hurt
    }
    return frozenset((cars | people) - mine)
