"""The table of a duel: the sheets that its teams tick, what everybody sees of them, and the dice
(C41–C44).

From what a team marked of armour, parts and shots nothing leaves this module but to its owners; the
public table is made of what players see across a real one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Exists

from campaign.duels.models import DuelResult, TableDice, TableMark, TableRoll
from campaign.duels.rules.duel_record import Marks
from campaign.duels.rules.live_sheet import (
    DP,
    ENDINGS,
    TYRE,
    CarSaid,
    LiveSheet,
    Mark,
    PersonSaid,
    WriteUp,
    folded,
    killer,
    own_marks,
    state_of,
    write_up,
)
from campaign.garage.rules.record import ammo_key, armour_key
from campaign.league.selectors.house import rules_in
from engine.sealing import seed_hash

from .calendar import DRIVEN
from .driven import by_hand, row_of
from .papers import StartCar, cars_at_the_start

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Team, Week

NEWEST: Final = 12
"""So many rolls stand on the table's page."""


@dataclass(frozen=True, slots=True)
class LiveCar:
    """A car with its sheet as its team has ticked it; `left` is what it had of each part at the
    start. For its owners, and for making the public table of it.
    """

    start: StartCar
    sheet: LiveSheet
    left: Mapping[str, int]
    said: CarSaid

    @property
    def id(self) -> UUID:
        """The entry's."""
        return self.start.entry.pk

    @property
    def team(self) -> Team:
        return self.start.entry.team

    @property
    def name(self) -> str:
        """The vehicle's."""
        return self.start.entry.vehicle.name

    def now(self, part: str) -> int:
        """What is left of a part."""
        return self.left.get(part, 0) - self.sheet.lost.get(part, 0)


@dataclass(frozen=True, slots=True)
class Seen:
    """What everybody at the table sees of a car (C42). `order` is which one it was to go out, 0
    while it drives; `by` who took it out, in words; `people` how each aboard is.
    """

    id: UUID
    team: Team
    name: str
    speed: int
    handling: int
    tyres_gone: tuple[str, ...]
    on_fire: bool
    ending: str
    by: str
    order: int
    people: tuple[PersonSaid, ...]

    @property
    def ended(self) -> str:
        """What became of it, in words."""
        return ENDINGS[self.ending]


def has_table(week: Week) -> bool:
    """Whether its duel has a table: once the week is settled; an event from its making on, unless
    it is called off. One that the site drives has none (C93, C101).
    """
    there = week.event.called_off_at is None if week.event else week.status in DRIVEN
    return there and by_hand(week, row_of(week))


def cars(week: Week) -> tuple[LiveCar, ...] | None:
    """All cars at the start with their sheets; None while the start is being drawn up. For services
    and for `seen`; a page shows of it what `owned_by` leaves. Nine queries.
    """
    start = cars_at_the_start(week)
    if start is None:
        return None
    marks = _marks([one.entry.pk for one in start])
    death = rules_in(week).death
    return tuple(_live(one, marks.get(one.entry.pk, ()), death=death) for one in start)


def owned_by(found: Iterable[LiveCar], team_ids: Collection[UUID]) -> tuple[LiveCar, ...]:
    """Those of these cars whose sheets these teams tick."""
    return tuple(one for one in found if one.start.entry.team_id in team_ids)


def seen(found: Sequence[LiveCar]) -> tuple[Seen, ...]:
    """What everybody sees of these cars (C42)."""
    said = [one.said for one in found]
    order = [one.entry for one in sorted(said, key=lambda one: one.went_out) if one.went_out]
    return tuple(_seen(one, said, order) for one in found)


def _seen(one: LiveCar, said: Sequence[CarSaid], order: Sequence[str]) -> Seen:
    registers = one.sheet.registers
    return Seen(
        id=one.id,
        team=one.team,
        name=one.name,
        speed=int(registers.get("speed", "0")),
        handling=int(registers.get("handling", handling_class(one.start))),
        tyres_gone=tuple(
            part.name
            for part in one.start.paper.sheet.parts
            if part.key.startswith(TYRE) and not one.now(part.key)
        ),
        on_fire=registers.get("fire") == "yes",
        ending=one.said.ending,
        by=killer(one.said.by, said) if one.said.by else "",
        order=order.index(one.said.entry) + 1 if one.said.entry in order else 0,
        people=one.said.crew,
    )


def handling_class(start: StartCar) -> int:
    """Where a car's handling stands when the turn begins, as built."""
    return start.paper.sheet.totals.hc


