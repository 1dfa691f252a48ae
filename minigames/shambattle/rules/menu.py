"""A sample of the legal moves, and random sensible moves.

There are too many paths to list all legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.dice import Dice
from engine.game import IllegalMove
from engine.values import HOST, Seat

from .custody import possible_guards
from .fire import shots_of, sprays_of
from .geometry import nearest_point, point_towards
from .ground import ground
from .judo import pending_push, possible_fights
from .movement import FULL_MOVE, figures_that_can_walk, is_in_touch, reachable_path
from .position import enemies, figures_on_table, is_captive
from .roster import BOSS, ROSTER
from .turns import check_deployment, mirrored_deployment, standard_deployment
from .values import (
    SPY,
    Deploy,
    Done,
    Drown,
    Judo,
    March,
    Move,
    Push,
    Shoot,
    Spot,
    Spray,
    Table,
    TimeUp,
    View,
    Walk,
)

END_STEP: Final = Done()
TIME_UP: Final = TimeUp()
COMPASS: Final = ((0, 1), (7, 7), (1, 0), (7, -7), (0, -1), (-7, -7), (-1, 0), (-7, 7))
"""The eight compass directions, clockwise from north."""

MAX_FIGURES_LISTED: Final = 16
"""Maximum number of figures whose walks are listed. The figures nearest to an enemy come first."""

FIGURES_DRAWN: Final = 3
"""Number of figures drawn at random, of which the one nearest to an enemy walks.

Because of this choice, random play leads to fights.
"""


def to_move(table: Table) -> tuple[Seat, ...]:
    """Return the seat to act: the side whose turn it is, or the winner who must choose a push."""
    if table.step == "over":
        return ()
    return (ROSTER[table.push.winner].side if table.push else table.side,)


def menu(view: View) -> Sequence[Move]:
    """Return the moves listed for this view's seat, in a stable order.

    `check` accepts more moves.
    """
    table = view.table
    if view.seat == HOST:
        return (TIME_UP,) if table.clock and table.step != "over" else ()
    if view.seat is None or view.seat not in to_move(table):
        return ()
    if table.push is not None:
        return _push_moves(table)
    match table.step:
        case "deploy":
            return _deployments(table, view.seat)
        case "move":
            return [END_STEP, *_walk_moves(table, view.seat)]
        case "judo":
            return [
                END_STEP,
                *[
                    Judo(man=man, against=defender)
                    for man, defender in possible_fights(table, view.seat)
                ],
            ]
        case _:
            return [*_end_moves(table), *_shot_moves(table, view.seat)]


def _push_moves(table: Table) -> list[Move]:
    pending = pending_push(table)
    distances = sorted({0, pending.limit // 2, pending.limit})
    return [
        *[Push(distance=distance) for distance in reversed(distances)],
        *([Drown()] if pending.pool else []),
    ]


def _deployments(table: Table, seat: Seat) -> list[Move]:
    moves: list[Move] = [Deploy(spots=standard_deployment(table, seat))]
    mirrored_move = Deploy(spots=mirrored_deployment(table, seat))
    return (
        moves
        if mirrored_move in moves or not _can_deploy(table, seat, mirrored_move.spots)
        else [*moves, mirrored_move]
    )


def _can_deploy(table: Table, seat: Seat, spots: tuple[Spot, ...]) -> bool:
    try:
        check_deployment(table, seat, spots)
    except IllegalMove:
        return False
    return True


def _end_moves(table: Table) -> list[Move]:
    """Return the moves that end the turn.

    If more than three guards are possible, one of these moves names the last three.
    """
    guards = possible_guards(table) if table.side == SPY else []
    return [END_STEP, Done(guards=tuple(guards[-3:]))] if len(guards) > 3 else [END_STEP]


def _shot_moves(table: Table, seat: Seat) -> list[Move]:
    moves: list[Move] = []
    for number in figures_on_table(table, seat):
        moves += _shots_of(table, number)
    return moves


def _shots_of(table: Table, number: int) -> list[Move]:
    """Return a figure's aimed shots that can hit, and its bursts straight at an enemy."""
    aimed: list[Move] = [
        Shoot(man=number, at=shot.at) for shot in shots_of(table, number) if shot.sixths
    ]
    return [*aimed, *[Spray(man=number, aim=aim) for aim, _ in sprays_of(table, number)]]


