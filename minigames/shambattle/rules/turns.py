"""The order of play: deployment, then move, judo, shooting, the Spy first; and what every turn's
end settles (S10, S18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import IllegalMove
from engine.values import Seat, changed

from . import custody, missile
from .fire import anyone_in_range
from .geometry import CONTACT, nearest_square
from .ground import ground
from .judo import fights
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, SPY, Man, StepBegan
from .victory import settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .values import Event, Phase, Spot, Table

# --- deployment -----------------------------------------------------------------------------------


def standard(table: Table, seat: Seat) -> tuple[Spot, ...]:
    """The map's own deployment of a side (S5)."""
    here = ground(table.map).map
    return here.commandos if seat == SPY else here.guards


def mirrored(table: Table, seat: Seat) -> tuple[Spot, ...]:
    """The standard deployment with north and south changed over."""
    high = ground(table.map).map.size[1]
    return tuple([(x, high - y) for x, y in standard(table, seat)])


def check_deployment(table: Table, seat: Seat, spots: Sequence[Spot]) -> None:
    """IllegalMove unless every disc is inside its zone, on ground where it may stand, and off all
    others (S5, S18).
    """
    numbers, floor = SIDES[seat], ground(table.map)
    if len(spots) != len(numbers):
        raise IllegalMove(f"Place exactly {len(numbers)} figures.", code="wrong-number")
    for number, spot in zip(numbers, spots, strict=True):
        name = ROSTER[number].name
        if not floor.in_zone(spot, seat, boss=number == BOSS):
            raise IllegalMove(f"{name} is outside the deployment zone.", code="outside-zone")
        if not floor.stands(spot):
            raise IllegalMove(
                f"{name} cannot stand there. Keep clear of walls, consoles, water and the edge.",
                code="blocked",
            )
    placed = [*spots, *[man.spot for man in table.men if man.here]]
    for at, spot in enumerate(spots):
        after = placed[at + 1 :]
        if after and nearest_square(spot, after) < CONTACT:
            raise IllegalMove(
                f"{ROSTER[numbers[at]].name} overlaps another figure.", code="overlap"
            )


def deploy(table: Table, seat: Seat, spots: Sequence[Spot]) -> tuple[Table, tuple[Event, ...]]:
    """Stand a side on the table. After side 1 comes side 2, after side 2 the Spy's first turn
    (S18).
    """
    men = list(table.men)
    for number, spot in zip(SIDES[seat], spots, strict=True):
        men[number] = Man(spot=spot, here=True)
    table = changed(table, men=tuple(men))
    if seat == MASTERMIND:
        return changed(table, side=SPY), ()
    return _begin(table, "move")


# --- steps ----------------------------------------------------------------------------------------


def _begin(table: Table, step: Phase) -> tuple[Table, tuple[Event, ...]]:
    table = changed(table, step=step, gone=())
    return table, (StepBegan(side=table.side, turn=table.turn, step=step),)


def end_step(table: Table, guards: tuple[int, ...] = ()) -> tuple[Table, tuple[Event, ...]]:
    """On to the next step that offers anything; after the shooting, to the other side (S10,
    S21).
    """
    if table.step == "move":
        if fights(table, table.side):
            return _begin(table, "judo")
        table = changed(table, step="judo")
    if table.step == "judo" and (
        anyone_in_range(table, table.side) or len(custody.keepers(table)) > custody.GUARDS
    ):
        return _begin(table, "fire")
    return end_turn(table, guards)


def end_turn(table: Table, guards: tuple[int, ...] = ()) -> tuple[Table, tuple[Event, ...]]:
    """What a turn's end settles, in this order: the missile, custody, the helipad, last call, stuns
    (S20).
    """
    if table.side == SPY:
        table, told = missile.after_spy_turn(table)
        table, more = custody.after_spy_turn(table, guards)
    else:
        counted = changed(table, calls=table.calls + 1) if table.missile != "ready" else table
        table, told = missile.after_mastermind_turn(counted)
        table, more = custody.after_mastermind_turn(table)
    table, away = custody.escape(table)
    table, over = settle(table)
    if table.step == "over":
        return table, told + more + away + over
    table, began = _begin(_next_turn(table), "move")
    return table, told + more + away + began


def _next_turn(table: Table) -> Table:
    men = tuple([_rested(man, ROSTER[n].side == table.side) for n, man in enumerate(table.men)])
    turn = table.turn + (table.side == MASTERMIND)
    return changed(
        table, men=men, side=MASTERMIND if table.side == SPY else SPY, turn=turn, push=None
    )


def _rested(man: Man, own_turn: bool) -> Man:
    """A figure after a turn; a stun runs down at the end of its own side's (S16)."""
    if not man.here:
        return man
    stun = man.stun - 1 if man.stun and own_turn else man.stun
    if stun == man.stun and not (man.moved or man.fought or man.fired or man.attacks):
        return man
    return Man(spot=man.spot, here=True, stun=stun)
