"""Services that book a duel's result in one transaction.

A result brings prize money, survivor pay, standings points, prestige, lessons, wounds and damage. A
correction is a new revision. It books the difference from the previous revision row by row, under
its own cause. Nothing else changes, so charges that exploded with the first result are neither
repeated nor undone (E23).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import Sum
from django.db.models.functions import Coalesce

from campaign.duels.models import DuelDispute, DuelEntry, DuelResult
from campaign.duels.rules import duel as rules
from campaign.duels.rules.duel import Deeds, DuelForm, Ride
from campaign.duels.rules.duel_record import DuelRecord, Fate, Marks, with_marks
from campaign.duels.rules.salvage import Wreck
from campaign.duels.selectors import driven
from campaign.duels.selectors.duels import ResultPayload, has_begun, payload_of
from campaign.duels.selectors.muster import MusteredEntry, muster
from campaign.garage.models import Vehicle
from campaign.garage.rules.damage import current_value
from campaign.garage.rules.record import VehicleRecord, view_exterior, wear_rows
from campaign.garage.selectors.garage import design_of, records_by_vehicle
from campaign.league.models import Duel, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people as members
from campaign.league.selectors.links import duel_path
from campaign.league.services import desk_log
from campaign.ledger.models import Prestige, Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.services import news
from campaign.roster.models import Character
from campaign.roster.selectors.roster import dead_at_settlement
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.problems import Problem
from core.web.refusals import WrongTime, bad_field, refuse_if
from engine.codec import Reader, Unreadable
from engine.values import changed

from . import event_cars, first_results, harm, meets, obituaries
from .entries import duel_rules
from .locking import locked_duel

PART = re.compile(
    r"armour:(front|back|left|right|top|under)|tyre:[a-z_]{4,11}|plant|(ammo:)?weapon:[1-9]\d?|accessory:[1-9]\d?"
)
READER: Reader[DuelRecord] = Reader(DuelRecord)


class Key(NamedTuple):
    """Identifies a sum in a ledger by its book, its owner and the item."""

    book: Book
    owner: UUID
    item: str


Totals: TypeAlias = Mapping[Key, int]
"""The sums of a result by key."""


def read(data: bytes | str | object) -> DuelRecord:
    """Return a record from JSON text or plain data. Raise BadForm if it is invalid.

    The error names the field.
    """
    try:
        if isinstance(data, (bytes, str)):
            return READER.decode(data)
        return READER.take(data, strict=False)
    except Unreadable as error:
        raise bad_field(error.field, error.code, error.sentence) from error


def record(
    *,
    duel: Duel,
    result: DuelRecord,
    actor: User | None,
    now: datetime,
    signed: str = "",
    marks: Iterable[Marks] = (),
) -> DuelResult:
    """Record the duel's first result.

    The week must be settled, the duel must have started, and the season must not be closed. `actor`
    is None if the site drove the duel (C94). `signed` says who signed a record written by the
    teams. `marks` are the teams' private marks, used where the result has none (C27).

    Only cars and people at the start can have driven (E12, E22). Raise WrongTime or BadForm.
    """
    with club(duel.week.season.campaign_id):
        return _book(lock_recordable(duel, now), result, None, actor, signed, now, marks)


def record_forfeit(
    *, duel: Duel, winner: Team, loser: Team, actor: User, now: datetime
) -> DuelResult:
    """Record that a team forfeits an event that came from a challenge (C58).

    The other team wins, nobody drives, and all entries are withdrawn. The caller must have locked
    the week and checked the time.
    """
    teams = (
        rules.TeamResult(team=str(winner.pk), place=1, vehicles=1),
        rules.TeamResult(team=str(loser.pk), place=2, vehicles=0),
    )
    DuelEntry.objects.filter(duel=duel, withdrawn_at=None).update(withdrawn_at=now)
    result = DuelRecord(form=DuelForm(teams=teams))
    return _book(duel, result, None, actor, f"{loser.name} forfeits.", now)


def lock_recordable(duel: Duel, now: datetime) -> Duel:
    """Lock and return a duel that has no result but can have one now. Raise WrongTime otherwise."""
    season = locked(duel.week.season)
    duel = locked_duel(duel)
    has_result = duel.results.exists()
    if season.closed_at and has_result:
        raise WrongTime(f"{season} is closed. A GM can still correct this duel's result.")
    if season.closed_at:
        raise WrongTime(
            f"{season} was closed before this duel was recorded. The duel can no longer be "
            "recorded and does not count."
        )
    if duel.called_off_at:
        raise WrongTime(f"{duel.title} was cancelled (C50).")
    if not has_begun(duel, now):
        raise WrongTime("You can record a result after the duel has started.")
    if has_result:
        raise WrongTime("This duel already has a result. Correct it instead.")
    in_arena = driven.driven_duel_of(duel)
    if not driven.is_recorded_by_hand(duel, in_arena) and (
        in_arena is None or in_arena.over_at is None
    ):
        raise WrongTime(
            "The site drives this duel and records it when it is over. A GM can choose to "
            "record it manually."
        )
    return duel


def check_record(duel: Duel, result: DuelRecord) -> DuelRecord:
    """Check and complete a first result, and return it as it would be recorded.

    Raise BadForm if it is invalid.
    """
    field = StartingField.at_start(duel, None)
    result = _completed(result, duel, field)
    refuse_if(_problems(result, duel, field))
    return result


def correct(
    *, duel: Duel, result: DuelRecord, actor: User, reason: str, now: datetime
) -> DuelResult:
    """Replace a recorded result with a new revision and book the difference.

    Raise ReasonNeeded, WrongTime or BadForm.
    """
    reason_text = desk_log.require_reason(reason)
    with club(duel.week.season.campaign_id):
        duel = locked_duel(duel)
        previous = duel.results.order_by("-revision").first()
        if previous is None:
            raise WrongTime("There is no result to correct yet.")
        return _book(duel, result, previous, actor, reason_text, now)


def _book(
    duel: Duel,
    result: DuelRecord,
    previous: DuelResult | None,
    actor: User | None,
    reason: str,
    now: datetime,
    marks: Iterable[Marks] = (),
) -> DuelResult:
    revision = previous.revision + 1 if previous else 1
    earlier = payload_of(previous) if previous else None
    field = StartingField.at_start(duel, earlier)
    result = with_marks(_completed(result, duel, field), marks)
    refuse_if(_problems(result, duel, field))
    cars = list(
        Vehicle.objects.filter(
            pk__in=[UUID(vehicle_fate.vehicle) for vehicle_fate in result.vehicles]
        ).select_related("team")
    )
    records = {str(pk): row for pk, row in records_by_vehicle(cars).items()}
    exteriors = {car: view_exterior(row) for car, row in records.items()} | (
        earlier.seen if earlier else {}
    )
    drove = {car: field.vehicles[car] for car in exteriors}
    damage = harm.damage(result, cars, duel)
    payload = ResultPayload(
        record=result,
        drove=drove,
        seen=exteriors,
        wounds=harm.wounds(result, duel),
        damage=damage,
        taught=earlier is None or earlier.taught,
        places={
            row.team: row.place for row in rules.evaluate(result.form, duel_rules(duel)).placings
        },
        wrecks=tuple(
            Wreck(
                team=drove[fate.vehicle],
                value=_value_after(
                    records[fate.vehicle],
                    damage.get(fate.vehicle, {}),
                    earlier.damage.get(fate.vehicle, {}) if earlier else {},
                ),
            )
            for fate in result.vehicles
            if fate.fate == "destroyed"
        ),
    )
    row = DuelResult.objects.create(
        duel=duel,
        revision=revision,
        payload=msgspec.to_builtins(payload),
        reason=reason,
        recorded_by=actor,
        recorded_at=now,
    )
    old_sums = totals_of(earlier, duel) if earlier else {}
    posting.post(
        _difference(old_sums, totals_of(payload, duel), _cause(duel, revision), duel, now, actor)
    )
    _set_fates(cars, result.vehicles, duel, now)
    DuelDispute.objects.filter(duel=duel, settled_at=None).update(
        settled_at=now, settled=DuelDispute.Settled.DECIDED
    )
    _announce(duel, result, row, actor, now)
    obituaries.publish(
        row=row, result=result, previous=earlier.record if earlier else None, now=now
    )
    if duel.prize:
        event_cars.award(duel, payload.places, earlier.places if earlier else {}, now)
    elif duel.lent and previous is None:
        event_cars.take_back(duel, now, kept=[car.pk for car in cars])
    if previous is None:
        first_results.on_first_result(drove, result, now)
    meets.enter_advancing(duel, earlier, payload, now)
    return row


def _value_after(
    record: VehicleRecord, damage: Mapping[str, int], booked: Mapping[str, int]
) -> int:
    """Return a vehicle's value after a duel's damage, of which `booked` is already in its record.

    The value is in dollars (C12).
    """
    lost = Counter({wear.part: wear.lost for wear in record.damage})
    lost.subtract(booked)
    lost.update(damage)
    return current_value(changed(record, damage=wear_rows(lost)))


# --- conditions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartingField:
    """The people and vehicles that can be recorded for a duel, with their teams.

    People and vehicles can be recorded if they were at the start or are already in the result.
    `entered` lists the names of the vehicles at the start.
    """

    people: Mapping[str, str]
    vehicles: Mapping[str, str]
    entered: tuple[str, ...]
    rides: Mapping[str, Ride]
    fame: Mapping[str, int]
    """Prestige from earlier duels (C60), which is not updated for people already in the result."""

    @classmethod
    def at_start(cls, duel: Duel, previous: ResultPayload | None) -> StartingField:
        starters = [mustered for mustered in muster(duel) if mustered.is_at_start]
        people = (
            {deeds.character: deeds.team for deeds in previous.record.form.people}
            if previous
            else {}
        )
        cars = previous.drove if previous else {}
        return cls(
            people=people
            | {
                str(character_id): str(mustered.entry.team_id)
                for mustered in starters
                for _, character_id in mustered.aboard
            },
            vehicles=cars
            | {
                str(mustered.entry.vehicle_id): str(mustered.entry.team_id) for mustered in starters
            },
            entered=tuple(
                str(mustered.entry.vehicle_id)
                for mustered in sorted(starters, key=lambda mustered: mustered.entry.vehicle.name)
            ),
            rides=dict(_rides(starters))
            | {
                deeds.character: deeds.ride
                for deeds in (previous.record.form.people if previous else ())
                if deeds.ride
            },
            fame=_fame_before(duel)
            | {
                deeds.character: deeds.fame
                for deeds in (previous.record.form.people if previous else ())
            },
        )


def _rides(starters: Iterable[MusteredEntry]) -> Iterator[tuple[str, Ride]]:
    """Yield the seat of each person at the start."""
    for mustered in starters:
        design = design_of(mustered.entry.vehicle)
        cycle = design.catalogue.bodies[design.body].cycle
        for place, character_id in mustered.aboard:
            yield (
                str(character_id),
                Ride(
                    vehicle=str(mustered.entry.vehicle_id),
                    place=place.partition(":")[0],
                    cycle=cycle,
                ),
            )


def _completed(result: DuelRecord, duel: Duel, field: StartingField) -> DuelRecord:
    """Return the record with missing data filled in.

    The missing data can be vehicles at the start that the GM left out, everyone's earlier kills,
    prestige and seats, and absent teams (C59).
    """
    teams = {row.team for row in result.form.teams}
    recorded_vehicles = {vehicle_fate.vehicle for vehicle_fate in result.vehicles}
    missing = [
        Fate(vehicle=car)
        for car in field.entered
        if field.vehicles[car] in teams and car not in recorded_vehicles
    ]
    kills_before = _kills_before(duel)
    crew = tuple(
        changed(
            deeds,
            kills_before=kills_before[deeds.character],
            ride=field.rides.get(deeds.character),
            fame=field.fame.get(deeds.character, 0),
        )
        for deeds in result.form.people
    )
    return changed(
        result,
        form=changed(
            result.form, people=crew, teams=(*result.form.teams, *_absent_teams(result.form, duel))
        ),
        vehicles=(*result.vehicles, *missing),
    )


def _absent_teams(form: DuelForm, duel: Duel) -> Iterator[rules.TeamResult]:
    """Yield a defeat for a team that did not turn up for its challenge.

    The team gets second place without a vehicle (C59).
    """
    challenge = duel.challenge
    attending = {row.team for row in form.teams}
    if challenge is None or len(attending) != 1:
        return
    pair = {str(team) for team in challenge.team_ids}
    if attending < pair:
        yield from (rules.TeamResult(team=team, place=2, vehicles=0) for team in pair - attending)


def _parse_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _is_id(text: str) -> bool:
    return _parse_id(text) is not None


def _ids(texts: Iterable[str]) -> list[UUID]:
    return [UUID(text) for text in texts if _is_id(text)]


def _kills_before(duel: Duel) -> Counter[str]:
    """Return each character's kills in the campaign's earlier duels, from the latest results."""
    rows = DuelResult.objects.filter(duel__week__season__campaign=duel.week.season.campaign_id)
    start = Coalesce("duel__starts_at", "duel__week__duel_at")
    earlier = rows.alias(start=start).filter(start__lt=duel.start)
    latest_by_duel = {row.duel_id: row for row in earlier.order_by("revision")}
    kills: Counter[str] = Counter()
    for row in latest_by_duel.values():
        for deeds in payload_of(row).record.form.people:
            kills[deeds.character] += deeds.kills
    return kills


def _fame_before(duel: Duel) -> dict[str, int]:
    """Return each character's prestige from recorded duels of earlier weeks (C60).

    The career page shows the same prestige. Manual corrections by a GM are left out (C34).
    """
    earned = Prestige.objects.filter(
        week__season__campaign=duel.week.season.campaign_id,
        week__opens_at__lt=duel.week.opens_at,
        cause__startswith="duel:",
    )
    totals = earned.values_list("character").annotate(Sum("amount")).order_by()
    return {str(character): total for character, total in totals}


def _problems(result: DuelRecord, duel: Duel, field: StartingField) -> Iterator[Problem]:
    yield from rules.check_form(result.form, duel_rules(duel))
    yield from _foreign(result, field)
    yield from _absent(result, duel, field)


def _absent(result: DuelRecord, duel: Duel, field: StartingField) -> Iterator[Problem]:
    """Yield an error for each person who was not at the start.

    The messages reveal only public facts: people who are unconscious or held are treated like
    people who were never entered.
    """
    absent_ids = {
        index: _parse_id(deeds.character)
        for index, deeds in enumerate(result.form.people)
        if deeds.character not in field.people
    }
    characters = {
        character.pk: character
        for character in Character.objects.filter(pk__in=[pk for pk in absent_ids.values() if pk])
    }
    dead = dead_at_settlement(characters, duel.week.season.campaign) if characters else frozenset()
    for index, pk in absent_ids.items():
        character = characters.get(pk) if pk else None
        if character is not None and str(character.team_id) == result.form.people[index].team:
            yield Problem(
                f"people[{index}].character",
                "not-at-the-start",
                (
                    f"{character.name} {'is dead and was' if character.pk in dead else 'was'} "
                    "not at the start of this duel. Choose the substitute whom the team "
                    "entered, or mark the car as not driven."
                ),
            )


def _foreign(result: DuelRecord, field: StartingField) -> Iterator[Problem]:
    """Yield an error for each team, person, vehicle or part that the record must not contain.

    Teams and people must belong to this club, and vehicles must have been at the start. Injuries
    are allowed only for duellists in the form.
    """
    teams = set(Team.objects.exclude(approved_at=None).values_list("pk", flat=True))
    crew = dict(Character.objects.filter(team__in=teams).values_list("pk", "team_id"))
    for index, team in enumerate(result.form.teams):
        if not _is_id(team.team) or UUID(team.team) not in teams:
            yield Problem(f"teams[{index}].team", "no-such-team", "Choose a team of this club.")
    for index, deeds in enumerate(result.form.people):
        if not _is_id(deeds.character) or str(crew.get(UUID(deeds.character))) != deeds.team:
            yield Problem(
                f"people[{index}].character",
                "no-such-character",
                "Choose a character of this team.",
            )
    for index, vehicle_fate in enumerate(result.vehicles):
        if field.vehicles.get(vehicle_fate.vehicle) not in {
            team.team for team in result.form.teams
        }:
            sentence = "Choose a vehicle that was at the start, from a team that took part."
            yield Problem(f"vehicles[{index}].vehicle", "no-such-vehicle", sentence)
        for wear in vehicle_fate.damage:
            if wear.lost < 1 or not PART.fullmatch(wear.part):
                sentence = "Enter a part, for example armour:front or weapon:1, and its loss."
                yield Problem(f"vehicles[{index}].damage", "bad-damage", sentence)
    riders = {deeds.character for deeds in result.form.people}
    for index, hurt in enumerate(result.hurt):
        if hurt.character not in riders:
            yield Problem(
                f"hurt[{index}].character",
                "no-such-character",
                "Enter injuries only for duellists.",
            )


# --- values ---------------------------------------------------------------------------------------


def totals_of(result: ResultPayload, duel: Duel) -> Totals:
    """Return all sums that a result books."""
    totals: Counter[Key] = Counter()
    house_rules = duel_rules(duel)
    reckoning = rules.evaluate(result.record.form, house_rules)
    for place in reckoning.placings:
        team = UUID(place.team)
        totals[Key(Book.MONEY, team, "purse")] += place.purse
        totals[Key(Book.MONEY, team, "survivor_pay")] += place.survivor_pay
        totals[Key(Book.MONEY, team, "fans")] += place.fans
        totals[Key(Book.STANDING, team, "duel")] += place.points
    for team_id, dollars in result.salvage(house_rules).items():
        totals[Key(Book.MONEY, UUID(team_id), "salvage")] += dollars
    for award in reckoning.awards:
        totals[Key(Book.PRESTIGE, UUID(award.character), award.key)] += award.points
    for lesson in result.lessons(house_rules):
        totals[Key(Book.SKILL, UUID(lesson.character), lesson.skill)] += lesson.points
    for character, lost in result.wounds.items():
        totals[Key(Book.WOUND, UUID(character), Wound.DP)] += lost
    for vehicle, parts in result.damage.items():
        for part, lost in parts.items():
            totals[Key(Book.DAMAGE, UUID(vehicle), part)] += lost
    return totals


def lines_of(revisions: Iterable[DuelResult], duel: Duel) -> Iterator[Line]:
    """Yield all ledger rows that the revisions of a duel's result book, in order."""
    old: Totals = {}
    for row in revisions:
        new = totals_of(payload_of(row), duel)
        yield from _difference(old, new, _cause(duel, row.revision), duel, row.recorded_at, None)
        old = new


