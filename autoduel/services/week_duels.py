"""Weekly duels and events that are driven in the arena (C93, C99, C101, V58).

The cars are lined up at the duel's start time. They are driven by doctrine or by the teams' people,
and the results are booked for the club.

A duel is an ordinary match at a table, and the duel's club page links to the table. Bots with the
teams' doctrines make one move at a time. If a worker is lost, no work is lost and no move is made
twice. If people drive, each team plays its side as a party. If a team does not plan in time, its
cars are driven by doctrine (V56).

V124 A team that has missed two turns in a row has a tenth of the time for each turn until it makes
a plan. An absent team therefore does not delay the others.

V125 All teams have the same time for a turn, which the house rules set. In live duels, each car
beyond the first of the largest side adds thirty seconds. The first turn of a live duel lasts at
least three minutes, so that people can come to the table.

V126 A team without an owner drives by doctrine from the start. All teams do so if there is time for
less than one turn. Ten minutes before the week closes, doctrine takes over all cars, and the week
closes only after that (V6).

C137 An amateur night ends after thirty turns.

C25 The duel of a try-out ends after five turns.

V144 An event's dice come from the seed that was promised when its week opened, combined with the
event's number, because the event can begin before the week's draw. The dice of the weekly duel
depend on that draw.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec
from django_scopes import scopes_disabled
from msgspec import UNSET

from autoduel.club.arenas import autoduel_arena
from autoduel.club.numbers import numbers_of
from autoduel.club.results import CarLine, SideLine, club_record
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import Arena
from autoduel.rules.numbers import SHORT_DUEL
from autoduel.rules.race import TRACK, race_of
from autoduel.rules.record import record_of
from autoduel.rules.values import MAX_CARS, Livery, Orders, Setup, Show, Side
from autoduel.selectors.cars import cars_of
from campaign.duels.models import DrivenDuel
from campaign.duels.rules.event_cars import TURNS
from campaign.duels.selectors.arenas import arena_of
from campaign.duels.selectors.driven import people_drive_until
from campaign.duels.selectors.muster import MusteredEntry, muster
from campaign.duels.services import driven
from campaign.duels.services.entries import duel_rules
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Duel, Team, Week
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from core.web import clock
from core.web.pictures.badges import badge, nearest_paint
from engine.dice import SeededDice, roll_key
from engine.values import changed
from espionage.models import Seal
from espionage.services.drawing import seed_of
from play.clocking import NO_CLOCK, Clock
from play.models import Table
from play.running import Running, readers
from play.services import handing_over
from play.services.tables import host_match

DOMAIN: Final = "autoduel"
"""Domain of a week's seed that is reserved for the dice of its duel. The week itself never uses
this domain.
"""
TIME_PER_EXTRA_CAR: Final = timedelta(seconds=30)
"""Additional time per live turn for each car beyond the first of the largest side."""
MIN_FIRST_TURN: Final = timedelta(minutes=3)
"""Minimum duration of a live duel's first turn."""
NO_TIME_LEFT: Final = "There is no time left before the week closes, so doctrine drives the rest."
WATCHERS: Final = {
    "teams": Table.Watchers.CIRCLE,
    "club": Table.Watchers.CIRCLE,
    "anybody": Table.Watchers.ANYBODY,
}
"""People who can watch at the table, by the value of the house rule (C104)."""
BOT_OF_DOCTRINE: Final = {"duellist": "doctrine"}
"""Names of the bots whose name differs from their doctrine's name."""


def line_up(duels: Sequence[Duel], now: datetime) -> None:
    """Freeze the set-ups of these duels and start the matches (V4, V50).

    Cars and crews take part in their current state. In a weekly duel, this is the state after the
    charges of the first phase. The calling job must have locked the weeks.
    """
    for duel in duels:
        _line_up(duel, now)


def _line_up(duel: Duel, now: datetime) -> None:
    entries = [entry for entry in muster(duel) if entry.is_at_start]
    arena = TRACK if duel.laps else autoduel_arena(arena_of(duel))
    sides = _sides(choose_entries(entries, len(arena.gates)), rules_in(duel.week))
    seed = _seed(duel)
    teams = {str(entry.entry.team_id): entry.entry.team for entry in entries}
    if len(sides) < 2 or not _can_drive(setup := _setup(duel, arena, sides, teams), seed):
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
    """Return the clock for turns by the house rules, or none if only bots drive (V125)."""
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
    """Return the driver of each side (V126).

    If people drive and the team has an owner, the team drives. Otherwise, the bot of its doctrine
    does.
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
    """Let doctrine drive the rest of these weeks' duels that people are still driving (V6, V126).

    The calling job must have locked the weeks.
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
    """Return the sides of these entries, in the order of the teams' names (V3).

    If several cars have the same name, the team's name is added before it.
    """
    cars = cars_of(mustered, house_rules)
    name_counts = Counter(cars[entry.entry.pk].name.casefold() for entry in mustered)
    for entry in mustered:
        car = cars[entry.entry.pk]
        if name_counts[car.name.casefold()] > 1:
            cars[entry.entry.pk] = changed(car, name=f"{entry.entry.team.name} {car.name}")
    by_team: dict[str, list[MusteredEntry]] = defaultdict(list)
    for entry in mustered:
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
    """Return the doctrine of a side, taken from the team's first entry (C98)."""
    first = min(entries, key=lambda entry: (entry.entry.entered_at, entry.entry.pk))
    drive = first.entry.drive
    return Orders(kind=drive.doctrine, yields=drive.yields)


