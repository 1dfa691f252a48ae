"""Recording a duel: purse, survivor pay, standings, prestige, lessons, wounds and damage in one
transaction.

A correction is a new revision. It books the difference to the revision before it, row by row, under
a cause of its own; it touches nothing else, so charges that went off with the first result are
neither repeated nor undone (E23).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import Sum
from django.db.models.functions import Coalesce

from campaign.duels.models import DuelDispute, DuelEntry, DuelResult
from campaign.duels.rules import duel as rules
from campaign.duels.rules.duel import Deeds, DuelForm, Ride
from campaign.duels.rules.duel_record import DuelRecord, Fate, Marks, filled
from campaign.duels.selectors import driven
from campaign.duels.selectors.duels import Recorded, began, recorded
from campaign.duels.selectors.events import duel_path
from campaign.duels.selectors.muster import Mustered, muster
from campaign.garage.models import Vehicle
from campaign.garage.rules.record import view_exterior
from campaign.garage.selectors.garage import design_of, records_by_vehicle
from campaign.league.models import Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people as members
from campaign.league.services import desk_log, news
from campaign.ledger.models import Prestige, Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from campaign.roster.selectors.roster import dead_at_settlement
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.problems import Problem
from core.web.refusals import BadForm, WrongTime, refuse_if
from engine.codec import Reader, Unreadable
from engine.values import changed

from . import harm, meets, obituaries
from .entries import event_rules
from .locking import relocked

if TYPE_CHECKING:
    from datetime import datetime

PART = re.compile(
    r"armour:(front|back|left|right|top|under)|tyre:[a-z_]{4,11}|plant|(ammo:)?weapon:[1-9]\d?|accessory:[1-9]\d?"
)
READER: Reader[DuelRecord] = Reader(DuelRecord)


class Key(NamedTuple):
    """Which sum of which ledger."""

    book: Book
    owner: UUID
    item: str


Worth: TypeAlias = Mapping[Key, int]
"""What a result comes to, sum by sum."""


def read(data: bytes | str | object) -> DuelRecord:
    """A record from JSON text or plain data. Raises BadForm, naming the field."""
    try:
        return (
            READER.decode(data)
            if isinstance(data, (bytes, str))
            else READER.take(data, strict=False)
        )
    except Unreadable as error:
        raise BadForm(
            [Problem(field=error.field, code=error.code, sentence=error.sentence)]
        ) from error


def record(
    *,
    week: Week,
    result: DuelRecord,
    actor: User | None,
    at: datetime,
    signed: str = "",
    marks: Iterable[Marks] = (),
) -> DuelResult:
    """Record the duel's first result, once the week is settled and the duel's hour has come, and
    before the season is closed. `actor` is nobody where the site drove it (C94). `signed` says who
    stands for it where its duellists wrote it; `marks` are what teams wrote down of their own, for
    where the result says nothing of it (C27).

    Only who stands at the start can have driven (E12, E22). Raises WrongTime, BadForm.
    """
    with club(week.season.campaign_id):
        return _book(recordable(week, at), result, None, actor, signed, at, marks)


def by_forfeit(*, week: Week, winner: Team, loser: Team, actor: User, at: datetime) -> DuelResult:
    """Record an event that came of a challenge as won by one of the two, with nobody driving, since
    the other gave it up before its hour (C58). For a service that holds the week and has looked at
    the hour. Nobody is entered for it any longer.
    """
    teams = (
        rules.TeamResult(team=str(winner.pk), place=1, vehicles=1),
        rules.TeamResult(team=str(loser.pk), place=2, vehicles=0),
    )
    DuelEntry.objects.filter(event=week.event, withdrawn_at=None).update(withdrawn_at=at)
    result = DuelRecord(form=DuelForm(teams=teams))
    return _book(week, result, None, actor, f"{loser.name} forfeits.", at)


def recordable(week: Week, at: datetime) -> Week:
    """The week, locked, whose duel has no result and may have one now. Raises WrongTime."""
    season = locked(week.season)
    week = relocked(week)
    has_result = week.results.filter(event=week.event).exists()
    if season.closed_at and has_result:
        raise WrongTime(f"{season} is closed. A GM can still correct this duel's result.")
    if season.closed_at:
        raise WrongTime(
            f"{season} was closed before this duel was recorded. The duel can no longer be "
            "recorded and does not count."
        )
    if week.event and week.event.called_off_at:
        raise WrongTime(f"{week.title} was cancelled (C50).")
    if not began(week, at):
        raise WrongTime("You can record a result after the duel has started.")
    if has_result:
        raise WrongTime("This duel already has a result. Correct it instead.")
    in_arena = driven.row_of(week)
    if not driven.by_hand(week, in_arena) and (in_arena is None or in_arena.over_at is None):
        raise WrongTime(
            "The site drives this duel and records it when it is over. A GM can choose to "
            "record it manually."
        )
    return week


def checked(week: Week, result: DuelRecord) -> DuelRecord:
    """A first result as it would be recorded: complete, and nothing wrong with it. Raises
    BadForm.
    """
    field = Field.of(week, None)
    result = _completed(result, week, field)
    refuse_if(_problems(result, week, field))
    return result


def correct(
    *, week: Week, result: DuelRecord, actor: User, reason: str, at: datetime
) -> DuelResult:
    """Replace a recorded result by a new revision; only the difference is booked. Raises
    ReasonNeeded, WrongTime, BadForm.
    """
    said = desk_log.require_reason(reason)
    with club(week.season.campaign_id):
        week = relocked(week)
        before = week.results.filter(event=week.event).order_by("-revision").first()
        if before is None:
            raise WrongTime("There is no result to correct yet.")
        return _book(week, result, before, actor, said, at)


def _book(
    week: Week,
    result: DuelRecord,
    before: DuelResult | None,
    actor: User | None,
    reason: str,
    at: datetime,
    marks: Iterable[Marks] = (),
) -> DuelResult:
    revision = before.revision + 1 if before else 1
    field = Field.of(week, recorded(before) if before else None)
    result = filled(_completed(result, week, field), marks)
    refuse_if(_problems(result, week, field))
    cars = list(
        Vehicle.objects.filter(
            pk__in=[UUID(fate.vehicle) for fate in result.vehicles]
        ).select_related("team")
    )
    seen = {str(pk): view_exterior(found) for pk, found in records_by_vehicle(cars).items()} | (
        recorded(before).seen if before else {}
    )
    drove = {car: field.vehicles[car] for car in seen}
    now = Recorded(
        record=result,
        drove=drove,
        seen=seen,
        wounds=harm.wounds(result, week),
        damage=harm.damage(result, cars, week),
        taught=before is None or recorded(before).taught,
        places={
            row.team: row.place for row in rules.reckon(result.form, event_rules(week)).placings
        },
    )
    row = DuelResult.objects.create(
        week=week,
        event=week.event,
        revision=revision,
        payload=msgspec.to_builtins(now),
        reason=reason,
        recorded_by=actor,
        recorded_at=at,
    )
    old = worth(recorded(before), week) if before else {}
    posting.post(_difference(old, worth(now, week), _cause(week, revision), week, at, actor))
    _set_fates(cars, result.vehicles, week, at)
    DuelDispute.objects.filter(week=week, event=week.event, settled_at=None).update(
        settled_at=at, settled=DuelDispute.Settled.DECIDED
    )
    _announce(week, result, row, actor, at)
    earlier = recorded(before).record if before else None
    obituaries.publish(row=row, result=result, before=earlier, at=at)
    meets.carry_on(week, recorded(before) if before else None, now, at)
    return row


# --- what a record must be ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """Who and what can be recorded of a duel, with their teams: who stands at the start, and who is
    in the result already. `entered` are the vehicles at the start, by name.
    """

    people: Mapping[str, str]
    vehicles: Mapping[str, str]
    entered: tuple[str, ...]
    rides: Mapping[str, Ride]
    fame: Mapping[str, int]
    """Prestige from earlier duels: of who is in the result already as it was then (C60)."""

    @classmethod
    def of(cls, week: Week, before: Recorded | None) -> Field:
        there = [one for one in muster(week) if one.there]
        people = (
            {deeds.character: deeds.team for deeds in before.record.form.people} if before else {}
        )
        cars = before.drove if before else {}
        return cls(
            people=people
            | {str(who): str(one.entry.team_id) for one in there for _, who in one.aboard},
            vehicles=cars | {str(one.entry.vehicle_id): str(one.entry.team_id) for one in there},
            entered=tuple(
                str(one.entry.vehicle_id)
                for one in sorted(there, key=lambda one: one.entry.vehicle.name)
            ),
            rides=dict(_rides(there))
            | {
                deeds.character: deeds.ride
                for deeds in (before.record.form.people if before else ())
                if deeds.ride
            },
            fame=_fame_before(week)
            | {
                deeds.character: deeds.fame
                for deeds in (before.record.form.people if before else ())
            },
        )


def _rides(there: Iterable[Mustered]) -> Iterator[tuple[str, Ride]]:
    """Who sat where at the start."""
    for one in there:
        design = design_of(one.entry.vehicle)
        cycle = design.catalogue.bodies[design.body].cycle
        for place, who in one.aboard:
            yield (
                str(who),
                Ride(vehicle=str(one.entry.vehicle_id), place=place.partition(":")[0], cycle=cycle),
            )


def _completed(result: DuelRecord, week: Week, field: Field) -> DuelRecord:
    """The record with what the service knows better: vehicles at the start left out by the GM,
    everybody's earlier kills and prestige, who sat where, and who did not come (C59).
    """
    teams, named = (
        {row.team for row in result.form.teams},
        {fate.vehicle for fate in result.vehicles},
    )
    missing = [
        Fate(vehicle=car)
        for car in field.entered
        if field.vehicles[car] in teams and car not in named
    ]
    before = _kills_before(week)
    crew = tuple(
        changed(
            deeds,
            kills_before=before[deeds.character],
            ride=field.rides.get(deeds.character),
            fame=field.fame.get(deeds.character, 0),
        )
        for deeds in result.form.people
    )
    return changed(
        result,
        form=changed(
            result.form, people=crew, teams=(*result.form.teams, *_stayed_away(result.form, week))
        ),
        vehicles=(*result.vehicles, *missing),
    )


def _stayed_away(form: DuelForm, week: Week) -> Iterator[rules.TeamResult]:
    """Of an event that came of a challenge, whoever of the two did not turn up loses it: the second
    place, with no vehicle (C59).
    """
    challenge = week.event.challenge if week.event else None
    came = {row.team for row in form.teams}
    if challenge is None or len(came) != 1:
        return
    both = {str(team) for team in challenge.team_ids}
    if came < both:
        yield from (rules.TeamResult(team=team, place=2, vehicles=0) for team in both - came)


def _pk(said: str) -> UUID | None:
    try:
        return UUID(said)
    except ValueError:
        return None


def _is_id(said: str) -> bool:
    return _pk(said) is not None


def _ids(said: Iterable[str]) -> list[UUID]:
    return [UUID(one) for one in said if _is_id(one)]


def _kills_before(week: Week) -> Counter[str]:
    """Kills of each character in the earlier duels and events of this campaign, by the results that
    count now.
    """
    rows = DuelResult.objects.filter(week__season__campaign=week.season.campaign_id)
    earlier = rows.alias(hour=Coalesce("event__starts_at", "week__duel_at")).filter(
        hour__lt=week.hour
    )
    latest = {row.event_id or row.week_id: row for row in earlier.order_by("revision")}
    kills: Counter[str] = Counter()
    for row in latest.values():
        for deeds in recorded(row).record.form.people:
            kills[deeds.character] += deeds.kills
    return kills


def _fame_before(week: Week) -> dict[str, int]:
    """Prestige of each character from the recorded duels of earlier weeks, as their career says it
    (C34, C60): what a GM corrected by hand is not in it.
    """
    earned = Prestige.objects.filter(
        week__season__campaign=week.season.campaign_id,
        week__opens_at__lt=week.opens_at,
        cause__startswith="duel:",
    )
    sums = earned.values_list("character").annotate(Sum("amount")).order_by()
    return {str(character): total for character, total in sums}


def _problems(result: DuelRecord, week: Week, field: Field) -> Iterator[Problem]:
    yield from rules.check_form(result.form, event_rules(week))
    yield from _strangers(result, field)
    yield from _absent(result, week, field)


def _absent(result: DuelRecord, week: Week, field: Field) -> Iterator[Problem]:
    """People who were not at the start. Nothing is said that not everybody sees: who is unconscious
    or held reads like who never entered.
    """
    gone = {
        at: _pk(deeds.character)
        for at, deeds in enumerate(result.form.people)
        if deeds.character not in field.people
    }
    known = {
        one.pk: one for one in Character.objects.filter(pk__in=[pk for pk in gone.values() if pk])
    }
    dead = dead_at_settlement(known, week.season.campaign) if known else frozenset()
    for at, pk in gone.items():
        one = known.get(pk) if pk else None
        if one is not None and str(one.team_id) == result.form.people[at].team:
            yield Problem(
                field=f"people[{at}].character",
                code="not-at-the-start",
                sentence=f"{one.name} {'is dead and was' if one.pk in dead else 'was'} not "
                "at the start of this duel. Choose the substitute whom the team "
                "entered, or mark the car as not driven.",
            )


def _strangers(result: DuelRecord, field: Field) -> Iterator[Problem]:
    """Teams and people that do not belong to this club, vehicles that were not at the start; people
    whose state and wounds disagree.
    """
    teams = set(Team.objects.exclude(approved_at=None).values_list("pk", flat=True))
    crew = dict(Character.objects.filter(team__in=teams).values_list("pk", "team_id"))
    for at, team in enumerate(result.form.teams):
        if not _is_id(team.team) or UUID(team.team) not in teams:
            yield Problem(
                field=f"teams[{at}].team",
                code="no-such-team",
                sentence="Choose a team of this club.",
            )
    for at, deeds in enumerate(result.form.people):
        if not _is_id(deeds.character) or str(crew.get(UUID(deeds.character))) != deeds.team:
            yield Problem(
                field=f"people[{at}].character",
                code="no-such-character",
                sentence="Choose a character of this team.",
            )
    for at, fate in enumerate(result.vehicles):
        if field.vehicles.get(fate.vehicle) not in {team.team for team in result.form.teams}:
            sentence = "Choose a vehicle that was at the start, from a team that took part."
            yield Problem(
                field=f"vehicles[{at}].vehicle", code="no-such-vehicle", sentence=sentence
            )
        for wear in fate.damage:
            if wear.lost < 1 or not PART.fullmatch(wear.part):
                sentence = "Enter a part, for example armour:front or weapon:1, and its loss."
                yield Problem(field=f"vehicles[{at}].damage", code="bad-damage", sentence=sentence)
    riders = {deeds.character for deeds in result.form.people}
    for at, one in enumerate(result.hurt):
        if one.character not in riders:
            yield Problem(
                field=f"hurt[{at}].character",
                code="no-such-character",
                sentence="Enter injuries only for duellists.",
            )


# --- what it comes to -----------------------------------------------------------------------------


def worth(result: Recorded, week: Week) -> Worth:
    """Every sum that a result books."""
    found: Counter[Key] = Counter()
    house = event_rules(week)
    reckoning = rules.reckon(result.record.form, house)
    for place in reckoning.placings:
        team = UUID(place.team)
        found[Key(Book.MONEY, team, "purse")] += place.purse
        found[Key(Book.MONEY, team, "survivor_pay")] += place.survivor_pay
        found[Key(Book.MONEY, team, "fans")] += place.fans
        found[Key(Book.STANDING, team, "duel")] += place.points
    for award in reckoning.awards:
        found[Key(Book.PRESTIGE, UUID(award.character), award.key)] += award.points
    for lesson in result.lessons(house):
        found[Key(Book.SKILL, UUID(lesson.character), lesson.skill)] += lesson.points
    for character, lost in result.wounds.items():
        found[Key(Book.WOUND, UUID(character), Wound.DP)] += lost
    for vehicle, parts in result.damage.items():
        for part, lost in parts.items():
            found[Key(Book.DAMAGE, UUID(vehicle), part)] += lost
    return found


def lines_of(revisions: Iterable[DuelResult], week: Week) -> Iterator[Line]:
    """Yield every ledger row that the revisions of one duel's result book, in their order.

    `week` is the week, on the event if it is the result of one.
    """
    old: Worth = {}
    for row in revisions:
        new = worth(recorded(row), week)
        yield from _difference(old, new, _cause(week, row.revision), week, row.recorded_at, None)
        old = new


def _cause(week: Week, revision: int) -> str:
    return f"duel:{week.duel_id}:{revision}"


def _difference(
    old: Worth, new: Worth, cause: str, week: Week, at: datetime, actor: User | None
) -> list[Line]:
    by = actor.pk if actor else None
    keys = [*new, *(key for key in old if key not in new)]
    changes = ((key, new.get(key, 0) - old.get(key, 0)) for key in keys)
    return [
        Line(key.book, key.owner, key.item, change, cause, at, week=week.pk, by=by)
        for key, change in changes
        if change
    ]


def _set_fates(cars: Iterable[Vehicle], fates: Iterable[Fate], week: Week, at: datetime) -> None:
    """Destroyed vehicles leave the garage; those that a correction spares come back."""
    wanted = {UUID(fate.vehicle): fate.fate for fate in fates}
    for car in map(locked, cars):
        if wanted[car.pk] == "destroyed" and car.gone_at is None:
            car.gone_at, car.gone_how = at, Vehicle.Gone.DESTROYED
        elif (
            wanted[car.pk] == "survived"
            and car.gone_how == Vehicle.Gone.DESTROYED
            and car.gone_at
            and car.gone_at >= week.hour
        ):
            car.gone_at, car.gone_how = None, ""
        else:
            continue
        car.save(update_fields=["gone_at", "gone_how"])


def _announce(
    week: Week, result: DuelRecord, row: DuelResult, actor: User | None, at: datetime
) -> None:
    campaign_id = week.season.campaign_id
    kind, cause = (
        (ClubNotice.DUEL_CORRECTED if row.revision > 1 else ClubNotice.DUEL_RECORDED),
        _cause(week, row.revision),
    )
    desk_log.record(
        campaign_id=campaign_id,
        actor=actor,
        kind=kind,
        now=at,
        reason=row.reason,
        week=week,
        detail={"week": week.number, "revision": row.revision}
        | ({"event": week.title} if week.event else {}),
    )
    text = headline(week, result)
    if row.revision > 1:
        text = f"Corrected: {text}"
    news.publish([news.Item(campaign_id, kind, text[:500], cause, at, week=week.pk)])
    crew = members.members([campaign_id]).get(campaign_id, ())
    notices.send(
        notices.Message(user, campaign_id, kind, text[:300], duel_path("duel", week), cause, at)
        for user in crew
    )


def headline(week: Week, result: DuelRecord) -> str:
    """The result in one line: the duel's name, and who came in where."""
    names = dict(
        Team.objects.filter(pk__in=_ids(team.team for team in result.form.teams)).values_list(
            "pk", "name"
        )
    )
    placings = rules.reckon(result.form, event_rules(week)).placings
    places = ", ".join(f"{place.place}. {names[UUID(place.team)]}" for place in placings)
    verb = "did not take part" if result.form.people else "forfeits"
    away = [
        f" {names[UUID(row.team)]} {verb}."
        for row in result.form.teams
        if week.event and week.event.challenge_id and row.vehicles == 0 and row.place > 1
    ]
    return f"{week.title}: {places}.{''.join(away)}"


def form_for(week: Week) -> DuelForm:
    """A form to start from: every team at the start with its vehicles and who is aboard, nothing
    decided.
    """
    found: dict[UUID, list[Mustered]] = {}
    for one in muster(week):
        if one.there:
            found.setdefault(one.entry.team_id, []).append(one)
    return DuelForm(
        teams=tuple(
            rules.TeamResult(team=str(team), place=1, vehicles=len(cars))
            for team, cars in found.items()
        ),
        people=tuple(
            Deeds(character=str(who), team=str(team))
            for team, cars in found.items()
            for one in cars
            for _, who in one.aboard
        ),
    )
