"""Pistol and submachine gun: ranges, lines of fire, cover and spray (S4, S9, S17)."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import IllegalMove
from engine.values import Seat, Value, changed

from .geometry import (
    RADIUS,
    TOUCHING,
    about,
    keeps_off,
    length,
    near,
    nearby,
    nearest_square,
    within,
)
from .ground import ground
from .movement import FULL, HALF, PART, SHORT
from .position import enemies, is_captive, removed, spots, standing, touched, with_man
from .roster import ROSTER
from .values import MASTERMIND, SPY

if TYPE_CHECKING:
    from engine.dice import Dice

    from .values import Spot, Table


class Range(NamedTuple):
    """A weapon's two ranges, from the shooter's centre to the target's nearest edge (S1), and the
    die each needs (S9).
    """

    near: int
    far: int


RANGES: Final = {"pistol": Range(SHORT, PART), "smg": Range(HALF, FULL)}
NEAR_NEEDS: Final = 4
FAR_NEEDS: Final = 5

POINT: Final = 50
"""The spray's triangle begins so far from the shooter's centre (S17)."""

BASE: Final = 250
"""Its far side lies so far away,"""

HALF_WIDTH: Final = 75
"""and is twice this wide."""

SPRAYED_WITHIN: Final = 312
"""No centre further from the shooter than this is under a triangle."""


class Shooting(Value):
    """An aimed shot before it is fired: distance to the target's edge, the face needed, cover, and
    the chance in sixths.
    """

    man: int
    at: int
    distance: int
    far: bool
    needs: int
    steady: bool
    """The shooter rests on a console: +1."""

    covered: bool
    """The target has one between: −1."""

    sixths: int

    @property
    def modifier(self) -> int:
        """What cover adds to the die."""
        return self.steady - self.covered

    @property
    def chance(self) -> Fraction:
        """The chance to hit."""
        return Fraction(self.sixths, 6)


def line_of_fire(table: Table, number: int, at: int) -> bool:
    """Whether the straight line between two centres is free of walls and of other figures; consoles
    do not stop it (S4).
    """
    a, b = table.men[number].spot, table.men[at].spot
    men = [man.spot for n, man in enumerate(table.men) if man.here and n not in (number, at)]
    return all(keeps_off(a, b, man, RADIUS**2) for man in near(a, b, men, RADIUS)) and ground(
        table.map
    ).sees(a, b)


def aimed(table: Table, number: int, at: int) -> Shooting | None:
    """The shot of one figure at another, by range, cover and line; None if it is out of range or
    has no line of fire.
    """
    a, b, reach = table.men[number].spot, table.men[at].spot, RANGES[ROSTER[number].weapon]
    if not within(a, b, reach.far + RADIUS) or not line_of_fire(table, number, at):
        return None
    far, floor = not within(a, b, reach.near + RADIUS), ground(table.map)
    steady, covered = floor.covered(a, b), floor.covered(b, a)
    needs = FAR_NEEDS if far else NEAR_NEEDS
    sixths = min(6, max(0, 7 - needs + steady - covered))
    return Shooting(
        man=number,
        at=at,
        distance=length(a, b) - RADIUS,
        far=far,
        needs=needs,
        steady=steady,
        covered=covered,
        sixths=sixths,
    )


def can_fire(table: Table, number: int) -> bool:
    """Whether a figure may fire at all: on the table, free, not stunned, not touched by an enemy,
    not fired yet (S9).
    """
    man = table.men[number]
    return (
        man.here
        and not man.stun
        and not man.fired
        and not is_captive(table, number)
        and not touched(table, number)
    )


def shots(table: Table, number: int) -> tuple[Shooting, ...]:
    """Every aimed shot that a figure has, by target."""
    if not can_fire(table, number):
        return ()
    reach = RANGES[ROSTER[number].weapon].far + RADIUS
    close = nearby(table.men[number].spot, spots(table, enemies(table, number)), reach)
    found = [aimed(table, number, enemy) for enemy in close]
    return tuple([each for each in found if each is not None])


def anyone_in_range(table: Table, seat: Seat) -> bool:
    """Whether any figure of the side that could fire has an enemy as near as its weapon carries."""
    men = table.men
    able = [n for n in standing(table, seat) if not men[n].stun and not men[n].fired]
    foes = spots(table, standing(table, MASTERMIND if seat == SPY else SPY))
    if able and foes:
        foes = about(foes, [men[n].spot for n in able], FULL + RADIUS)
    near_by = [spot for _, spot in foes]
    for n in able if near_by else []:
        reach = RANGES[ROSTER[n].weapon].far + RADIUS
        if TOUCHING**2 < nearest_square(men[n].spot, near_by) <= reach * reach:
            return True
    return False


def check_shooter(table: Table, seat: Seat, number: int) -> None:
    """IllegalMove unless this figure may fire now."""
    if number >= len(ROSTER) or ROSTER[number].side != seat or not table.men[number].here:
        raise IllegalMove("Choose a figure of yours that is on the table.", code="not-yours")
    man, name = table.men[number], ROSTER[number].name
    if is_captive(table, number):
        raise IllegalMove("A captive cannot shoot.", code="captive")
    if man.stun:
        raise IllegalMove(f"{name} is stunned and cannot shoot.", code="stunned")
    if man.fired:
        raise IllegalMove(f"{name} has already fired this turn.", code="fired-already")
    if touched(table, number):
        raise IllegalMove(f"{name} touches an enemy and cannot shoot.", code="touching")


def check_shot(table: Table, seat: Seat, number: int, at: int) -> Shooting:
    """The shot, if it may be fired now; else IllegalMove."""
    check_shooter(table, seat, number)
    if at >= len(ROSTER) or at not in enemies(table, number):
        raise IllegalMove(
            "Choose an enemy who is on the table. You cannot shoot at a captive.",
            code="not-an-enemy",
        )
    shot = aimed(table, number, at)
    if shot is not None:
        return shot
    spot, name = table.men[number].spot, ROSTER[at].name
    far = RANGES[ROSTER[number].weapon].far
    if not within(spot, table.men[at].spot, far + RADIUS):
        raise IllegalMove(
            f"{name} is out of range. This weapon reaches {far / 100:.2f} in.", code="out-of-range"
        )
    raise IllegalMove(
        f"There is no line of fire to {name}. A wall or a figure is in the way.", code="no-line"
    )


def shoot(table: Table, shot: Shooting, dice: Dice) -> tuple[Table, int, bool]:
    """The table after an aimed shot, the face, and whether it hit. A hit removes (S9)."""
    face = dice.die(6)
    hit = face + shot.modifier >= shot.needs
    table = _fired(table, shot.man, (shot.at,))
    return (removed(table, shot.at) if hit else table), face, hit


def _fired(table: Table, number: int, at: tuple[int, ...]) -> Table:
    """Who has fired and at whom: for the one shot a turn, the holders (S15) and the guards
    (S13).
    """
    table = with_man(table, number, changed(table.men[number], fired=True))
    holding = tuple([n for n in table.holding if n != number]) if table.holding else ()
    attacked = table.attacked
    if table.side == MASTERMIND:
        attacked = (*attacked, *[n for n in at if n in table.guards and n not in attacked])
    return changed(table, holding=holding, attacked=attacked)


# --- spray ----------------------------------------------------------------------------------------


def triangle(spot: Spot, aim: Spot) -> tuple[Spot, Spot, Spot]:
    """The spray's triangle, for drawing: its point, then the ends of its far side, to the nearest
    hundredth (S17).
    """
    dx, dy = aim[0] - spot[0], aim[1] - spot[1]
    whole = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / whole, dy / whole

    def place(along: int, across: int) -> Spot:
        return (
            round(spot[0] + along * ux - across * uy),
            round(spot[1] + along * uy + across * ux),
        )

    return place(POINT, 0), place(BASE, HALF_WIDTH), place(BASE, -HALF_WIDTH)


def is_under(spot: Spot, aim: Spot, other: Spot) -> bool:
    """Whether the triangle from `spot` towards `aim` overlaps the disc on `other` (S17)."""
    dx, dy = aim[0] - spot[0], aim[1] - spot[1]
    px, py = other[0] - spot[0], other[1] - spot[1]
    whole = (dx * dx + dy * dy) ** 0.5
    return _depth((px * dx + py * dy) / whole, abs(dx * py - dy * px) / whole) < RADIUS


def _depth(along: float, across: float) -> float:
    """The distance from the triangle of a place so far ahead and so far aside."""
    if along >= BASE:
        return hypot(along - BASE, max(0.0, across - HALF_WIDTH))
    run, slope = BASE - POINT, (BASE - POINT) ** 2 + HALF_WIDTH**2
    ahead_of_point = along - POINT
    if ahead_of_point * HALF_WIDTH >= across * run:
        return 0.0
    share = min(1.0, max(0.0, (ahead_of_point * run + across * HALF_WIDTH) / slope))
    return hypot(ahead_of_point - share * run, across - share * HALF_WIDTH)


def under(table: Table, number: int, aim: Spot) -> tuple[int, ...]:
    """Everybody under the triangle, friend, enemy or captive, whom no wall hides from the shooter
    (S17).
    """
    spot, floor = table.men[number].spot, ground(table.map)
    here = [(n, man.spot) for n, man in enumerate(table.men) if man.here and n != number]
    close = nearby(spot, here, SPRAYED_WITHIN)
    return tuple(
        [
            n
            for n in close
            if is_under(spot, aim, table.men[n].spot) and floor.sees(spot, table.men[n].spot)
        ]
    )


def sprays(table: Table, number: int) -> tuple[tuple[Spot, tuple[int, ...]], ...]:
    """Bursts straight at each near enemy that may be fired, and whom each removes; other aims may
    be open too.
    """
    if ROSTER[number].weapon != "smg" or not table.men[number].here:
        return ()
    spot, men = table.men[number].spot, table.men
    foes = nearby(spot, spots(table, enemies(table, number)), SPRAYED_WITHIN)
    if not foes or not can_fire(table, number):
        return ()
    found = [(men[foe].spot, under(table, number, men[foe].spot)) for foe in foes]
    return tuple([(aim, hit) for aim, hit in found if hit and all(n in foes for n in hit)])


def check_spray(table: Table, seat: Seat, number: int, aim: Spot) -> tuple[int, ...]:
    """Whom the burst removes, if it may be fired now; else IllegalMove."""
    check_shooter(table, seat, number)
    if ROSTER[number].weapon != "smg":
        raise IllegalMove("Only a submachine gun can spray.", code="no-spray")
    if aim == table.men[number].spot:
        raise IllegalMove("Aim at a place other than the shooter's own.", code="no-aim")
    hit, foes = under(table, number, aim), enemies(table, number)
    if not hit:
        raise IllegalMove("This spray would not hit anyone.", code="nobody-under")
    for n in hit:
        if n not in foes:
            raise IllegalMove(
                f"{ROSTER[n].name} would be hit by that spray. Aim a shot instead.",
                code="friend-under",
            )
    return hit


def spray(table: Table, number: int, hit: tuple[int, ...]) -> Table:
    """The table after a burst: everybody hit is removed (S17)."""
    table = _fired(table, number, hit)
    for n in hit:
        table = removed(table, n)
    return table