def _cause(duel: Duel, revision: int) -> str:
    return f"duel:{duel.pk}:{revision}"


def _difference(
    old: Totals, new: Totals, cause: str, duel: Duel, now: datetime, actor: User | None
) -> list[Line]:
    actor_id = actor.pk if actor else None
    keys = [*new, *(key for key in old if key not in new)]
    changes = ((key, new.get(key, 0) - old.get(key, 0)) for key in keys)
    return [
        Line(
            key.book, key.owner, key.item, change, cause, now, week=duel.week_id, booked_by=actor_id
        )
        for key, change in changes
        if change
    ]


def _set_fates(cars: Iterable[Vehicle], fates: Iterable[Fate], duel: Duel, now: datetime) -> None:
    """Remove destroyed vehicles from the garage.

    If a correction says that a vehicle was not destroyed, the vehicle is returned.
    """
    fate_by_vehicle = {UUID(vehicle_fate.vehicle): vehicle_fate.fate for vehicle_fate in fates}
    for car in map(locked, cars):
        if fate_by_vehicle[car.pk] == "destroyed" and car.gone_at is None:
            car.gone_at, car.gone_how = now, Vehicle.Gone.DESTROYED
        elif (
            fate_by_vehicle[car.pk] == "survived"
            and car.gone_how == Vehicle.Gone.DESTROYED
            and car.gone_at
            and car.gone_at >= duel.start
        ):
            car.gone_at, car.gone_how = None, ""
        else:
            continue
        car.save(update_fields=["gone_at", "gone_how"])


