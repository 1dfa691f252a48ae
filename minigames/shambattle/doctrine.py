"""The bot that fights by doctrine, for both sides. It sees a view and remembers nothing; the same
view, the same move.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from minigames.shambattle.rules.fire import Shooting, shots, spray, sprays, under
from minigames.shambattle.rules.geometry import nearest
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.judo import fights, odds
from minigames.shambattle.rules.position import standing
from minigames.shambattle.rules.roster import BOSS, LEADER, ROSTER
from minigames.shambattle.rules.turns import standard
from minigames.shambattle.rules.values import (
    MASTERMIND,
    SPY,
    Deploy,
    Done,
    Drown,
    Judo,
    March,
    Push,
    Shoot,
    Spray,
)

from .manoeuvres import PLAIN, Drill, Orders, in_the_way, still

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.values import Seat
    from minigames.shambattle.rules.values import Move, Pending, Table, View

DONE: Final = Done()
AT_ANY_PRICE: Final = 100
"""Nobody shoots while he touches an enemy: who is on the platform is thrown off it, whatever the
odds.
"""


class Doctrine:
    """Guards hold the platform and strike who comes near; commandos gather, charge together, hold
    still, escort.
    """

    def __init__(self, orders: Orders = PLAIN) -> None:
        self.orders = orders

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """The move doctrine asks for. Throws no dice."""
        table = view.table
        if table.push is not None:
            return _push(table.push)
        match table.step:
            case "deploy":
                return Deploy(spots=standard(table, seat))
            case "move":
                return _march(table, seat, self.orders)
            case "judo":
                return _fight(table, seat)
            case _:
                return _burst(table, seat, self.orders) or _shot(table, seat, self.orders) or DONE


def _push(pending: Pending) -> Move:
    """Into the water, or away as far as possible, where he can be shot."""
    return Drown() if pending.pool else Push(distance=pending.limit)


def _march(table: Table, seat: Seat, orders: Orders) -> Move:
    """All walks at once; then the step is over."""
    if any(man.moved for man in table.men):
        return DONE
    walks = Drill(table, seat, orders).plan()
    return March(walks=walks) if walks else DONE


def _fight(table: Table, seat: Seat) -> Move:
    """The most promising fight that is not a bad one, holders apart."""
    resting = still(table, seat)
    best, choice = -1, None
    for man, against in fights(table, seat):
        chances = odds(table, man, against)
        gain = 2 * chances.removes + chances.stuns - 2 * chances.removed - chances.stunned
        gain += AT_ANY_PRICE if ground(table.map).on_platform(table.men[against].spot) else 0
        if man not in resting and gain > best:
            best, choice = gain, Judo(man=man, against=against)
    return choice or DONE


def _burst(table: Table, seat: Seat, orders: Orders) -> Spray | None:
    """The first burst found among the men nearest to the enemy, the one that fells most."""
    for number in _shooters(table, seat):
        found = [
            (len(hit), aim)
            for aim, hit in sprays(table, number)
            if seat == MASTERMIND or _wanted(table, hit, orders)
        ]
        if found:
            most = max(found, key=lambda each: each[0])
            return Spray(man=number, aim=most[1])
    return None


def _shot(table: Table, seat: Seat, orders: Orders) -> Shoot | None:
    for number in _shooters(table, seat):
        found = [
            shot
            for shot in shots(table, number)
            if shot.sixths and (seat == MASTERMIND or _wanted(table, (shot.at,), orders))
        ]
        if found:
            best = max(found, key=lambda shot: (_value(table, shot), -shot.distance))
            return Shoot(man=best.man, at=best.at)
    return None


def volley(table: Table, seat: Seat) -> tuple[Shoot | Spray, ...]:
    """What everybody would fire by doctrine, one after the other: bursts first, then shots, each
    where it adds most to those before.
    """
    found: list[Shoot | Spray] = []
    while (burst := _burst(table, seat, PLAIN)) is not None:
        found.append(burst)
        table = spray(table, burst.man, under(table, burst.man, burst.aim))
    stands: dict[int, Fraction] = {}
    for number in _shooters(table, seat):
        open_to = [
            (stands.get(shot.at, Fraction(1)) * _value(table, shot), -shot.distance, shot)
            for shot in shots(table, number)
            if shot.sixths and (seat == MASTERMIND or _wanted(table, (shot.at,), PLAIN))
        ]
        if open_to:
            best = max(open_to, key=lambda each: each[:2])[2]
            found.append(Shoot(man=best.man, at=best.at))
            stands[best.at] = stands.get(best.at, Fraction(1)) * (1 - best.chance)
    return tuple(found)


def _shooters(table: Table, seat: Seat) -> list[int]:
    """Who may still fire, the nearest to an enemy first; holders hold their fire."""
    resting, foes = (
        still(table, seat),
        [table.men[n].spot for n in standing(table, MASTERMIND if seat == SPY else SPY)],
    )
    able = [
        n
        for n in standing(table, seat)
        if n not in resting and not table.men[n].fired and not table.men[n].stun
    ]
    gaps = {n: nearest(table.men[n].spot, foes)[0] for n in able}
    return sorted([n for n in able if gaps[n] <= 650 * 650], key=lambda n: (gaps[n], n))


def _wanted(table: Table, hit: tuple[int, ...], orders: Orders) -> bool:
    """Alive the Mastermind is worth more: he is shot only if he stands in the way, or is about to
    get away.
    """
    if BOSS not in hit:
        return True
    if orders.alive or in_the_way(table):
        return not orders.alive
    pad = ground(table.map).map.helipad.centre
    return table.missile != "ready" and nearest(table.men[BOSS].spot, [pad])[0] <= 700 * 700


def _value(table: Table, shot: Shooting) -> int:
    """Chance by target: those on the platform, guards of a captive, then leaders and the
    nearest.
    """
    worth = (
        3
        + 4 * ground(table.map).on_platform(table.men[shot.at].spot)
        + 3 * (shot.at in table.guards)
    )
    worth += 2 * (shot.at in table.holding) + (
        shot.at in (BOSS, LEADER) or ROSTER[shot.at].judo > 0
    )
    return shot.sixths * worth


DOCTRINE: Final = Doctrine()
