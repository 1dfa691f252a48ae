"""The table of a duel: sheets that are ticked, what everybody sees of them, and the dice
(C41–C44).
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import Http404
from msgspec import Meta

from campaign.duels.api.events import find_duel
from campaign.duels.api.record import PaperOut, driven, paper_out
from campaign.duels.models import TableRoll
from campaign.duels.rules.live_sheet import Mark, PersonSaid
from campaign.duels.rules.papers import CarPaper
from campaign.duels.rules.table_dice import Throw
from campaign.duels.selectors import live as selector
from campaign.duels.selectors.duels import began
from campaign.duels.selectors.live import Dice, LiveCar, Seen
from campaign.duels.services import live as services
from campaign.duels.services import table_dice
from campaign.league.api.permissions import ClubCall, TeamCall, club_door, team_door
from campaign.league.api.shapes import Season_, TeamRef, team_ref
from campaign.league.api.weeks import SeasonQuery
from campaign.league.models import Week
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.records import filled


class RollOut(Record):
    """One roll: who rolled for which team, what for, the faces of six-sided dice and what is added
    to them.
    """

    number: int
    team: TeamRef
    by: str
    at: datetime
    words: str
    faces: tuple[int, ...]
    add: int
    total: int


class DiceOut(Record):
    """The dice of a duel. `seed` is null until the duel is booked; then every roll follows from it
    and its number (docs/reference/proof.md).
    """

    seed_hash: str
    drawn_at: datetime
    seed: str | None


class SeenOut(Record):
    """What everybody at the table sees of a car (C42). `order` is which one it was to go out, 0
    while it drives; `by` who took it out, in words.
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
    """The table of a duel. `waiting`: the start is being drawn up; `over`: the duel is booked.
    There are no cars before its hour.
    """

    week: int
    waiting: bool
    over: bool
    cars: tuple[SeenOut, ...]
    dice: DiceOut | None


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int, event: int | None = None) -> TableOut:
    """The table of a week's duel, once the week is settled; of an event, once it is made."""
    week = _laid(call, number, event, query.season)
    found = selector.cars(week) if began(week, call.now) else ()
    dice = selector.dice(week)
    return TableOut(
        week=week.number,
        waiting=found is None,
        over=selector.over(week, dice),
        cars=tuple(_seen(one) for one in selector.seen(found or ())),
        dice=None if dice is None else _dice(dice),
    )


def _laid(call: ClubCall, number: int, event: int | None, season: int | None) -> Week:
    """The duel, or the event, if it has a table; Http404."""
    week = find_duel(call, number, event, season)
    if not selector.has_table(week):
        raise Http404
    return week


def _seen(one: Seen) -> SeenOut:
    return filled(SeenOut, one, entry=one.id, team=team_ref(one.team))


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


class RollsQuery(Paged):
    """Of which season."""

    season: Season_ = None


@club_door()
def list_rolls(
    call: ClubCall, query: RollsQuery, number: int, event: int | None = None
) -> Page[RollOut]:
    """All rolls at the table of a week's duel, or of an event, in order."""
    week = _laid(call, number, event, query.season)
    dice = selector.dice(week)
    return paged(call, query, dice.rolls() if dice else (), _roll)


# --- a team's own ---------------------------------------------------------------------------------


class Aboard(Record):
    """Somebody aboard of my car, and their DP at the start."""

    place: str
    character: UUID
    name: str
    dp: int


class LiveSheetOut(Record):
    """The sheet of a car of mine: how it stood at the start (`car`, `left` of each part that can be
    ticked), what is marked (`marks`), and what that comes to: `lost` by part, and `registers`, what
    was last said.
    """

    entry: UUID
    car: CarPaper
    crew: tuple[Aboard, ...]
    left: dict[str, int]
    lost: dict[str, int]
    registers: dict[str, str]
    marks: tuple[Mark, ...]


class SheetsOut(Record):
    """The sheets of my team's cars at the start of a duel."""

    week: int
    sheets: tuple[LiveSheetOut, ...]


@team_door()
def list_sheets(
    call: TeamCall, query: SeasonQuery, number: int, event: int | None = None
) -> SheetsOut:
    """The sheets of my cars at the start, from the duel's hour on."""
    week = driven(call, number, event, query.season)
    own = selector.owned_by(selector.cars(week) or (), {call.team.pk})
    return SheetsOut(week=week.number, sheets=tuple(_sheet(one) for one in own))


def _sheet(one: LiveCar) -> LiveSheetOut:
    return LiveSheetOut(
        entry=one.id,
        car=one.start.paper,
        crew=tuple(
            Aboard(place=place, character=who, name=line.name, dp=line.dp)
            for place, who, line in one.start.crew
        ),
        left=dict(one.left),
        lost=dict(one.sheet.lost),
        registers=dict(one.sheet.registers),
        marks=one.sheet.marks,
    )


class Marking(Body):
    """Marks for one sheet. Sent again, with the same ids, they change nothing."""

    marks: Annotated[tuple[Mark, ...], Meta(max_length=200)]


@team_door()
def mark(
    call: TeamCall,
    query: SeasonQuery,
    body: Marking,
    number: int,
    entry: UUID,
    event: int | None = None,
) -> LiveSheetOut:
    """Put marks on the sheet of my car, from the duel's hour until its record is booked."""
    week = driven(call, number, event, query.season)
    return _sheet(
        services.add_marks(
            week=week, team=call.team, entry=entry, marks=body.marks, by=call.user, at=call.now
        )
    )


@team_door(status=201)
def roll(
    call: TeamCall, query: SeasonQuery, body: Throw, number: int, event: int | None = None
) -> RollOut:
    """Roll the table's dice, before everybody."""
    week = driven(call, number, event, query.season)
    return _roll(table_dice.roll(week=week, team=call.team, throw=body, by=call.user, at=call.now))


class WritingUp(Body):
    """What I choose where the sheets contradict each other: the key of a question → one of its
    values. A refusal `questions` names them. `seen` is the number of the draft that I have looked
    at, 0 for none.
    """

    answers: dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=60)]] = {}
    seen: int = 0


@team_door(status=201)
def write_up(
    call: TeamCall, query: SeasonQuery, body: WritingUp, number: int, event: int | None = None
) -> PaperOut:
    """Turn the sheets into the record of the duel, and sign it for my team."""
    week = driven(call, number, event, query.season)
    services.write_record(
        week=week,
        team=call.team,
        answers=body.answers,
        seen=body.seen,
        by=call.user,
        at=call.now,
    )
    return paper_out(call, week)