def choose_entries(entries: Iterable[MusteredEntry], gates: int = MAX_CARS) -> list[MusteredEntry]:
    """Return the entries that take part in an arena with this number of gates (V3).

    They keep their order. If the arena has room, all entries take part. Otherwise, the first
    entry of each team takes part, in the order in which teams entered. Second, third and
    further entries follow as long as a whole round of them fits.
    """
    all_entries, room = list(entries), min(gates, MAX_CARS)
    if len(all_entries) <= room:
        return all_entries
    rounds: dict[int, list[MusteredEntry]] = defaultdict(list)
    entry_counts: dict[object, int] = defaultdict(int)
    for entry in sorted(all_entries, key=lambda entry: (entry.entry.entered_at, entry.entry.pk)):
        rounds[entry_counts[entry.entry.team_id]].append(entry)
        entry_counts[entry.entry.team_id] += 1
    chosen_entries = rounds[0][:room]
    for round_number in range(1, len(rounds)):
        if len(chosen_entries) + len(rounds[round_number]) > room:
            break
        chosen_entries += rounds[round_number]
    ids = {entry.entry.pk for entry in chosen_entries}
    return [entry for entry in all_entries if entry.entry.pk in ids]


def _setup(
    duel: Duel, arena: Arena, sides: Sequence[tuple[SideLine, Side]], teams: Mapping[str, Team]
) -> Setup:
    numbers = numbers_of(rules_in(duel.week).duel_numbers)
    if duel.week.season.campaign.tryout:
        numbers = changed(numbers, turn_limit=SHORT_DUEL)
    elif duel.lent:
        numbers = changed(numbers, turn_limit=min(numbers.turn_limit, TURNS))
    return Setup(
        arena=arena,
        sides=tuple([side for _, side in sides]),
        numbers=numbers,
        show=_show(duel, sides, teams),
        race=race_of(duel.laps) if duel.laps else UNSET,
    )


def _show(duel: Duel, sides: Sequence[tuple[SideLine, Side]], teams: Mapping[str, Team]) -> Show:
    """Return the look of the duel, with the names of the club and the teams, and the teams' colours
    (V181). The name of a club without a public page is left out.
    """
    club = duel.week.season.campaign
    return Show(
        title=f"{club.name}: {duel.title}" if club.public_at else duel.title,
        adverts=tuple([side.name for _, side in sides]),
        liveries=tuple([_livery(teams[line.team]) for line, _ in sides]),
    )


def _livery(team: Team) -> Livery:
    emblem = badge(team.name, team.colour, team.emblem, team.slug).pattern
    return Livery(paint=nearest_paint(team.colour), emblem=emblem)


def _can_drive(setup: Setup, seed: bytes) -> bool:
    """Return whether a car can move or fire. Otherwise, the duel would never end (V5)."""
    state, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
    return any(not car.out for car in state.table.cars)


def _seed(duel: Duel) -> bytes:
    """Return the seed of the duel's dice.

    The seed is derived from the week's seed, so the week's commitments cover it. An event's dice
    come from the seed promised when the week opened, because the event can begin before the week's
    draw (V144).
    """
    seal = Seal.objects.get(week=duel.week_id)
    if not duel.is_weekly:
        return roll_key(bytes(seal.seed), (DOMAIN, duel.number), 0)
    return roll_key(seed_of(seal), (DOMAIN,), 0)


def book_result(table: Table, running: Running) -> None:
    """Record the result of a club's duel in the transaction that ends its table.

    Other tables and duels that have been removed from the arena are ignored.
    """
    with scopes_disabled():
        rows = DrivenDuel.objects.filter(table=table)
        row = rows.select_related("duel__week__season__campaign").first()
        if row is not None:
            lineup = msgspec.convert(row.lineup, tuple[SideLine, ...])
            record = club_record(record_of(running.state), lineup, duel_rules(row.duel))
            driven.end(row=row, record=record, now=clock.now())
