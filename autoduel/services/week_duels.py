"""The duels and events of clubs' weeks in the arena: lined up at their hour, driven by doctrine or
by the people of their teams, and what they came to handed to the club (C93, C99, C101, V58).

A duel is a match like any other, at a table that its club's page leads to: bots of its teams'
doctrines drive it move by move, so nothing is lost with a worker, and nothing is driven twice.
Where people drive, a team plays its side as a party, and doctrine drives for who does not plan in
time (V56).

V124 Who has let their time run out twice running has a tenth of it for each turn until they plan
one themselves; so an absent team does not hold up those who are there.

V125 All have the same time for a turn: that of the house rules, live thirty seconds more for each
car beyond the first of the side that has the most. The first turn of a live duel has three minutes
at least, in which people come to the table.

V126 A team that nobody runs is driven by its doctrine from the start, and so are all where less
than a turn would be left. Ten minutes before the week closes doctrine takes every wheel for the
rest, and the close waits for it (V6).

V144 An event's dice come from the seed that was promised when its week opened, by the event's
number: it may begin before the week's draw, of which the dice of the week's own duel are made.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import msgspec
from django_scopes import scopes_disabled

from autoduel.club.numbers import numbers_of
from autoduel.club.results import CarLine, SideLine, club_record
from autoduel.rules.arenas import ARENAS
from autoduel.rules.game import AUTODUEL
from autoduel.rules.record import record_of
from autoduel.rules.values import MOST_CARS, Orders, Setup, Side
from autoduel.selectors.cars import cars_of
from campaign.duels.models import DrivenDuel
from campaign.duels.selectors.driven import wheel_until
from campaign.duels.selectors.muster import muster
from campaign.duels.services import driven
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from core.web import clock
from engine.dice import SeededDice, roll_key
from engine.values import changed
from espionage.models import Seal
from espionage.services.drawing import seed_of
from play.clocking import NO_CLOCK, Clock
from play.models import Table
from play.running import readers
from play.services import handing_over
from play.services.tables import host_match

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from autoduel.rules.arenas import Arena
    from campaign.duels.selectors.muster import Mustered
    from campaign.league.models import Week
    from campaign.league.rules.house import HouseRules
    from play.running import Running

DOMAIN: Final = "autoduel"
"""The part of a week's seed from which its duel's dice come: the week never uses it."""
SECOND_CAR: Final = timedelta(seconds=30)
"""So much more a live turn has for each car beyond the first of the side that has the most."""
COME: Final = timedelta(minutes=3)
"""So long a live duel's first turn lasts at least."""
SHORT: Final = "There is no time left before the week closes, so doctrine drives the rest."
WATCHERS: Final = {
    "teams": Table.Watchers.CIRCLE,
    "club": Table.Watchers.CIRCLE,
    "anybody": Table.Watchers.ANYBODY,
}
"""Who watches at the table, by the house rule (C104)."""
DRIVERS: Final = {"duellist": "doctrine"}
"""What the bot of a doctrine is called, where it has another name."""


def line_up(duels: Sequence[Week], at: datetime) -> None:
    """Freeze the set-up of these duels, each a week looked at as it, as cars and crews are now, a
    week's own after the charges of the first phase; and begin to drive them (V4, V50). For a job
    that holds the weeks.
    """
    for week in duels:
        _line_up(week, at)


def _line_up(week: Week, at: datetime) -> None:
    there = [one for one in muster(week) if one.there]
    sides = _sides(there, rules_in(week))
    seed = _seed(week)
    if len(sides) < 2 or not _can_drive(setup := _setup(week, sides), seed):
        driven.line_up(week=week, table=None, lineup=(), at=at)
        return
    clock = clock_of(rules_in(week), setup)
    if at + timedelta(seconds=clock.seconds) > wheel_until(week):
        clock = NO_CLOCK
    table = host_match(
        game=AUTODUEL.key,
        setup=setup,
        parties=_drivers(sides, by_people=clock != NO_CLOCK),
        clock=clock,
        titles=[side.name for _, side in sides],
        name=f"{week.title}"[:60],
        seed=seed,
        watchers=WATCHERS[rules_in(week).stands],
        first=COME if clock.kind == "live" else timedelta(0),
    )
    lineup = [line for line, _ in sides]
    out = {one.entry.team.name for one in there} - {side.name for _, side in sides}
    driven.line_up(week=week, table=table, lineup=lineup, at=at, no_room_for=sorted(out))


def clock_of(house: HouseRules, setup: Setup) -> Clock:
    """How long people have for a turn by these house rules; no clock where bots alone drive
    (V125).
    """
    match house.duel_mode:
        case "live":
            more = max(len(side.cars) for side in setup.sides) - 1
            turn = timedelta(seconds=house.duel_turn_seconds) + more * SECOND_CAR
            return Clock(kind="live", seconds=int(turn.total_seconds()))
        case "slow":
            turn = timedelta(hours=house.duel_turn_hours)
            return Clock(kind="correspondence", seconds=int(turn.total_seconds()))
        case _:
            return NO_CLOCK


