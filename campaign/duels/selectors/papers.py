"""The papers of a duel: the record sheets that a reader may print, and the table of entries (C30).

A car's sheet is its team's, as it stands, until the duel's hour. From then on it shows the car as
it stands at the start, with what went off there and without what came later, and a GM who runs no
team has the sheets of all cars at the start, to lay them on the table. What then lies open at the
table is the table's affair; no rival's sheet is on the site. When the week is closed there is
nothing more to print.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q, Sum

from campaign.duels.rules.papers import ON_THE_SHEET, CarPaper, CrewLine, EntryLine, SkillLine
from campaign.garage.rules.record import make_record
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.selectors.garage import design_of, record_of
from campaign.league import policy
from campaign.league.models import Week
from campaign.league.rules.duel_numbers import DEFAULT_NUMBERS, DuelNumbers, own_duel_numbers
from campaign.league.rules.tables import BODYBUILDING
from campaign.league.selectors.house import rules_in, rules_of
from campaign.ledger.models import Damage, SkillPoint, Wound
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules import skills
from campaign.roster.rules.people import body

from .duels import began as has_begun
from .first_phase import FirstPhase, first_phase
from .muster import Mustered, muster, seats_of, standing_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from campaign.duels.models import DuelEntry
    from campaign.garage.models import Vehicle
    from campaign.league.models import Campaign, Team
    from campaign.league.rules.house import HouseRules
    from campaign.league.selectors.viewer import Viewer

Seats = tuple[tuple[str, UUID], ...]


@dataclass(frozen=True, slots=True)
class EveningPapers:
    """What one reader may print of a duel, and the club's numbers for it. `at_the_start`: the cars
    are as they stand at the start, else as they stand now; `all_cars`: it is every car at the
    start; `waiting`: the start is being drawn up, and the sheets come in a moment; `over`: nothing
    is printed any more.
    """

    numbers: DuelNumbers = DEFAULT_NUMBERS
    cars: tuple[CarPaper, ...] = ()
    entries: tuple[EntryLine, ...] = ()
    at_the_start: bool = False
    all_cars: bool = False
    waiting: bool = False
    over: bool = False


def evening_papers(viewer: Viewer, week: Week, now: datetime) -> EveningPapers:
    """The papers of a week's duel that this viewer may read (C30)."""
    house = rules_in(week)
    numbers = own_duel_numbers(house.duel_numbers)
    if week.status in Week.FINISHED:
        return EveningPapers(numbers, over=True)
    began = has_begun(week, now)
    phase = _phase(week) if began else FirstPhase()
    if phase.waiting:
        return EveningPapers(numbers, at_the_start=True, waiting=True)
    everything = began and policy.is_referee(viewer)
    rows = standing_entries(week)
    if not began:
        rows = rows.filter(team__in=viewer.team_ids)
    there = [one for one in muster(week, rows) if one.there or not began]
    aboard = {one.entry.pk: one.aboard if began else seats_of(one.entry) for one in there}
    shown = [one for one in there if everything or one.entry.team_id in viewer.team_ids]
    people = _people({who for seats in aboard.values() for _, who in seats}, house, week, phase)
    lost = _damage([one.entry.vehicle_id for one in shown], week, phase)
    heading = heading_of(week)
    return EveningPapers(
        numbers,
        cars=tuple(
            _car(
                one,
                heading,
                lost.get(one.entry.vehicle_id, {}),
                _crew(aboard[one.entry.pk], people),
                own=one.entry.team_id in viewer.team_ids,
            )
            for one in shown
        ),
        entries=tuple(
            EntryLine(
                team=one.entry.team.name,
                car=one.entry.vehicle.name,
                crew=tuple(people[who].name for _, who in aboard[one.entry.pk]),
            )
            for one in there
        ),
        at_the_start=began,
        all_cars=everything,
    )


@dataclass(frozen=True, slots=True)
class StartCar:
    """A car at the start of a duel, with its sheet as it stands there. `crew` are place, character
    and the line of each aboard, the driver first.
    """

    entry: DuelEntry
    paper: CarPaper
    crew: tuple[tuple[str, UUID, CrewLine], ...]


def cars_at_the_start(week: Week) -> tuple[StartCar, ...] | None:
    """All cars at the start of a week's duel, by team and vehicle, for the sheets that are ticked
    at the table (C41); None while a charge of the first phase is still to go off. Eight queries.
    """
    phase = _phase(week)
    if phase.waiting:
        return None
    there = [one for one in muster(week) if one.there]
    house = rules_in(week)
    people = _people({who for one in there for _, who in one.aboard}, house, week, phase)
    lost = _damage([one.entry.vehicle_id for one in there], week, phase)
    heading = heading_of(week)
    found = []
    for one in there:
        seats = tuple(seat for seat in one.aboard if seat[1] in people)
        crew = _crew(seats, people)
        damage = lost.get(one.entry.vehicle_id, {})
        found.append(
            StartCar(
                entry=one.entry,
                paper=_car(one, heading, damage, crew, own=False),
                crew=tuple(
                    (place, who, line) for (place, who), line in zip(seats, crew, strict=True)
                ),
            )
        )
    return tuple(found)


