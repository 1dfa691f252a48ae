"""A bot that plays both sides by doctrine.

The bot has no memory, so it always makes the same move in the same position.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.dice import Dice
from engine.values import Seat
from minigames.shambattle.rules.fire import Shooting, figures_under, fire_burst, shots_of, sprays_of
from minigames.shambattle.rules.geometry import nearest_point
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.judo import fight_odds, possible_fights
from minigames.shambattle.rules.position import figures_on_table
from minigames.shambattle.rules.roster import BOSS, LEADER, ROSTER
from minigames.shambattle.rules.turns import standard_deployment
from minigames.shambattle.rules.values import (
    MASTERMIND,
    SPY,
    Deploy,
    Done,
    Drown,
    Judo,
    March,
    Move,
    Pending,
    Push,
    Shoot,
    Spray,
    Table,
    View,
)

from .manoeuvres import (
    PLAIN_ORDERS,
    MovementPlanner,
    Orders,
    figures_keeping_still,
    is_mastermind_in_the_way,
)

END_STEP: Final = Done()
PLATFORM_BONUS: Final = 100
"""Bonus for fights against figures on the platform.

Such figures must be thrown off at any odds, because a figure in contact with an enemy cannot shoot.
"""


class Doctrine:
    """A bot that plays by doctrine.

    Guards hold the platform and strike at intruders. Commandos gather, charge together, hold still,
    and escort the captive.
    """

    def __init__(self, orders: Orders = PLAIN_ORDERS) -> None:
        self.orders = orders

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """Return the move by doctrine, which does not depend on the dice."""
        table = view.table
        if table.push is not None:
            return _push(table.push)
        match table.step:
            case "deploy":
                return Deploy(spots=standard_deployment(table, seat))
            case "move":
                return _march(table, seat, self.orders)
            case "judo":
                return _fight(table, seat)
            case _:
                return (
                    _burst(table, seat, self.orders) or _shot(table, seat, self.orders) or END_STEP
                )


def _push(pending: Pending) -> Move:
    """Push the loser into the pool if possible, otherwise as far as possible.

    After a long push, friends can shoot at the loser.
    """
    return Drown() if pending.pool else Push(distance=pending.limit)


def _march(table: Table, seat: Seat, orders: Orders) -> Move:
    """Return all walks as one march. If nobody walks, end the step."""
    if any(man.moved for man in table.men):
        return END_STEP
    walks = MovementPlanner(table, seat, orders).plan()
    return March(walks=walks) if walks else END_STEP


def _fight(table: Table, seat: Seat) -> Move:
    """Return the most promising fight, or end the step if no fight has good odds.

    Figures that hold the platform do not fight.
    """
    keeping_still = figures_keeping_still(table, seat)
    best, choice = -1, None
    for man, defender in possible_fights(table, seat):
        chances = fight_odds(table, man, defender)
        gain = 2 * chances.removes + chances.stuns - 2 * chances.removed - chances.stunned
        gain += PLATFORM_BONUS if ground(table.map).is_on_platform(table.men[defender].spot) else 0
        if man not in keeping_still and gain > best:
            best, choice = gain, Judo(man=man, against=defender)
    return choice or END_STEP


def _burst(table: Table, seat: Seat, orders: Orders) -> Spray | None:
    """Return the best burst of the first figure that has one.

    The figures nearest to an enemy come first.
    """
    for number in _shooters(table, seat):
        bursts = [
            (len(hit), aim)
            for aim, hit in sprays_of(table, number)
            if seat == MASTERMIND or _should_shoot_at(table, hit, orders)
        ]
        if bursts:
            best = max(bursts, key=lambda burst: burst[0])
            return Spray(man=number, aim=best[1])
    return None


def _shot(table: Table, seat: Seat, orders: Orders) -> Shoot | None:
    for number in _shooters(table, seat):
        possible = [
            shot
            for shot in shots_of(table, number)
            if shot.sixths and (seat == MASTERMIND or _should_shoot_at(table, (shot.at,), orders))
        ]
        if possible:
            best = max(possible, key=lambda shot: (_value(table, shot), -shot.distance))
            return Shoot(man=best.man, at=best.at)
    return None


def doctrine_volley(table: Table, seat: Seat) -> tuple[Shoot | Spray, ...]:
    """Return all shots by doctrine in firing order: first bursts, then the most useful shots."""
    fire: list[Shoot | Spray] = []
    while (burst := _burst(table, seat, PLAIN_ORDERS)) is not None:
        fire.append(burst)
        table = fire_burst(table, burst.man, figures_under(table, burst.man, burst.aim))
    survival_chances: dict[int, Fraction] = {}
    for number in _shooters(table, seat):
        candidates = [
            (survival_chances.get(shot.at, Fraction(1)) * _value(table, shot), -shot.distance, shot)
            for shot in shots_of(table, number)
            if shot.sixths
            and (seat == MASTERMIND or _should_shoot_at(table, (shot.at,), PLAIN_ORDERS))
        ]
        if candidates:
            best = max(candidates, key=lambda row: row[:2])[2]
            fire.append(Shoot(man=best.man, at=best.at))
            survival_chances[best.at] = survival_chances.get(best.at, Fraction(1)) * (
                1 - best.chance
            )
    return tuple(fire)


def _shooters(table: Table, seat: Seat) -> list[int]:
    """Return the figures that can still fire, the nearest to an enemy first.

    Figures that hold the platform do not fire.
    """
    keeping_still, enemy_spots = (
        figures_keeping_still(table, seat),
        [table.men[n].spot for n in figures_on_table(table, MASTERMIND if seat == SPY else SPY)],
    )
    ready = [
        n
        for n in figures_on_table(table, seat)
        if n not in keeping_still and not table.men[n].fired and not table.men[n].stun
    ]
    distances = {n: nearest_point(table.men[n].spot, enemy_spots)[0] for n in ready}
    return sorted([n for n in ready if distances[n] <= 650 * 650], key=lambda n: (distances[n], n))


def _should_shoot_at(table: Table, hit: tuple[int, ...], orders: Orders) -> bool:
    """Return whether to fire at these figures.

    The answer depends only on the Mastermind, who is worth more alive. If he is among the figures,
    fire only if he is in the way or about to escape.
    """
    if BOSS not in hit:
        return True
    if orders.take_alive or is_mastermind_in_the_way(table):
        return not orders.take_alive
    pad = ground(table.map).map.helipad.centre
    return table.missile != "ready" and nearest_point(table.men[BOSS].spot, [pad])[0] <= 700 * 700


def _value(table: Table, shot: Shooting) -> int:
    """Return a shot's value, which increases with its chance to hit.

    Enemies on the platform, guards of a captive, and leaders are worth more.
    """
    weight = (
        3
        + 4 * ground(table.map).is_on_platform(table.men[shot.at].spot)
        + 3 * (shot.at in table.guards)
    )
    weight += 2 * (shot.at in table.holding) + (
        shot.at in (BOSS, LEADER) or ROSTER[shot.at].judo > 0
    )
    return shot.sixths * weight


DOCTRINE: Final = Doctrine()