def _drivers(sides: Sequence[tuple[SideLine, Side]], *, by_people: bool) -> list[UUID | str]:
    """Who drives each side: the team where people do and somebody runs it, else the bot of its
    doctrine (V126).
    """
    teams = [UUID(line.team) for line, _ in sides]
    run = people.owners(teams) if by_people else {}
    return [
        team if team in run else _bot(side.orders)
        for team, (_, side) in zip(teams, sides, strict=True)
    ]


def _bot(orders: Orders) -> str:
    return DRIVERS.get(orders.kind, orders.kind)


def hand_over(weeks: Sequence[Week], at: datetime) -> None:
    """Have doctrine drive the rest of all duels of these weeks that people still drive (V6, V126).
    For a job that holds the weeks.
    """
    rows = DrivenDuel.objects.filter(week__in=weeks, table__isnull=False)
    for row in rows.select_related("table__match"):
        if row.table is not None and row.table.match is not None:
            setup = readers(AUTODUEL.key).setup.decode(row.table.match.setup)
            bots = [_bot(side.orders) for side in setup.sides]
            handing_over.hand_over(table_id=row.table.pk, bots=bots, said=SHORT, at=at)


def _sides(there: Sequence[Mustered], house: HouseRules) -> list[tuple[SideLine, Side]]:
    """Whose cars drive, with their set-up, by the teams' names (V3). Cars of one name are called by
    their team and their name.
    """
    cars = cars_of(there, house)
    shared = Counter(cars[one.entry.pk].name.casefold() for one in chosen(there))
    for one in chosen(there):
        car = cars[one.entry.pk]
        if shared[car.name.casefold()] > 1:
            cars[one.entry.pk] = changed(car, name=f"{one.entry.team.name} {car.name}")
    found: dict[str, list[Mustered]] = defaultdict(list)
    for one in chosen(there):
        found[str(one.entry.team_id)].append(one)
    return [
        (
            SideLine(
                team=team,
                cars=tuple(
                    CarLine(
                        vehicle=str(one.entry.vehicle_id),
                        crew=tuple(str(who) for _, who in one.aboard),
                    )
                    for one in entries
                ),
            ),
            Side(
                name=entries[0].entry.team.name,
                cars=tuple(cars[one.entry.pk] for one in entries),
                orders=_orders(entries),
            ),
        )
        for team, entries in found.items()
    ]


def _orders(entries: Sequence[Mustered]) -> Orders:
    """The doctrine of a side: of the entry that its team made first (C98)."""
    first = min(entries, key=lambda one: (one.entry.entered_at, one.entry.pk))
    drive = first.entry.drive
    return Orders(kind=drive.doctrine, yields=drive.yields)


def chosen(there: Iterable[Mustered]) -> list[Mustered]:
    """The entries that drive, of those at the start (V3): all, if the arena has room; else every
    team's first, of the teams that entered first if even these are too many, and then the second
    ones if all of them fit, the third ones and so on. In the order given.
    """
    every = list(there)
    if len(every) <= MOST_CARS:
        return every
    turns: dict[int, list[Mustered]] = defaultdict(list)
    count: dict[object, int] = defaultdict(int)
    for one in sorted(every, key=lambda one: (one.entry.entered_at, one.entry.pk)):
        turns[count[one.entry.team_id]].append(one)
        count[one.entry.team_id] += 1
    taken = turns[0][:MOST_CARS]
    for turn in range(1, len(turns)):
        if len(taken) + len(turns[turn]) > MOST_CARS:
            break
        taken += turns[turn]
    ids = {one.entry.pk for one in taken}
    return [one for one in every if one.entry.pk in ids]


def _setup(week: Week, sides: Sequence[tuple[SideLine, Side]]) -> Setup:
    return Setup(
        arena=arena_of(week),
        sides=tuple([side for _, side in sides]),
        numbers=numbers_of(rules_in(week).duel_numbers),
    )


def arena_of(week: Week) -> Arena:
    """The arena that the duel's announcement names, else ours in turn by week."""
    named = {arena.name.casefold(): arena for arena in ARENAS.values()}
    every = tuple(ARENAS.values())
    return named.get(week.place.strip().casefold(), every[(week.number - 1) % len(every)])


def _can_drive(setup: Setup, seed: bytes) -> bool:
    """Whether anything can move or fire as it stands: else the duel would never end (V5)."""
    state, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
    return any(not car.out for car in state.table.cars)


def _seed(week: Week) -> bytes:
    """The seed of the duel's dice: of the week's own, so that its promises cover them. An event may
    begin before the week's draw: its dice come from the seed that was promised when the week
    opened, by its number (V144).
    """
    seal = Seal.objects.get(week=week)
    if week.event is not None:
        return roll_key(bytes(seal.seed), (DOMAIN, week.event.number), 0)
    return roll_key(seed_of(seal), (DOMAIN,), 0)


def note_end(table: Table, running: Running | None) -> None:
    """Hand the club what a duel came to, in the transaction that ends its table; tables that are no
    duel of a club, and what was taken out of the arena, do nothing.
    """
    if running is None or running.outcome is None:
        return
    with scopes_disabled():
        rows = DrivenDuel.objects.filter(table=table)
        row = rows.select_related("week__season__campaign", "event").first()
        if row is not None:
            lineup = msgspec.convert(row.lineup, tuple[SideLine, ...])
            record = club_record(record_of(running.state), lineup, rules_in(row.week))
            driven.end(row=row, record=record, at=clock.now())
