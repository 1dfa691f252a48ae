"""Duels and events of clubs' weeks in the arena (C93, C99, C101, V58).

They are lined up at their start time. Doctrine or the people of the teams drive the cars. The
results are booked for the club.

A duel is a normal match at a table to which its club's page links. Bots of the teams' doctrines
drive it move by move, so a lost worker loses no work, and no move is made twice. If people drive,
each team plays its side as a party. Doctrine drives for teams that do not plan in time (V56).

V124 After a team has missed two turns in a row, it has a tenth of the time for each turn until it
makes a plan. An absent team therefore does not delay the others.

V125 All teams have the same time for a turn, set by the house rules. Live duels add thirty seconds
for each car beyond the first of the largest side. The first turn of a live duel lasts at least
three minutes, so that people can come to the table.

V126 A team without an owner is driven by its doctrine from the start. The same applies to all teams
if there is time for less than one turn. Ten minutes before the week closes, doctrine takes over all
cars. The week closes only after that (V6).

V144 An event's dice come from the seed that was promised when its week opened, combined with the
event's number. The event can begin before the week's draw. The dice of the week's own duel depend
on that draw.
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
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import ARENAS
from autoduel.rules.record import record_of
from autoduel.rules.values import MAX_CARS, Orders, Setup, Side
from autoduel.selectors.cars import cars_of
from campaign.duels.models import DrivenDuel
from campaign.duels.selectors.driven import people_drive_until
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
    from campaign.duels.selectors.muster import MusteredEntry
    from campaign.house_rules.rules.house import HouseRules
    from campaign.league.models import Duel, Week
    from play.running import Running

DOMAIN: Final = "autoduel"
"""Part of a week's seed reserved for the dice of its duel. The week itself never uses it."""
TIME_PER_EXTRA_CAR: Final = timedelta(seconds=30)
"""Additional time of a live turn for each car beyond the first of the largest side."""
MIN_FIRST_TURN: Final = timedelta(minutes=3)
"""Minimum duration of a live duel's first turn."""
NO_TIME_LEFT: Final = "There is no time left before the week closes, so doctrine drives the rest."
WATCHERS: Final = {
    "teams": Table.Watchers.CIRCLE,
    "club": Table.Watchers.CIRCLE,
    "anybody": Table.Watchers.ANYBODY,
}
"""Maximum number of spectators at the table, by the house rule (C104)."""
BOT_OF_DOCTRINE: Final = {"duellist": "doctrine"}
"""Bot names of doctrines, if they differ from the doctrine's name."""


def line_up(duels: Sequence[Duel], now: datetime) -> None:
    """Freeze the set-ups of these duels and start driving them (V4, V50).

    Cars and crews are taken in their current state, which for a weekly duel is after the charges of
    the first phase. The calling job must hold the weeks.
    """
    for duel in duels:
        _line_up(duel, now)


def _line_up(duel: Duel, now: datetime) -> None:
    entries = [entry for entry in muster(duel) if entry.is_at_start]
    sides = _sides(entries, rules_in(duel.week))
    seed = _seed(duel)
    if len(sides) < 2 or not _can_drive(setup := _setup(duel, sides), seed):
        driven.line_up(duel=duel, table=None, lineup=(), now=now)
        return
    clock = clock_of(rules_in(duel.week), setup)
    if now + timedelta(seconds=clock.seconds) > people_drive_until(duel.week):
        clock = NO_CLOCK
    table = host_match(
        game=AUTODUEL.key,
        setup=setup,
        parties=_parties(sides, by_people=clock != NO_CLOCK),
        clock=clock,
        titles=[side.name for _, side in sides],
        name=duel.title[:60],
        seed=seed,
        watchers=WATCHERS[rules_in(duel.week).stands],
        first=MIN_FIRST_TURN if clock.kind == "live" else timedelta(0),
    )
    lineup = [line for line, _ in sides]
    left_out = {entry.entry.team.name for entry in entries} - {side.name for _, side in sides}
    driven.line_up(duel=duel, table=table, lineup=lineup, now=now, no_room_for=sorted(left_out))


def clock_of(house_rules: HouseRules, setup: Setup) -> Clock:
    """Return the clock for a turn by the house rules, or no clock if only bots drive (V125)."""
    match house_rules.duel_mode:
        case "live":
            extra_cars = max(len(side.cars) for side in setup.sides) - 1
            turn = (
                timedelta(seconds=house_rules.duel_turn_seconds) + extra_cars * TIME_PER_EXTRA_CAR
            )
            return Clock(kind="live", seconds=int(turn.total_seconds()))
        case "slow":
            turn = timedelta(hours=house_rules.duel_turn_hours)
            return Clock(kind="correspondence", seconds=int(turn.total_seconds()))
        case _:
            return NO_CLOCK


def _parties(sides: Sequence[tuple[SideLine, Side]], *, by_people: bool) -> list[UUID | str]:
    """Return who drives each side: the team if people drive and it has an owner, otherwise the bot
    of its doctrine (V126).
    """
    teams = [UUID(line.team) for line, _ in sides]
    owned_teams = people.owners(teams) if by_people else {}
    return [
        team if team in owned_teams else _bot_of(side.orders)
        for team, (_, side) in zip(teams, sides, strict=True)
    ]


def _bot_of(orders: Orders) -> str:
    return BOT_OF_DOCTRINE.get(orders.kind, orders.kind)


