"""What may be played now: a sampled menu, since ways are too many to list, and one sensible move at
random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import IllegalMove
from engine.values import HOST, Seat

from .custody import keepers
from .fire import shots, sprays
from .geometry import ahead, nearest
from .ground import ground
from .judo import fights, waiting
from .movement import FULL, in_touch, may_walk, reach
from .position import enemies, is_captive, standing
from .roster import BOSS, ROSTER
from .turns import check_deployment, mirrored, standard
from .values import SPY, Deploy, Done, Drown, Judo, March, Push, Shoot, Spray, TimeUp, Walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

    from .values import Move, Spot, Table, View

DONE: Final = Done()
TIME_UP: Final = TimeUp()
COMPASS: Final = ((0, 1), (7, 7), (1, 0), (7, -7), (0, -1), (-7, -7), (-1, 0), (-7, 7))
"""Eight directions, clockwise from north."""

LISTED: Final = 16
"""So many figures are offered walks, the nearest to an enemy first."""

DRAWN: Final = 3
"""Of so many figures drawn at random, the one nearest to an enemy walks: so that random play comes
to blows.
"""


def to_move(table: Table) -> tuple[Seat, ...]:
    """Who is to act: the side whose turn it is, or the winner of a fight who has to say how far he
    pushes.
    """
    if table.step == "over":
        return ()
    return (ROSTER[table.push.winner].side if table.push else table.side,)


def menu(view: View) -> Sequence[Move]:
    """The moves offered to this view's seat, in a stable order. The judge allows more."""
    table = view.table
    if view.seat == HOST:
        return (TIME_UP,) if table.clock and table.step != "over" else ()
    if view.seat is None or view.seat not in to_move(table):
        return ()
    if table.push is not None:
        return _pushes(table)
    match table.step:
        case "deploy":
            return _deployments(table, view.seat)
        case "move":
            return [DONE, *_walks(table, view.seat)]
        case "judo":
            return [
                DONE,
                *[Judo(man=man, against=against) for man, against in fights(table, view.seat)],
            ]
        case _:
            return [*_endings(table), *_shots(table, view.seat)]


def _pushes(table: Table) -> list[Move]:
    pending = waiting(table)
    distances = sorted({0, pending.limit // 2, pending.limit})
    return [
        *[Push(distance=each) for each in reversed(distances)],
        *([Drown()] if pending.pool else []),
    ]


def _deployments(table: Table, seat: Seat) -> list[Move]:
    found: list[Move] = [Deploy(spots=standard(table, seat))]
    other = Deploy(spots=mirrored(table, seat))
    return found if other in found or not _stands(table, seat, other.spots) else [*found, other]


def _stands(table: Table, seat: Seat, spots: tuple[Spot, ...]) -> bool:
    try:
        check_deployment(table, seat, spots)
    except IllegalMove:
        return False
    return True


def _endings(table: Table) -> list[Move]:
    """End the turn; with more than three who could guard, also with the last three of them."""
    could = keepers(table) if table.side == SPY else []
    return [DONE, Done(guards=tuple(could[-3:]))] if len(could) > 3 else [DONE]


def _shots(table: Table, seat: Seat) -> list[Move]:
    found: list[Move] = []
    for number in standing(table, seat):
        found += _shots_of(table, number)
    return found


def _shots_of(table: Table, number: int) -> list[Move]:
    """A figure's aimed shots that can hit, and its bursts straight at an enemy."""
    aimed: list[Move] = [
        Shoot(man=number, at=shot.at) for shot in shots(table, number) if shot.sixths
    ]
    return [*aimed, *[Spray(man=number, aim=aim) for aim, _ in sprays(table, number)]]


# --- walks ----------------------------------------------------------------------------------------


def _walks(table: Table, seat: Seat) -> list[Move]:
    """For the figures nearest to an enemy: straight on towards the goal, towards the enemy, and one
    way of the compass.
    """
    numbers = sorted(may_walk(table, seat), key=lambda n: (_nearest(table, n)[0], n))[:LISTED]
    found: list[Move] = []
    for number in numbers:
        spot = table.men[number].spot
        north_east = COMPASS[(table.turn + number) % len(COMPASS)]
        aims = [
            goal(table, number),
            _nearest(table, number)[1],
            (spot[0] + north_east[0], spot[1] + north_east[1]),
        ]
        for aim in dict.fromkeys(aims):
            if (move := walk_towards(table, number, aim)) is not None and move not in found:
                found.append(move)
    return found


def goal(table: Table, number: int) -> Spot:
    """Where a figure's side wants it: the platform, the helipad for the Mastermind, edge A for a
    captive and his guards.
    """
    floor, spot = ground(table.map), table.men[number].spot
    if is_captive(table, number) or (table.mastermind == "captive" and number in table.guards):
        return (0, spot[1])
    if number == BOSS:
        return floor.map.helipad.centre
    if table.missile == "ready":
        return floor.centre
    return table.men[BOSS].spot if ROSTER[number].side == SPY else floor.map.helipad.centre


def _nearest(table: Table, number: int) -> tuple[int, Spot]:
    """How near the nearest enemy is, squared, and where."""
    men = table.men
    return nearest(men[number].spot, [men[foe].spot for foe in enemies(table, number)])


def walk_towards(table: Table, number: int, aim: Spot) -> March | None:
    """One figure's straight walk towards a place, as far as it may go; None if it cannot start, or
    a captive would lose touch.
    """
    spot = table.men[number].spot
    if aim == spot:
        return None
    way = reach(table, number, (ahead(spot, aim, FULL),))
    if not way or (is_captive(table, number) and not in_touch(table, way[-1])):
        return None
    return March(walks=(Walk(man=number, path=way),))


# --- random play ----------------------------------------------------------------------------------


def propose(view: View, dice: Dice) -> Move:
    """One sensible move at random, without listing the others."""
    table, seat = view.table, view.seat
    if view.seat == HOST or seat is None or table.push is not None:
        return dice.pick(menu(view))
    if table.step == "fire":
        return _some_shot(table, seat, dice)
    if table.step != "move":
        return dice.pick(menu(view))
    able = may_walk(table, seat) if dice.die(8) > 1 else []
    if not able:
        return DONE
    drawn = [dice.pick(able) for _ in range(DRAWN)]
    number = min(drawn, key=lambda n: _nearest(table, n)[0])
    return walk_towards(table, number, _some_aim(table, number, dice)) or DONE


def _some_shot(table: Table, seat: Seat, dice: Dice) -> Move:
    """A shot of a figure drawn at random; the turn ends when so many in a row have none."""
    numbers = standing(table, seat)
    for _ in range(DRAWN):
        if found := _shots_of(table, dice.pick(numbers)):
            return dice.pick(found)
    return dice.pick(_endings(table))


def _some_aim(table: Table, number: int, dice: Dice) -> Spot:
    """The goal as often as an enemy, and as often a place nearby."""
    face = dice.die(3)
    if face == 1:
        return goal(table, number)
    if face == 2:
        return _nearest(table, number)[1]
    x, y = table.men[number].spot
    return (x + dice.die(201) - 101, y + dice.die(201) - 101)
