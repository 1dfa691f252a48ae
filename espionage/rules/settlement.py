"""Settlement: everything that a finished week leads to, worked out once from its records (E7,
E19).
"""

from __future__ import annotations

from functools import lru_cache
from operator import is_
from typing import TYPE_CHECKING, Final, NamedTuple

from campaign.garage.rules import record as vehicles
from campaign.garage.rules import sheet
from engine.values import Seat

from .awards import awards, mission_cause, side_cause
from .effects import Activity, Captive, Effects, Intelligence
from .harm import Casualties, charges, vehicle_hits
from .meeting import sides
from .orders import COUNTERSPY
from .report import News, Snapshot, Spending
from .stores import payments, spending, stock_changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .values import Fight, MissionRecord, Own, State, Table


_exterior: Final = lru_cache(maxsize=256)(vehicles.view_exterior)
_full_sheet: Final = lru_cache(maxsize=256)(sheet.make_sheet)
"""What there is to see of a vehicle: often seen by several spies, and worked out both for the
reports and for what is written.
"""


class NotSettledError(RuntimeError):
    """The week is not over yet: there is nothing to settle."""


class Settlement(NamedTuple):
    """The effects of a week, and what each team spent."""

    effects: Effects
    spendings: tuple[Spending, ...]


def effects(state: State) -> Effects:
    """Everything that a finished week writes. Raises NotSettledError while it is under way.

    The week has worked it out for its reports (`settle_once`): whoever asks soon after gets that.
    """
    if not state.table.over:
        raise NotSettledError("the week is not over yet")
    asked = state.table, state.own, state.hidden.records, state.hidden.fights
    known = _worked_out.pop(state.table.week, None)
    if known and _are_same(known[0], _read_of(*asked)):
        return known[1].effects
    return settle(*asked).effects


_REMEMBERED: Final = 64
"""So many weeks are remembered between their end and what they write: a batch, and some."""
_worked_out: Final[dict[str, tuple[tuple[object, ...], Settlement]]] = {}
"""What weeks that have just ended were worked out to, by their name, with all that was read."""


def settle_once(
    table: Table, own: Sequence[Own], records: Sequence[MissionRecord], fights: Sequence[Fight]
) -> Settlement:
    """`settle`, and remember it for the first who asks for the week's effects."""
    found = settle(table, own, records, fights)
    if len(_worked_out) >= _REMEMBERED:
        _worked_out.clear()
    _worked_out[table.week] = _read_of(table, own, records, fights), found
    return found


def _read_of(
    table: Table, own: Sequence[Own], records: Sequence[MissionRecord], fights: Sequence[Fight]
) -> tuple[object, ...]:
    """All that a settlement is worked out from, record by record: none of it ever changes."""
    teams = [part for each in own for part in (each.file, each.sheet, each.bill, each.worn)]
    return (table.roster, table.rules, *teams, *records, *fights)


def _are_same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether these are the very same records; what is only equal is worked out anew."""
    return len(some) == len(others) and all(map(is_, some, others))


def settle(
    table: Table, own: Sequence[Own], records: Sequence[MissionRecord], fights: Sequence[Fight]
) -> Settlement:
    """Work out a week from its records. What was thwarted, stopped or called off leaves no trace
    but its points (E19).
    """
    week, done = table.week, [record for record in records if record.fate == "done"]
    people = Casualties(week, own, table.rules)
    for fight in fights:
        people.ambushed(fight)
    for record in done:
        people.suffered(record)
    captives = tuple(_captives(table, fights))
    spendings = tuple([spending(each, people, captives) for each in own])
    seats = [(Seat(at), spent) for at, spent in enumerate(spendings)]
    found = Effects(
        awards=awards(week, records, fights, table.rules),
        hurt=tuple(people.hurt),
        captives=captives,
        vehicle_hits=tuple(vehicle_hits(week, own, done)),
        charges=tuple(charges(week, done)),
        payments=tuple([row for seat, spent in seats for row in payments(week, seat, spent)]),
        stock=tuple([row for seat, spent in seats for row in stock_changes(week, seat, spent)]),
        intelligence=tuple(
            [
                seen
                for record in done
                if record.mission == "infiltrate"
                for seen in _intelligence(week, own, record)
            ]
        ),
        activity=tuple(_activity(own, records, fights)),
        news=_news(table, people, done, fights),
    )
    return Settlement(found, spendings)


def _captives(table: Table, fights: Sequence[Fight]) -> Iterator[Captive]:
    for fight in fights:
        for side in sides(fight.ambush, fight.result):
            if side.taken(table.rules):
                root = side_cause(table.week, fight.ambush, side.mine.seat)
                yield Captive(
                    seat=side.mine.seat,
                    character=side.mine.id,
                    by=side.enemy.seat,
                    cause=f"{root}/captured",
                )


def _intelligence(week: str, own: Sequence[Own], record: MissionRecord) -> Iterator[Intelligence]:
    """Snapshots of the deadline; they never change afterwards (E11)."""
    for vehicle in own[record.against].file.garage:
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
    own: Sequence[Own], records: Sequence[MissionRecord], fights: Sequence[Fight]
) -> Iterator[Activity]:
    """Who had something to do this week (E20); a counterspy whom nobody needed had not."""
    rolled = {record.guard for record in records if record.answers}
    fought = {who.id for fight in fights for who in (fight.ambush.ambusher, fight.ambush.ambushed)}
    for seat, each in enumerate(own):
        for order in each.sheet.orders:
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
    table: Table, people: Casualties, done: Sequence[MissionRecord], fights: Sequence[Fight]
) -> tuple[News, ...]:
    """Deaths and explosions by team, then name; then the ambushes. No culprit, weapon or mission
    kind, no vehicle's name (ours: E34).
    """
    dead = {hurt.character for hurt in people.hurt if hurt.after == "dead"}
    deaths = [
        News(kind="death", team=team.id, team_name=team.name, character=who.id, name=who.name)
        for team in table.roster
        for who in team.people
        if who.id in dead
    ]
    blasts = [
        table.roster[record.against]
        for record in done
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
