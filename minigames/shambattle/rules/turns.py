"""The order of play: deployment, the steps of each turn, and the end of the turn (S10, S18).

The Spy's side has the first turn. The steps are move, judo and shooting.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import IllegalMove
from engine.values import Seat, changed

from . import custody, missile
from .fire import anyone_in_range
from .geometry import CONTACT, nearest_square
from .ground import ground
from .judo import possible_fights
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, SPY, Event, Man, Phase, Spot, StepBegan, Table
from .victory import settle_battle

# --- deployment -----------------------------------------------------------------------------------


def standard_deployment(table: Table, seat: Seat) -> tuple[Spot, ...]:
    """Return the map's standard deployment of a side (S5)."""
    battle_map = ground(table.map).map
    return battle_map.commandos if seat == SPY else battle_map.guards


def mirrored_deployment(table: Table, seat: Seat) -> tuple[Spot, ...]:
    """Return the standard deployment of a side with north and south swapped."""
    height = ground(table.map).map.size[1]
    return tuple([(x, height - y) for x, y in standard_deployment(table, seat)])


def check_deployment(table: Table, seat: Seat, spots: Sequence[Spot]) -> None:
    """Raise IllegalMove unless a deployment is allowed (S5, S18).

    Every disc must be inside its zone, on free ground, and clear of all other discs.
    """
    numbers, floor = SIDES[seat], ground(table.map)
    if len(spots) != len(numbers):
        raise IllegalMove(f"Place exactly {len(numbers)} figures.", code="wrong-number")
    for number, spot in zip(numbers, spots, strict=True):
        name = ROSTER[number].name
        if not floor.is_in_zone(spot, seat, boss=number == BOSS):
            raise IllegalMove(f"{name} is outside the deployment zone.", code="outside-zone")
        if not floor.can_stand(spot):
            raise IllegalMove(
                f"{name} cannot start there. Keep clear of walls, consoles, water and the edge.",
                code="blocked",
            )
    all_spots = [*spots, *[man.spot for man in table.men if man.here]]
    for index, spot in enumerate(spots):
        later = all_spots[index + 1 :]
        if later and nearest_square(spot, later) < CONTACT:
            raise IllegalMove(
                f"{ROSTER[numbers[index]].name} overlaps another figure.", code="overlap"
            )


def deploy_side(table: Table, seat: Seat, spots: Sequence[Spot]) -> tuple[Table, tuple[Event, ...]]:
    """Place a side's figures on the table.

    After the second side has deployed, the Spy's first turn begins (S18).
    """
    men = list(table.men)
    for number, spot in zip(SIDES[seat], spots, strict=True):
        men[number] = Man(spot=spot, here=True)
    table = changed(table, men=tuple(men))
    if seat == MASTERMIND:
        return changed(table, side=SPY), ()
    return _begin_step(table, "move")


# --- steps ----------------------------------------------------------------------------------------


def _begin_step(table: Table, step: Phase) -> tuple[Table, tuple[Event, ...]]:
    table = changed(table, step=step, gone=())
    return table, (StepBegan(side=table.side, turn=table.turn, step=step),)


def end_step(table: Table, guards: tuple[int, ...] = ()) -> tuple[Table, tuple[Event, ...]]:
    """Begin the next step in which something can be done.

    After shooting, end the turn (S10, S21).
    """
    if table.step == "move":
        if possible_fights(table, table.side):
            return _begin_step(table, "judo")
        table = changed(table, step="judo")
    if table.step == "judo" and (
        anyone_in_range(table, table.side)
        or len(custody.possible_guards(table)) > custody.MAX_GUARDS
    ):
        return _begin_step(table, "fire")
    return end_turn(table, guards)


def end_turn(table: Table, guards: tuple[int, ...] = ()) -> tuple[Table, tuple[Event, ...]]:
    """Settle the end of a turn (S20).

    The order is missile, custody, helipad, last call and stuns.
    """
    if table.side == SPY:
        table, missile_events = missile.after_spy_turn(table)
        table, custody_events = custody.after_spy_turn(table, guards)
    else:
        with_call = changed(table, calls=table.calls + 1) if table.missile != "ready" else table
        table, missile_events = missile.after_mastermind_turn(with_call)
        table, custody_events = custody.after_mastermind_turn(table)
    table, escape_events = custody.let_escape(table)
    table, end_events = settle_battle(table)
    if table.step == "over":
        return table, missile_events + custody_events + escape_events + end_events
    table, step_events = _begin_step(_next_turn(table), "move")
    return table, missile_events + custody_events + escape_events + step_events


def _next_turn(table: Table) -> Table:
    men = tuple(
        [_rest_figure(man, ROSTER[n].side == table.side) for n, man in enumerate(table.men)]
    )
    turn = table.turn + (table.side == MASTERMIND)
    return changed(
        table, men=men, side=MASTERMIND if table.side == SPY else SPY, turn=turn, push=None
    )


def _rest_figure(man: Man, own_turn: bool) -> Man:
    """Return a figure as it is after a turn.

    The figure's stun decreases at the end of its own side's turn (S16).
    """
    if not man.here:
        return man
    stun = man.stun - 1 if man.stun and own_turn else man.stun
    if stun == man.stun and not (man.moved or man.fought or man.fired or man.attacks):
        return man
    return Man(spot=man.spot, here=True, stun=stun)