# --- walks ----------------------------------------------------------------------------------------


def _walk_moves(table: Table, seat: Seat) -> list[Move]:
    """Return walks of the figures that are nearest to an enemy.

    The walks lead towards the goal, towards the enemy, and in one compass direction.
    """
    numbers = sorted(
        figures_that_can_walk(table, seat), key=lambda n: (_nearest_enemy(table, n)[0], n)
    )[:MAX_FIGURES_LISTED]
    moves: list[Move] = []
    for number in numbers:
        spot = table.men[number].spot
        direction = COMPASS[(table.turn + number) % len(COMPASS)]
        aims = [
            goal(table, number),
            _nearest_enemy(table, number)[1],
            (spot[0] + direction[0], spot[1] + direction[1]),
        ]
        for aim in dict.fromkeys(aims):
            if (move := walk_towards(table, number, aim)) is not None and move not in moves:
                moves.append(move)
    return moves


def goal(table: Table, number: int) -> Spot:
    """Return a figure's destination.

    This is the platform, the helipad for the Mastermind, or edge A for a captive and his guards.
    """
    floor, spot = ground(table.map), table.men[number].spot
    if is_captive(table, number) or (table.mastermind == "captive" and number in table.guards):
        return (0, spot[1])
    if number == BOSS:
        return floor.map.helipad.centre
    if table.missile == "ready":
        return floor.centre
    return table.men[BOSS].spot if ROSTER[number].side == SPY else floor.map.helipad.centre


def _nearest_enemy(table: Table, number: int) -> tuple[int, Spot]:
    men = table.men
    return nearest_point(men[number].spot, [men[enemy].spot for enemy in enemies(table, number)])


def walk_towards(table: Table, number: int, aim: Spot) -> March | None:
    """Return a figure's straight walk towards a place, as far as possible.

    Return None if the figure cannot start, or if a captive would lose contact with his guards.
    """
    spot = table.men[number].spot
    if aim == spot:
        return None
    path = reachable_path(table, number, (point_towards(spot, aim, FULL_MOVE),))
    if not path or (is_captive(table, number) and not is_in_touch(table, path[-1])):
        return None
    return March(walks=(Walk(man=number, path=path),))


# --- random play ----------------------------------------------------------------------------------


def propose(view: View, dice: Dice) -> Move:
    """Return a random sensible move. This function does not list the other moves."""
    table, seat = view.table, view.seat
    if view.seat == HOST or seat is None or table.push is not None:
        return dice.pick(menu(view))
    if table.step == "fire":
        return _random_shot(table, seat, dice)
    if table.step != "move":
        return dice.pick(menu(view))
    walkers = figures_that_can_walk(table, seat) if dice.die(8) > 1 else []
    if not walkers:
        return END_STEP
    candidates = [dice.pick(walkers) for _ in range(FIGURES_DRAWN)]
    number = min(candidates, key=lambda n: _nearest_enemy(table, n)[0])
    return walk_towards(table, number, _random_aim(table, number, dice)) or END_STEP


def _random_shot(table: Table, seat: Seat, dice: Dice) -> Move:
    """Return a random figure's shot. If several figures in a row have no shot, end the turn."""
    numbers = figures_on_table(table, seat)
    for _ in range(FIGURES_DRAWN):
        if figure_shots := _shots_of(table, dice.pick(numbers)):
            return dice.pick(figure_shots)
    return dice.pick(_end_moves(table))


def _random_aim(table: Table, number: int, dice: Dice) -> Spot:
    """Return the goal, the nearest enemy, or a random place nearby, with equal probability."""
    face = dice.die(3)
    if face == 1:
        return goal(table, number)
    if face == 2:
        return _nearest_enemy(table, number)[1]
    x, y = table.men[number].spot
    return (x + dice.die(201) - 101, y + dice.die(201) - 101)