def hand_over(weeks: Sequence[Week], now: datetime) -> None:
    """Let doctrine drive the rest of these weeks' duels that people still drive (V6, V126).

    The calling job must hold the weeks.
    """
    rows = DrivenDuel.objects.filter(duel__week__in=weeks, table__isnull=False)
    for row in rows.select_related("table__match"):
        if row.table is not None and row.table.match is not None:
            setup = readers(AUTODUEL.key).setup.decode(row.table.match.setup)
            bots = [_bot_of(side.orders) for side in setup.sides]
            handing_over.hand_over(
                table_id=row.table.pk, bots=bots, announcement=NO_TIME_LEFT, now=now
            )


def _sides(
    mustered: Sequence[MusteredEntry], house_rules: HouseRules
) -> list[tuple[SideLine, Side]]:
    """Return the sides that take part, in the order of the teams' names (V3).

    If cars have the same name, the team's name is put in front.
    """
    cars = cars_of(mustered, house_rules)
    name_counts = Counter(
        cars[entry.entry.pk].name.casefold() for entry in choose_entries(mustered)
    )
    for entry in choose_entries(mustered):
        car = cars[entry.entry.pk]
        if name_counts[car.name.casefold()] > 1:
            cars[entry.entry.pk] = changed(car, name=f"{entry.entry.team.name} {car.name}")
    by_team: dict[str, list[MusteredEntry]] = defaultdict(list)
    for entry in choose_entries(mustered):
        by_team[str(entry.entry.team_id)].append(entry)
    return [
        (
            SideLine(
                team=team,
                cars=tuple(
                    CarLine(
                        vehicle=str(entry.entry.vehicle_id),
                        crew=tuple(str(person) for _, person in entry.aboard),
                    )
                    for entry in entries
                ),
            ),
            Side(
                name=entries[0].entry.team.name,
                cars=tuple(cars[entry.entry.pk] for entry in entries),
                orders=_orders(entries),
            ),
        )
        for team, entries in by_team.items()
    ]


def _orders(entries: Sequence[MusteredEntry]) -> Orders:
    """Return the doctrine of a side, from the first entry that its team made (C98)."""
    first = min(entries, key=lambda entry: (entry.entry.entered_at, entry.entry.pk))
    drive = first.entry.drive
    return Orders(kind=drive.doctrine, yields=drive.yields)


def choose_entries(entries: Iterable[MusteredEntry]) -> list[MusteredEntry]:
    """Return the entries that take part, in the given order (V3).

    If the arena has room, all entries take part. Otherwise the first entry of each team does,
    earlier teams first. Second, third and further entries follow as long as there is room for a
    whole round of them.
    """
    all_entries = list(entries)
    if len(all_entries) <= MAX_CARS:
        return all_entries
    rounds: dict[int, list[MusteredEntry]] = defaultdict(list)
    entry_counts: dict[object, int] = defaultdict(int)
    for entry in sorted(all_entries, key=lambda entry: (entry.entry.entered_at, entry.entry.pk)):
        rounds[entry_counts[entry.entry.team_id]].append(entry)
        entry_counts[entry.entry.team_id] += 1
    chosen_entries = rounds[0][:MAX_CARS]
    for round_number in range(1, len(rounds)):
        if len(chosen_entries) + len(rounds[round_number]) > MAX_CARS:
            break
        chosen_entries += rounds[round_number]
    ids = {entry.entry.pk for entry in chosen_entries}
    return [entry for entry in all_entries if entry.entry.pk in ids]


def _setup(duel: Duel, sides: Sequence[tuple[SideLine, Side]]) -> Setup:
    return Setup(
        arena=arena_of(duel),
        sides=tuple([side for _, side in sides]),
        numbers=numbers_of(rules_in(duel.week).duel_numbers),
    )


def arena_of(duel: Duel) -> Arena:
    """Return the arena named in the duel's announcement, otherwise one chosen by the week's
    number.
    """
    by_name = {arena.name.casefold(): arena for arena in ARENAS.values()}
    arenas = tuple(ARENAS.values())
    return by_name.get(duel.arena.strip().casefold(), arenas[(duel.week.number - 1) % len(arenas)])


def _can_drive(setup: Setup, seed: bytes) -> bool:
    """Return whether any car can move or fire. Otherwise the duel would never end (V5)."""
    state, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
    return any(not car.out for car in state.table.cars)


def _seed(duel: Duel) -> bytes:
    """Return the seed of the duel's dice, derived from the week's own seed so that its commitments
    cover them.

    An event's dice come from the seed promised when the week opened, because the event can begin
    before the week's draw (V144).
    """
    seal = Seal.objects.get(week=duel.week_id)
    if not duel.is_weekly:
        return roll_key(bytes(seal.seed), (DOMAIN, duel.number), 0)
    return roll_key(seed_of(seal), (DOMAIN,), 0)


def note_end(table: Table, running: Running | None) -> None:
    """Record the result of a club's duel in the transaction that ends its table.

    Other tables, and duels removed from the arena, are ignored.
    """
    if running is None or running.outcome is None:
        return
    with scopes_disabled():
        rows = DrivenDuel.objects.filter(table=table)
        row = rows.select_related("duel__week__season__campaign").first()
        if row is not None:
            lineup = msgspec.convert(row.lineup, tuple[SideLine, ...])
            record = club_record(record_of(running.state), lineup, rules_in(row.duel.week))
            driven.end(row=row, record=record, now=clock.now())
