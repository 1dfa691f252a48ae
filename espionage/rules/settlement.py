"""Settlement: all effects of a finished week, computed once from its records (E7, E19)."""

from __future__ import annotations

from functools import lru_cache
from operator import is_
from typing import TYPE_CHECKING, Final, NamedTuple

from campaign.garage.rules import record as vehicles
from campaign.garage.rules import sheet
from engine.values import Seat

from .awards import list_awards, mission_cause, side_cause
from .effects import Activity, Captive, Effects, Intelligence
from .harm import Casualties, delayed_charges, vehicle_hits
from .meeting import sides
from .orders import COUNTERSPY
from .report import News, Snapshot, Spending
from .stores import payments, stock_changes, team_spending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .values import Fight, MissionRecord, Own, State, Table


_exterior: Final = lru_cache(maxsize=256)(vehicles.view_exterior)
_full_sheet: Final = lru_cache(maxsize=256)(sheet.make_sheet)
"""Builds record sheets, with a cache because several spies can see the same vehicle."""


class NotSettledError(RuntimeError):
    """The week cannot be settled because it is not over yet."""


class Settlement(NamedTuple):
    """The effects of a week, and what each team spent."""

    effects: Effects
    spendings: tuple[Spending, ...]


def effects_of(state: State) -> Effects:
    """Return all effects of a finished week. Raise NotSettledError if the week is in progress.

    If the week has just ended, the result is taken from the cache of `settle_once`.
    """
    if not state.table.over:
        raise NotSettledError("the week is not over yet")
    week_parts = state.table, state.own, state.hidden.records, state.hidden.fights
    cached = _cached_settlements.pop(state.table.week, None)
    if cached and _are_identical(cached[0], _inputs_of(*week_parts)):
        return cached[1].effects
    return settle(*week_parts).effects


_MAX_CACHED: Final = 64
"""Maximum number of settlements that are kept until their effects are stored."""
_cached_settlements: Final[dict[str, tuple[tuple[object, ...], Settlement]]] = {}
"""Settlements of weeks that have just ended, and the records they depend on, by week."""


def settle_once(
    table: Table,
    own_states: Sequence[Own],
    records: Sequence[MissionRecord],
    fights: Sequence[Fight],
) -> Settlement:
    """Settle the week, and keep the result for the first call of `effects_of`."""
    settlement = settle(table, own_states, records, fights)
    if len(_cached_settlements) >= _MAX_CACHED:
        _cached_settlements.clear()
    _cached_settlements[table.week] = _inputs_of(table, own_states, records, fights), settlement
    return settlement


def _inputs_of(
    table: Table,
    own_states: Sequence[Own],
    records: Sequence[MissionRecord],
    fights: Sequence[Fight],
) -> tuple[object, ...]:
    """Return everything that a settlement depends on. These records never change."""
    teams = [
        part
        for own_state in own_states
        for part in (own_state.file, own_state.sheet, own_state.bill, own_state.worn)
    ]
    return (table.roster, table.rules, *teams, *records, *fights)


def _are_identical(records: tuple[object, ...], other_records: tuple[object, ...]) -> bool:
    """Return whether two sequences contain the same objects. Equal objects are not enough."""
    return len(records) == len(other_records) and all(map(is_, records, other_records))


