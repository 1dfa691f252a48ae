"""Operations on the table of a duel: the teams' sheets, the public view, and the dice (C41–C44)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import Http404
from msgspec import Meta

from campaign.calendar.api.duels import resolve_duel
from campaign.duels.api.record import PaperOut, paper_out, require_start
from campaign.duels.models import TableRoll
from campaign.duels.rules.live_sheet import Mark, PersonSaid
from campaign.duels.rules.papers import CarPaper
from campaign.duels.rules.table_dice import Throw
from campaign.duels.selectors import live as selector
from campaign.duels.selectors.duels import has_begun
from campaign.duels.selectors.live import Dice, LiveCar, PublicCar
from campaign.duels.services import live as services
from campaign.duels.services import table_dice
from campaign.league.api.permissions import ClubCall, TeamCall, club_door, team_door
from campaign.league.api.shapes import SeasonPage, TeamRef, team_ref
from campaign.league.models import Duel
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, paged
from core.web.records import filled


class RollOut(Record):
    """A roll: the person and team, the purpose, the six-sided dice and the modifier."""

    number: int
    team: TeamRef
    by: str
    at: datetime
    words: str
    faces: tuple[int, ...]
    add: int
    total: int


class DiceOut(Record):
    """The dice of a duel.

    `seed` is null until the duel is booked. After that, anyone can check every roll with the seed
    and the number of the roll (docs/reference/proof.md).
    """

    seed_hash: str
    drawn_at: datetime
    seed: str | None


class SeenOut(Record):
    """The public state of a car at the table (C42).

    `order` is the car's position among the cars that are out, or 0 while it drives. `by` describes
    who took it out.
    """

    entry: UUID
    team: TeamRef
    name: str
    speed: int
    handling: int
    tyres_gone: tuple[str, ...]
    on_fire: bool
    ending: str
    by: str
    order: int
    people: tuple[PersonSaid, ...]


class TableOut(Record):
    """The table of a duel.

    `waiting` is true while the start is being prepared, and `over` is true once the duel is booked.
    The list of cars is empty before the time of the duel.
    """

    week: int
    waiting: bool
    over: bool
    cars: tuple[SeenOut, ...]
    dice: DiceOut | None


@club_door()
@resolve_duel
def show(call: ClubCall, duel: Duel) -> TableOut:
    """Get the table of a week's duel or of an event.

    A weekly duel has a table once the week is settled. An event has a table as soon as it is
    created.
    """
    _require_table(duel)
    all_cars = selector.cars(duel) if has_begun(duel, call.now) else ()
    dice = selector.dice(duel)
    return TableOut(
        week=duel.week.number,
        waiting=all_cars is None,
        over=selector.is_over(duel, dice),
        cars=tuple(_car_out(car) for car in selector.public_cars(all_cars or ())),
        dice=None if dice is None else _dice(dice),
    )


def _require_table(duel: Duel) -> None:
    if not selector.has_table(duel):
        raise Http404


def _car_out(car: PublicCar) -> SeenOut:
    return filled(SeenOut, car, entry=car.id, by=car.killer, team=team_ref(car.team))


def _dice(dice: Dice) -> DiceOut:
    return DiceOut(
        seed_hash=dice.seed_hash,
        drawn_at=dice.row.drawn_at,
        seed=dice.seed or None,
    )


def _roll(row: TableRoll) -> RollOut:
    return filled(
        RollOut, row, team=team_ref(row.team), by=row.by.get_username(), faces=tuple(row.faces)
    )


@club_door()
@resolve_duel
def list_rolls(call: ClubCall, duel: Duel, query: SeasonPage) -> Page[RollOut]:
    """List all rolls at the table of a week's duel or event, in order."""
    _require_table(duel)
    dice = selector.dice(duel)
    return paged(call, query, dice.rolls() if dice else (), _roll)


# --- own cars -------------------------------------------------------------------------------------


class Aboard(Record):
    """A crew member of the caller's car, with their DP at the start."""

    place: str
    character: UUID
    name: str
    dp: int


class LiveSheetOut(Record):
    """The sheet of the caller's car.

    `car` is its state at the start, and `left` has the points of each part that can be crossed off.
    `marks` lists the marks on the sheet. `lost` (by part) and `registers` (latest values) are
    computed from the marks.
    """

    entry: UUID
    car: CarPaper
    crew: tuple[Aboard, ...]
    left: dict[str, int]
    lost: dict[str, int]
    registers: dict[str, str]
    marks: tuple[Mark, ...]


class SheetsOut(Record):
    """The sheets of the cars that my team has at the start of a duel."""

    week: int
    sheets: tuple[LiveSheetOut, ...]


@team_door()
@resolve_duel
def list_sheets(call: TeamCall, duel: Duel) -> SheetsOut:
    """List the sheets of my team's cars at the start. The duel must have started."""
    require_start(call, duel)
    own_cars = selector.owned_by(selector.cars(duel) or (), {call.team.pk})
    return SheetsOut(week=duel.week.number, sheets=tuple(_sheet(car) for car in own_cars))


def _sheet(car: LiveCar) -> LiveSheetOut:
    return LiveSheetOut(
        entry=car.id,
        car=car.start.paper,
        crew=tuple(
            Aboard(place=place, character=character_id, name=line.name, dp=line.dp)
            for place, character_id, line in car.start.crew
        ),
        left=dict(car.points_at_start),
        lost=dict(car.sheet.lost),
        registers=dict(car.sheet.registers),
        marks=car.sheet.marks,
    )


class Marking(Body):
    """Marks for one sheet. Sending the same ids again changes nothing."""

    marks: Annotated[tuple[Mark, ...], Meta(max_length=200)]


@team_door()
@resolve_duel
def mark(call: TeamCall, duel: Duel, body: Marking, entry: UUID) -> LiveSheetOut:
    """Add marks to the sheet of my car, from the start of the duel until it is booked."""
    require_start(call, duel)
    return _sheet(
        services.add_marks(
            duel=duel, team=call.team, entry=entry, marks=body.marks, actor=call.user, now=call.now
        )
    )


@team_door(status=201)
@resolve_duel
def roll(call: TeamCall, duel: Duel, body: Throw) -> RollOut:
    """Roll the table's dice. The roll is public."""
    require_start(call, duel)
    return _roll(
        table_dice.roll(duel=duel, team=call.team, throw=body, actor=call.user, now=call.now)
    )


class WritingUp(Body):
    """The caller's answers to questions about contradictions between the sheets.

    The error `questions` lists the questions and the possible answers. `answers` maps the keys of
    questions to the chosen values. `seen` is the number of the latest draft that the caller has
    read, or 0 for none.
    """

    answers: dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=60)]] = {}
    seen: int = 0


@team_door(status=201)
@resolve_duel
def write_up(call: TeamCall, duel: Duel, body: WritingUp) -> PaperOut:
    """Draft the record of the duel from the sheets, and sign it for the caller's team."""
    require_start(call, duel)
    services.write_up(
        duel=duel,
        team=call.team,
        answers=body.answers,
        seen_number=body.seen,
        actor=call.user,
        now=call.now,
    )
    return paper_out(call, duel)