def _phase(week: Week) -> FirstPhase:
    """What went off at the start: at an event nothing does (C53)."""
    return FirstPhase() if week.event else first_phase(week)


def numbers_now(campaign: Campaign) -> DuelNumbers:
    """The numbers that a club's duels are driven by now (C31)."""
    return own_duel_numbers(rules_of(campaign).duel_numbers)


def car_paper(team: Team, vehicle: Vehicle) -> CarPaper:
    """The record sheet of one vehicle as it stands now, with its usual crew. For who may read the
    books. Four queries.
    """
    house = rules_of(team.campaign)
    usual = vehicle.crew.filter(character__left_at=None).values_list("place", "character_id")
    seats = tuple(sorted(usual, key=lambda seat: _order(seat[0])))
    people = _people({who for _, who in seats}, house)
    return CarPaper(
        team=team.name,
        heading=team.campaign.name,
        sheet=make_sheet(record_of(vehicle)),
        crew=_crew(seats, people),
        notes=vehicle.notes,
    )


def _order(place: str) -> tuple[int, str]:
    return (("driver", "gunner").index(place) if place in {"driver", "gunner"} else 2, place)


def heading_of(week: Week) -> str:
    """What the papers of a duel say of it."""
    return " · ".join(
        filter(
            None,
            (f"Week {week.number}", week.event.name if week.event else week.event_name, week.place),
        )
    )


def _car(
    one: Mustered, heading: str, lost: Mapping[str, int], crew: tuple[CrewLine, ...], *, own: bool
) -> CarPaper:
    """A car at the start; its notes are for its own people alone."""
    vehicle = one.entry.vehicle
    record = make_record(design_of(vehicle), vehicle.name, vehicle.colour, lost)
    return CarPaper(
        team=one.entry.team.name,
        heading=heading,
        sheet=make_sheet(record),
        crew=crew,
        notes=vehicle.notes if own else "",
    )


def _then(week: Week | None, phase: FirstPhase) -> Q:
    """The ledger rows that count on a sheet: before the hour all; then those before it, and what
    went off at the start, but nothing that came of the duel itself.
    """
    if week is None:
        return Q()
    before = Q(at__lte=week.hour) & ~Q(cause__startswith=f"duel:{week.duel_id}:")
    return before | Q(cause__in=phase.causes)


def _damage(vehicles: Sequence[UUID], week: Week, phase: FirstPhase) -> dict[UUID, dict[str, int]]:
    """What each part of these vehicles was short of at the start. One query."""
    found: dict[UUID, dict[str, int]] = defaultdict(dict)
    rows = Damage.objects.filter(_then(week, phase), vehicle__in=vehicles).order_by()
    for pk, part, total in rows.values_list("vehicle_id", "item").annotate(total=Sum("amount")):
        found[pk][part] = total
    return found


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    dp: int
    full_dp: int
    known: tuple[SkillLine, ...]


def _people(
    ids: Iterable[UUID],
    house: HouseRules,
    week: Week | None = None,
    phase: FirstPhase = FirstPhase(),  # noqa: B008 - it is frozen
) -> dict[UUID, _Person]:
    """These people as they are, or were at the start. One query."""
    earned = Q() if week is None else Q(at__lte=week.duel_at)
    keys = (*ON_THE_SHEET, BODYBUILDING)
    rows = Character.objects.filter(pk__in=list(ids)).annotate(
        lost=balances.total_of(Wound, "character", _then(week, phase)),
        **{
            f"in_{key}": balances.total_of(SkillPoint, "character", Q(item=key) & earned)
            for key in keys
        },
    )
    return {row.pk: _person(row, house) for row in rows}


def _person(row: Any, house: HouseRules) -> _Person:
    points = {key: getattr(row, f"in_{key}") or 0 for key in (*ON_THE_SHEET, BODYBUILDING)}
    built = body(points, row.lost or 0, house)
    levels = ((key, skills.level(points[key], key, house)) for key in ON_THE_SHEET)
    return _Person(
        name=row.name,
        dp=max(0, built.dp),
        full_dp=built.full_dp,
        known=tuple(
            SkillLine(title=known.title, level=level)
            for key, level in levels
            if skills.trained(level) and (known := skills.row(key, house))
        ),
    )


def _crew(seats: Seats, people: Mapping[UUID, _Person]) -> tuple[CrewLine, ...]:
    return tuple(
        CrewLine(
            place=place,
            name=people[who].name,
            dp=people[who].dp,
            full_dp=people[who].full_dp,
            skills=people[who].known,
        )
        for place, who in seats
        if who in people
    )
