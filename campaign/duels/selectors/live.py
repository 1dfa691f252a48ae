"""Queries for the table of a duel: the teams' sheets, the public view, and the dice (C41–C44).

Only owners see their team's marks on armour, parts and shots. The public view shows what players
would see at a real table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Exists, QuerySet

from campaign.duels.models import DuelResult, TableDice, TableMark, TableRoll
from campaign.duels.rules.duel_record import Marks
from campaign.duels.rules.live_sheet import (
    DP,
    ENDINGS,
    TYRE,
    CarState,
    LiveSheet,
    Mark,
    PersonSaid,
    WriteUp,
    build_sheet,
    compile_record,
    killer,
    own_marks,
    state_of,
)
from campaign.garage.rules.record import ammo_key, armour_key
from campaign.league.models import Duel, Team
from campaign.league.selectors.house import rules_in
from engine.sealing import seed_hash

from .calendar import DRIVEN
from .driven import driven_duel_of, is_recorded_by_hand
from .papers import StartCar, cars_at_the_start

SHOWN_ROLLS: Final = 12
"""Number of rolls shown on the table's page."""


@dataclass(frozen=True, slots=True)
class LiveCar:
    """A car with its sheet.

    `points_at_start` has the points of each part at the start. This class is used for the car's
    owners, and to build the public view.
    """

    start: StartCar
    sheet: LiveSheet
    points_at_start: Mapping[str, int]
    state: CarState

    @property
    def id(self) -> UUID:
        """The id of the entry."""
        return self.start.entry.pk

    @property
    def team(self) -> Team:
        return self.start.entry.team

    @property
    def name(self) -> str:
        """The name of the vehicle."""
        return self.start.entry.vehicle.name

    def remaining(self, part: str) -> int:
        """Return the points that a part has left."""
        return self.points_at_start.get(part, 0) - self.sheet.lost.get(part, 0)


@dataclass(frozen=True, slots=True)
class PublicCar:
    """The public state of a car at the table (C42).

    `order` is the car's position among the cars that are out, or 0 while it drives. `killer` says
    who took it out. `people` lists the crew with their states.
    """

    id: UUID
    team: Team
    name: str
    speed: int
    handling: int
    tyres_gone: tuple[str, ...]
    on_fire: bool
    ending: str
    killer: str
    order: int
    people: tuple[PersonSaid, ...]

    @property
    def ended(self) -> str:
        """The car's final state in words."""
        return ENDINGS[self.ending]


def has_table(duel: Duel) -> bool:
    """Return whether the duel has a table.

    A weekly duel has a table once the week is settled. An event has a table as soon as it is
    created, unless it is called off. Duels that the site drives have no table (C93, C101).
    """
    is_possible = duel.week.status in DRIVEN if duel.is_weekly else duel.called_off_at is None
    return is_possible and is_recorded_by_hand(duel, driven_duel_of(duel))


def cars(duel: Duel) -> tuple[LiveCar, ...] | None:
    """Return all cars at the start with their sheets. This runs nine queries.

    Return None while the start is being prepared. Only services and `public_cars` use all sheets.
    Pages show only the result of `owned_by`.
    """
    start = cars_at_the_start(duel)
    if start is None:
        return None
    marks = _marks([start_car.entry.pk for start_car in start])
    death = rules_in(duel.week).death
    return tuple(
        _live_car(start_car, marks.get(start_car.entry.pk, ()), death=death) for start_car in start
    )


def owned_by(all_cars: Iterable[LiveCar], team_ids: Collection[UUID]) -> tuple[LiveCar, ...]:
    """Return the cars whose sheets belong to these teams."""
    return tuple(car for car in all_cars if car.start.entry.team_id in team_ids)


def public_cars(all_cars: Sequence[LiveCar]) -> tuple[PublicCar, ...]:
    """Return the public state of each car (C42)."""
    states = [car.state for car in all_cars]
    order = [car.entry for car in sorted(states, key=lambda car: car.went_out) if car.went_out]
    return tuple(_public_car(car, states, order) for car in all_cars)


def _public_car(car: LiveCar, states: Sequence[CarState], order: Sequence[str]) -> PublicCar:
    registers = car.sheet.registers
    return PublicCar(
        id=car.id,
        team=car.team,
        name=car.name,
        speed=int(registers.get("speed", "0")),
        handling=int(registers.get("handling", handling_class(car.start))),
        tyres_gone=tuple(
            part.name
            for part in car.start.paper.sheet.parts
            if part.key.startswith(TYRE) and not car.remaining(part.key)
        ),
        on_fire=registers.get("fire") == "yes",
        ending=car.state.ending,
        killer=killer(car.state.by, states) if car.state.by else "",
        order=order.index(car.state.entry) + 1 if car.state.entry in order else 0,
        people=car.state.crew,
    )


def handling_class(start: StartCar) -> int:
    """Return a car's handling class as built, which is its handling when a turn begins."""
    return start.paper.sheet.totals.hc