def settle(
    table: Table,
    own_states: Sequence[Own],
    records: Sequence[MissionRecord],
    fights: Sequence[Fight],
) -> Settlement:
    """Settle a week from its records.

    Missions that were thwarted, stopped or called off have no effect except points (E19).
    """
    week, done_missions = table.week, [record for record in records if record.fate == "done"]
    people = Casualties(week, own_states, table.rules)
    for fight in fights:
        people.apply_ambush(fight)
    for record in done_missions:
        people.apply_mission(record)
    captives = tuple(_captives(table, fights))
    spendings = tuple([team_spending(own_state, people, captives) for own_state in own_states])
    seats = [(Seat(index), spent) for index, spent in enumerate(spendings)]
    effects_of_week = Effects(
        awards=list_awards(week, records, fights, table.rules),
        hurt=tuple(people.hurt),
        captives=captives,
        vehicle_hits=tuple(vehicle_hits(week, own_states, done_missions)),
        charges=tuple(delayed_charges(week, done_missions)),
        payments=tuple([row for seat, spent in seats for row in payments(week, seat, spent)]),
        stock=tuple([row for seat, spent in seats for row in stock_changes(week, seat, spent)]),
        intelligence=tuple(
            [
                intelligence
                for record in done_missions
                if record.mission == "infiltrate"
                for intelligence in _intelligence(week, own_states, record)
            ]
        ),
        activity=tuple(_activity(own_states, records, fights)),
        news=_news(table, people, done_missions, fights),
    )
    return Settlement(effects_of_week, spendings)


def _captives(table: Table, fights: Sequence[Fight]) -> Iterator[Captive]:
    for fight in fights:
        for side in sides(fight.ambush, fight.result):
            if side.is_captured(table.rules):
                root = side_cause(table.week, fight.ambush, side.mine.seat)
                yield Captive(
                    seat=side.mine.seat,
                    character=side.mine.id,
                    by=side.enemy.seat,
                    cause=f"{root}/captured",
                )


def _intelligence(
    week: str, own_states: Sequence[Own], record: MissionRecord
) -> Iterator[Intelligence]:
    """Yield the snapshots of a mission at the deadline, which never change afterwards (E11)."""
    for vehicle in own_states[record.against].file.garage:
        if vehicle.id in record.reached:
            snapshot = Snapshot(
                about=record.against,
                vehicle=vehicle.id,
                name=vehicle.name,
                exterior=None if record.sheet_seen else _exterior(vehicle.record),
                sheet=_full_sheet(vehicle.record) if record.sheet_seen else None,
                cause=f"{mission_cause(week, record)}/seen",
            )
            yield Intelligence(seat=record.by, snapshot=snapshot)


def _activity(
    own_states: Sequence[Own], records: Sequence[MissionRecord], fights: Sequence[Fight]
) -> Iterator[Activity]:
    """Yield the activities of people this week (E20). Unused counterspies are not active."""
    rolled = {record.guard for record in records if record.answers}
    fought = {
        combatant.id
        for fight in fights
        for combatant in (fight.ambush.ambusher, fight.ambush.ambushed)
    }
    for seat, own_state in enumerate(own_states):
        for order in own_state.sheet.orders:
            spy, mission = order.spy, order.action != COUNTERSPY
            if mission or spy in rolled or spy in fought:
                yield Activity(
                    seat=Seat(seat),
                    character=spy,
                    mission=mission,
                    counterspy_roll=spy in rolled,
                    ambush=spy in fought,
                )


def _news(
    table: Table,
    people: Casualties,
    done_missions: Sequence[MissionRecord],
    fights: Sequence[Fight],
) -> tuple[News, ...]:
    """Return deaths and explosions, sorted by team and name, then ambushes.

    Culprits, weapons, kinds of mission and vehicles are not named (ours: E34).
    """
    dead = {hurt.character for hurt in people.hurt if hurt.after == "dead"}
    deaths = [
        News(
            kind="death",
            team=team.id,
            team_name=team.name,
            character=character.id,
            name=character.name,
        )
        for team in table.roster
        for character in team.people
        if character.id in dead
    ]
    blasts = [
        table.roster[record.against]
        for record in done_missions
        if record.blast and record.blast.due == "now"
    ]
    explosions = [News(kind="explosion", team=team.id, team_name=team.name) for team in blasts]
    ambushes = [News(kind="ambush") for _ in fights]
    return (
        *sorted(
            deaths + explosions,
            key=lambda item: (item.team_name, item.team, item.name, item.character),
        ),
        *ambushes,
    )
