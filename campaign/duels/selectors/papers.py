"""Queries for the printed papers of a duel: record sheets and the table of entries (C30).

Until the time of the duel, a car's sheet is private to its team and shows the car's current state.
From then on, it shows the car at the start, including the charges of the first phase, but no later
events. GMs without a team then get the sheets of all cars, so that they can bring them to the
table. After the week is closed, nothing can be printed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, Sum

from campaign.duels.models import DuelEntry
from campaign.duels.rules.papers import PRINTED_SKILLS, CarPaper, CrewLine, EntryLine, SkillLine
from campaign.garage.models import Vehicle
from campaign.garage.rules.record import make_record
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.selectors.garage import design_of, record_of
from campaign.house_rules.rules.duel_numbers import DEFAULT_NUMBERS, DuelNumbers, own_duel_numbers
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import BODYBUILDING
from campaign.league import policy
from campaign.league.models import Campaign, Duel, Team, Week
from campaign.league.selectors.house import rules_in, rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.ledger.models import Damage, SkillPoint, Wound
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules import skills
from campaign.roster.rules.people import body

from .duels import has_begun
from .first_phase import FirstPhase, first_phase
from .muster import MusteredEntry, muster, seats_of, standing_entries

Seats = tuple[tuple[str, UUID], ...]


@dataclass(frozen=True, slots=True)
class EveningPapers:
    """The papers of a duel that a reader can print, and the numbers that apply in the club.

    `at_the_start` says whether the cars are shown as at the start rather than as they are now.
    `all_cars` says whether every car at the start is included. `waiting` is true while the start is
    being prepared, and `over` is true when printing is no longer possible.
    """

    numbers: DuelNumbers = DEFAULT_NUMBERS
    cars: tuple[CarPaper, ...] = ()
    entries: tuple[EntryLine, ...] = ()
    at_the_start: bool = False
    all_cars: bool = False
    waiting: bool = False
    over: bool = False


def evening_papers(viewer: Viewer, duel: Duel, now: datetime) -> EveningPapers:
    """Return the papers of a duel for this viewer (C30)."""
    house_rules = rules_in(duel.week)
    numbers = own_duel_numbers(house_rules.duel_numbers)
    if duel.week.status in Week.FINISHED:
        return EveningPapers(numbers, over=True)
    is_begun = has_begun(duel, now)
    phase = _phase(duel) if is_begun else FirstPhase()
    if phase.waiting:
        return EveningPapers(numbers, at_the_start=True, waiting=True)
    is_referee = is_begun and policy.is_referee(viewer)
    rows = standing_entries(duel)
    if not is_begun:
        rows = rows.filter(team__in=viewer.team_ids)
    mustered_entries = [
        mustered for mustered in muster(duel, rows) if mustered.is_at_start or not is_begun
    ]
    aboard = {
        mustered.entry.pk: mustered.aboard if is_begun else seats_of(mustered.entry)
        for mustered in mustered_entries
    }
    printed = [
        mustered
        for mustered in mustered_entries
        if is_referee or mustered.entry.team_id in viewer.team_ids
    ]
    people = _people(
        {character_id for seats in aboard.values() for _, character_id in seats},
        house_rules,
        duel,
        phase,
    )
    lost = _damage([mustered.entry.vehicle_id for mustered in printed], duel, phase)
    heading = heading_of(duel)
    return EveningPapers(
        numbers,
        cars=tuple(
            _car(
                mustered,
                heading,
                lost.get(mustered.entry.vehicle_id, {}),
                _crew(aboard[mustered.entry.pk], people),
                is_own=mustered.entry.team_id in viewer.team_ids,
            )
            for mustered in printed
        ),
        entries=tuple(
            EntryLine(
                team=mustered.entry.team.name,
                car=mustered.entry.vehicle.name,
                crew=tuple(
                    people[character_id].name for _, character_id in aboard[mustered.entry.pk]
                ),
            )
            for mustered in mustered_entries
        ),
        at_the_start=is_begun,
        all_cars=is_referee,
    )


@dataclass(frozen=True, slots=True)
class StartCar:
    """A car at the start of a duel, with its sheet at that time.

    `crew` has the place, the character and the sheet line of each person, driver first.
    """

    entry: DuelEntry
    paper: CarPaper
    crew: tuple[tuple[str, UUID, CrewLine], ...]


def cars_at_the_start(duel: Duel) -> tuple[StartCar, ...] | None:
    """Return all cars at the start of a duel for the sheets at the table (C41).

    Cars are sorted by team and vehicle. Return None while a charge of the first phase is pending.
    This runs eight queries.
    """
    phase = _phase(duel)
    if phase.waiting:
        return None
    mustered_entries = [mustered for mustered in muster(duel) if mustered.is_at_start]
    house_rules = rules_in(duel.week)
    people = _people(
        {character_id for mustered in mustered_entries for _, character_id in mustered.aboard},
        house_rules,
        duel,
        phase,
    )
    lost = _damage([mustered.entry.vehicle_id for mustered in mustered_entries], duel, phase)
    heading = heading_of(duel)
    start_cars = []
    for mustered in mustered_entries:
        seats = tuple(seat for seat in mustered.aboard if seat[1] in people)
        crew = _crew(seats, people)
        damage = lost.get(mustered.entry.vehicle_id, {})
        start_cars.append(
            StartCar(
                entry=mustered.entry,
                paper=_car(mustered, heading, damage, crew, is_own=False),
                crew=tuple(
                    (place, character_id, line)
                    for (place, character_id), line in zip(seats, crew, strict=True)
                ),
            )
        )
    return tuple(start_cars)


def _phase(duel: Duel) -> FirstPhase:
    """Return the first phase of a duel. Events have no charges (C53)."""
    return first_phase(duel.week) if duel.is_weekly else FirstPhase()


def numbers_now(campaign: Campaign) -> DuelNumbers:
    """Return the duel numbers that currently apply in a club (C31)."""
    return own_duel_numbers(rules_of(campaign).duel_numbers)


def car_paper(team: Team, vehicle: Vehicle) -> CarPaper:
    """Return the current record sheet of a vehicle with its usual crew. This runs four queries.

    Use this only for people who can read the team's garage.
    """
    house_rules = rules_of(team.campaign)
    usual = vehicle.crew.filter(character__left_at=None).values_list("place", "character_id")
    seats = tuple(sorted(usual, key=lambda seat: _place_order(seat[0])))
    people = _people({character_id for _, character_id in seats}, house_rules)
    return CarPaper(
        team=team.name,
        heading=team.campaign.name,
        sheet=make_sheet(record_of(vehicle)),
        crew=_crew(seats, people),
        notes=vehicle.notes,
    )


def _place_order(place: str) -> tuple[int, str]:
    return (("driver", "gunner").index(place) if place in {"driver", "gunner"} else 2, place)


def heading_of(duel: Duel) -> str:
    """Return the heading of a duel's papers."""
    return " · ".join(
        filter(
            None,
            (f"Week {duel.week.number}", duel.name, duel.arena),
        )
    )