def _announce(
    duel: Duel, result: DuelRecord, row: DuelResult, actor: User | None, now: datetime
) -> None:
    campaign_id = duel.week.season.campaign_id
    kind = ClubNotice.DUEL_CORRECTED if row.revision > 1 else ClubNotice.DUEL_RECORDED
    cause = _cause(duel, row.revision)
    desk_log.record(
        campaign_id=campaign_id,
        actor=actor,
        kind=kind,
        now=now,
        reason=row.reason,
        week=duel.week,
        detail={"week": duel.week.number, "revision": row.revision}
        | ({} if duel.is_weekly else {"event": duel.title}),
    )
    text = headline(duel, result)
    if row.revision > 1:
        text = f"Corrected: {text}"
    news.publish([news.Item(campaign_id, kind, text[:500], cause, now, week=duel.week_id)])
    crew = members.member_ids(campaign_id)
    notices.notify(crew, campaign_id, kind, text[:300], duel_path("duel", duel), cause, now)


def headline(duel: Duel, result: DuelRecord) -> str:
    """Return the result as one line: the duel's name and the places."""
    names = dict(
        Team.objects.filter(pk__in=_ids(team.team for team in result.form.teams)).values_list(
            "pk", "name"
        )
    )
    placings = rules.evaluate(result.form, duel_rules(duel)).placings
    places = ", ".join(f"{place.place}. {names[UUID(place.team)]}" for place in placings)
    verb = "did not take part" if result.form.people else "forfeits"
    absent = [
        f" {names[UUID(row.team)]} {verb}."
        for row in result.form.teams
        if duel.challenge_id and row.vehicles == 0 and row.place > 1
    ]
    return f"{duel.title}: {places}.{''.join(absent)}"


def form_for(duel: Duel) -> DuelForm:
    """Return the initial form with every team at the start, without an outcome."""
    cars_by_team: dict[UUID, list[MusteredEntry]] = {}
    for mustered in muster(duel):
        if mustered.is_at_start:
            cars_by_team.setdefault(mustered.entry.team_id, []).append(mustered)
    return DuelForm(
        teams=tuple(
            rules.TeamResult(team=str(team), place=1, vehicles=len(cars))
            for team, cars in cars_by_team.items()
        ),
        people=tuple(
            Deeds(character=str(character_id), team=str(team))
            for team, cars in cars_by_team.items()
            for mustered in cars
            for _, character_id in mustered.aboard
        ),
    )