def _marks(entries: Collection[UUID]) -> dict[UUID, list[Mark]]:
    """Return the marks of these entries. This runs one query."""
    marks_by_entry: dict[UUID, list[Mark]] = defaultdict(list)
    for row in TableMark.objects.filter(entry__in=entries):
        marks_by_entry[row.entry_id].append(as_mark(row))
    return marks_by_entry


def as_mark(row: TableMark) -> Mark:
    """Convert a stored mark to a value of the rules."""
    return Mark(id=str(row.key), clock=row.clock, kind=row.kind, what=row.what, value=row.value)  # type: ignore[arg-type]


def parts_left(start: StartCar) -> dict[str, int]:
    """Return a car's points at the start, for everything that can be crossed off.

    Armour, parts, shots and the crew's DP can be crossed off.
    """
    sheet = start.paper.sheet
    return {
        **{armour_key(row.location): row.now for row in sheet.armour if row.built},
        **{part.key: part.now for part in sheet.parts},
        **{ammo_key(gun.key): gun.shots for gun in sheet.weapons if gun.magazine},
        **{f"{DP}{character_id}": line.dp for _, character_id, line in start.crew},
    }


def _live_car(start: StartCar, marks: Iterable[Mark], *, death: bool) -> LiveCar:
    points_at_start = parts_left(start)
    sheet = build_sheet(marks, points_at_start)
    entry = start.entry
    return LiveCar(
        start=start,
        sheet=sheet,
        points_at_start=points_at_start,
        state=CarState(
            entry=str(entry.pk),
            vehicle=str(entry.vehicle_id),
            name=entry.vehicle.name,
            team=str(entry.team_id),
            team_name=entry.team.name,
            crew=tuple(
                PersonSaid(
                    character=str(character_id),
                    name=line.name,
                    state=state_of(line.dp, sheet.lost.get(f"{DP}{character_id}", 0), death=death),
                )
                for _, character_id, line in start.crew
            ),
            ending=sheet.ending,
            went_out=sheet.went_out,
            by=sheet.by,
            claims=sheet.claims(),
            claimed_at={car: sheet.set_at(f"claim:{car}") for car in sheet.claims()},
        ),
    )


def marks_of(duel: Duel, team_ids: Collection[UUID]) -> Marks:
    """Return the private marks of these teams for their signatures (C43).

    This runs one query if there are no marks.
    """
    ticked = TableMark.objects.filter(entry__duel=duel, entry__team__in=team_ids)
    if not team_ids or not ticked.exists():
        return Marks()
    all_marks = [
        own_marks(car.state.vehicle, car.sheet) for car in owned_by(cars(duel) or (), team_ids)
    ]
    return Marks(
        vehicles=tuple(car for marks in all_marks for car in marks.vehicles),
        hurt=tuple(car for marks in all_marks for car in marks.hurt),
    )


def record_so_far(duel: Duel) -> WriteUp | None:
    """Return the record made from the sheets without answers, to prefill a form.

    The record contains only public facts, and no damage or DP (C42, C43). Return None if there are
    no marks, or while the start is being prepared. This runs one query if there are no marks.
    """
    if not TableMark.objects.filter(entry__duel=duel).exists():
        return None
    all_cars = cars(duel)
    if all_cars is None:
        return None
    return compile_record(
        [car.state for car in all_cars], {}, by_points=rules_in(duel.week).event_formula
    )


# --- the dice -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dice:
    """The public part of a duel's dice.

    `is_over` is true once the duel is booked, or once its season is closed. Until then, `seed` is
    "".
    """

    row: TableDice
    seed_hash: str
    seed: str
    is_over: bool

    def rolls(self) -> QuerySet[TableRoll]:
        """Return all rolls in the order in which they were made."""
        return self.row.rolls.select_related("team", "by")

    def latest_rolls(self) -> tuple[TableRoll, ...]:
        """Return the latest rolls, newest first. This runs one query."""
        return tuple(self.rolls().order_by("-number")[:SHOWN_ROLLS])


def dice(duel: Duel) -> Dice | None:
    """Return the dice of a duel once their seed is drawn. This runs one query."""
    booked = Exists(DuelResult.objects.filter(duel=duel))
    row = TableDice.objects.filter(duel=duel).annotate(booked=booked).first()
    if row is None:
        return None
    seed = bytes(row.seed)
    cleared = row.booked or duel.week.season.closed_at is not None
    return Dice(row, seed_hash(seed), seed.hex() if cleared else "", cleared)


def is_over(duel: Duel, known_dice: Dice | None) -> bool:
    """Return whether the table is closed because the duel is booked or its season is closed.

    This runs one query if `known_dice` is None.
    """
    if known_dice is not None:
        return known_dice.is_over
    booked = DuelResult.objects.filter(duel=duel)
    return duel.week.season.closed_at is not None or booked.exists()