def _marks(entries: Collection[UUID]) -> dict[UUID, list[Mark]]:
    """The marks of these entries. One query."""
    found: dict[UUID, list[Mark]] = defaultdict(list)
    for row in TableMark.objects.filter(entry__in=entries):
        found[row.entry_id].append(as_mark(row))
    return found


def as_mark(row: TableMark) -> Mark:
    """A stored mark as the rules read it."""
    return Mark(id=str(row.key), clock=row.clock, kind=row.kind, what=row.what, value=row.value)  # type: ignore[arg-type]


def parts_left(start: StartCar) -> dict[str, int]:
    """What a car had of everything that can be ticked off: armour, parts, shots, and the DP of
    everybody aboard.
    """
    sheet = start.paper.sheet
    return {
        **{armour_key(row.location): row.now for row in sheet.armour if row.built},
        **{part.key: part.now for part in sheet.parts},
        **{ammo_key(gun.key): gun.shots for gun in sheet.weapons if gun.magazine},
        **{f"{DP}{who}": line.dp for _, who, line in start.crew},
    }


def _live(start: StartCar, marks: Iterable[Mark], *, death: bool) -> LiveCar:
    left = parts_left(start)
    sheet = folded(marks, left)
    entry = start.entry
    return LiveCar(
        start=start,
        sheet=sheet,
        left=left,
        said=CarSaid(
            entry=str(entry.pk),
            vehicle=str(entry.vehicle_id),
            name=entry.vehicle.name,
            team=str(entry.team_id),
            team_name=entry.team.name,
            crew=tuple(
                PersonSaid(
                    character=str(who),
                    name=line.name,
                    state=state_of(line.dp, sheet.lost.get(f"{DP}{who}", 0), death=death),
                )
                for _, who, line in start.crew
            ),
            ending=sheet.ending,
            went_out=sheet.went_out,
            by=sheet.by,
            claims=sheet.claims(),
            claimed_at={car: sheet.said_at(f"claim:{car}") for car in sheet.claims()},
        ),
    )


def marks_of(week: Week, team_ids: Collection[UUID]) -> Marks:
    """What these teams ticked of their own, as they write it down when they sign (C43). One query
    where nobody ticked anything.
    """
    ticked = TableMark.objects.filter(
        entry__week=week, entry__event=week.event, entry__team__in=team_ids
    )
    if not team_ids or not ticked.exists():
        return Marks()
    every = [own_marks(one.said.vehicle, one.sheet) for one in owned_by(cars(week) or (), team_ids)]
    return Marks(
        vehicles=tuple(one for marks in every for one in marks.vehicles),
        hurt=tuple(one for marks in every for one in marks.hurt),
    )


def so_far(week: Week) -> WriteUp | None:
    """What the sheets come to with nothing answered, for a form of the record to begin with: what
    everybody sees of them, and no damage or DP (C42, C43). None where nobody ticked anything, or
    while the start is being drawn up. One query where nobody did.
    """
    if not TableMark.objects.filter(entry__week=week, entry__event=week.event).exists():
        return None
    found = cars(week)
    if found is None:
        return None
    return write_up([one.said for one in found], {}, by_points=rules_in(week).event_formula)


# --- the dice -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a duel as everybody may know them. `over` is whether the duel is booked, or its
    season closed without it: before that `seed` is "".
    """

    row: TableDice
    seed_hash: str
    seed: str
    over: bool

    def rolls(self) -> QuerySet[TableRoll]:
        """All rolls, in order."""
        return self.row.rolls.select_related("team", "by")

    def newest(self) -> tuple[TableRoll, ...]:
        """The last rolls, the newest first. One query."""
        return tuple(self.rolls().order_by("-number")[:NEWEST])


def dice(week: Week) -> Dice | None:
    """The dice of a week's duel, once they are drawn. One query."""
    booked = Exists(DuelResult.objects.filter(week=week, event=week.event))
    row = TableDice.objects.filter(week=week, event=week.event).annotate(booked=booked).first()
    if row is None:
        return None
    seed = bytes(row.seed)
    cleared = row.booked or week.season.closed_at is not None
    return Dice(row, seed_hash(seed), seed.hex() if cleared else "", cleared)


def over(week: Week, found: Dice | None) -> bool:
    """Whether the table is cleared: the duel is booked, or its season closed. One query where no
    dice are `found`.
    """
    if found is not None:
        return found.over
    booked = DuelResult.objects.filter(week=week, event=week.event)
    return week.season.closed_at is not None or booked.exists()