def _car(
    mustered: MusteredEntry,
    heading: str,
    lost: Mapping[str, int],
    crew: tuple[CrewLine, ...],
    *,
    is_own: bool,
) -> CarPaper:
    """Return the paper of a car at the start. Only its own team gets the notes."""
    vehicle = mustered.entry.vehicle
    record = make_record(design_of(vehicle), vehicle.name, vehicle.colour, lost)
    return CarPaper(
        team=mustered.entry.team.name,
        heading=heading,
        sheet=make_sheet(record),
        crew=crew,
        notes=vehicle.notes if is_own else "",
    )


def _counted_rows(duel: Duel | None, phase: FirstPhase) -> Q:
    """Return the condition for the ledger rows that a sheet includes.

    Before the duel, all rows are included. After that, a sheet includes earlier rows and the first
    phase, but not the duel itself.
    """
    if duel is None:
        return Q()
    before = Q(at__lte=duel.start) & ~Q(cause__startswith=f"duel:{duel.pk}:")
    return before | Q(cause__in=phase.causes)


def _damage(vehicles: Sequence[UUID], duel: Duel, phase: FirstPhase) -> dict[UUID, dict[str, int]]:
    """Return the damage of each part of these vehicles at the start. This runs one query."""
    damage: dict[UUID, dict[str, int]] = defaultdict(dict)
    rows = Damage.objects.filter(_counted_rows(duel, phase), vehicle__in=vehicles).order_by()
    for pk, part, total in rows.values_list("vehicle_id", "item").annotate(total=Sum("amount")):
        damage[pk][part] = total
    return damage


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    dp: int
    full_dp: int
    skills: tuple[SkillLine, ...]


def _people(
    ids: Iterable[UUID],
    house_rules: HouseRules,
    duel: Duel | None = None,
    phase: FirstPhase = FirstPhase(),  # noqa: B008 - it is frozen
) -> dict[UUID, _Person]:
    """Return these people with their current values, or their values at the start.

    This runs one query.
    """
    earned = Q() if duel is None else Q(at__lte=duel.start)
    keys = (*PRINTED_SKILLS, BODYBUILDING)
    rows = Character.objects.filter(pk__in=list(ids)).annotate(
        lost=balances.total_subquery(Wound, "character", _counted_rows(duel, phase)),
        **{
            f"in_{key}": balances.total_subquery(SkillPoint, "character", Q(item=key) & earned)
            for key in keys
        },
    )
    return {row.pk: _person(row, house_rules) for row in rows}


def _person(row: Any, house_rules: HouseRules) -> _Person:
    points = {key: getattr(row, f"in_{key}") or 0 for key in (*PRINTED_SKILLS, BODYBUILDING)}
    built = body(points, row.lost or 0, house_rules)
    levels = ((key, skills.level(points[key], key, house_rules)) for key in PRINTED_SKILLS)
    return _Person(
        name=row.name,
        dp=max(0, built.dp),
        full_dp=built.full_dp,
        skills=tuple(
            SkillLine(title=skill.title, level=level)
            for key, level in levels
            if skills.is_trained(level) and (skill := skills.find_row(key, house_rules))
        ),
    )


def _crew(seats: Seats, people: Mapping[UUID, _Person]) -> tuple[CrewLine, ...]:
    return tuple(
        CrewLine(
            place=place,
            name=people[character_id].name,
            dp=people[character_id].dp,
            full_dp=people[character_id].full_dp,
            skills=people[character_id].skills,
        )
        for place, character_id in seats
        if character_id in people
    )
