"""Pistols and submachine guns: ranges, lines of fire, cover and spray (S4, S9, S17)."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Final, NamedTuple

from engine.dice import Dice
from engine.game import IllegalMove
from engine.values import Seat, Value, changed

from .geometry import (
    RADIUS,
    TOUCHING,
    is_within,
    keeps_distance,
    length,
    near_box,
    near_segment,
    nearest_square,
    numbers_within,
)
from .ground import ground
from .movement import FULL_MOVE, HALF_MOVE, PART_MOVE, SHORT_MOVE
from .position import (
    enemies,
    enemies_touched,
    figures_on_table,
    is_captive,
    places_of,
    with_man,
    without_man,
)
from .roster import ROSTER
from .values import MASTERMIND, SPY, Spot, Table


class Range(NamedTuple):
    """A weapon's two ranges, from the shooter's centre to the target's nearest edge (S1)."""

    near: int
    far: int


RANGES: Final = {"pistol": Range(SHORT_MOVE, PART_MOVE), "smg": Range(HALF_MOVE, FULL_MOVE)}
NEAR_NEEDS: Final = 4
FAR_NEEDS: Final = 5

SPRAY_START: Final = 50
"""Distance from the shooter's centre to the tip of the spray's triangle (S17)."""

SPRAY_END: Final = 250
"""Distance from the shooter's centre to the far side of the triangle."""

SPRAY_HALF_WIDTH: Final = 75
"""Half the length of the triangle's far side."""

SPRAY_REACH: Final = 312
"""Maximum distance between the centres of the shooter and of a figure under the triangle."""


class Shooting(Value):
    """A possible aimed shot: the distance to the target's edge, the face needed, and cover.

    `sixths` is the chance to hit, in sixths.
    """

    man: int
    at: int
    distance: int
    far: bool
    needs: int
    steady: bool
    """Whether the shooter steadies the gun on a console, which adds 1."""

    covered: bool
    """Whether a console covers the target, which subtracts 1."""

    sixths: int

    @property
    def modifier(self) -> int:
        """Return the modifier of the die that results from consoles."""
        return self.steady - self.covered

    @property
    def chance(self) -> Fraction:
        """Return the chance to hit."""
        return Fraction(self.sixths, 6)


def has_line_of_fire(table: Table, number: int, target: int) -> bool:
    """Return whether no walls or other figures block the line between two centres (S4).

    Consoles do not block the line.
    """
    a, b = table.men[number].spot, table.men[target].spot
    men = [man.spot for n, man in enumerate(table.men) if man.here and n not in (number, target)]
    return all(
        keeps_distance(a, b, man, RADIUS**2) for man in near_segment(a, b, men, RADIUS)
    ) and ground(table.map).has_sight(a, b)


def find_shot(table: Table, number: int, target: int) -> Shooting | None:
    """Return a figure's shot at another figure.

    Return None if the target is out of range or there is no line of fire.
    """
    a, b, reach = table.men[number].spot, table.men[target].spot, RANGES[ROSTER[number].weapon]
    if not is_within(a, b, reach.far + RADIUS) or not has_line_of_fire(table, number, target):
        return None
    is_far, floor = not is_within(a, b, reach.near + RADIUS), ground(table.map)
    is_steady, is_covered = floor.is_covered(a, b), floor.is_covered(b, a)
    needs = FAR_NEEDS if is_far else NEAR_NEEDS
    sixths = min(6, max(0, 7 - needs + is_steady - is_covered))
    return Shooting(
        man=number,
        at=target,
        distance=length(a, b) - RADIUS,
        far=is_far,
        needs=needs,
        steady=is_steady,
        covered=is_covered,
        sixths=sixths,
    )


def can_fire(table: Table, number: int) -> bool:
    """Return whether a figure can fire (S9).

    The figure must be on the table, free and not stunned. A figure that has fired this turn, or
    that an enemy touches, cannot fire.
    """
    man = table.men[number]
    return (
        man.here
        and not man.stun
        and not man.fired
        and not is_captive(table, number)
        and not enemies_touched(table, number)
    )


def shots_of(table: Table, number: int) -> tuple[Shooting, ...]:
    """Return all aimed shots of a figure, ordered by target."""
    if not can_fire(table, number):
        return ()
    reach = RANGES[ROSTER[number].weapon].far + RADIUS
    in_reach = numbers_within(
        table.men[number].spot, places_of(table, enemies(table, number)), reach
    )
    possible = [find_shot(table, number, enemy) for enemy in in_reach]
    return tuple([shot for shot in possible if shot is not None])


def anyone_in_range(table: Table, seat: Seat) -> bool:
    """Return whether any figure of the side can fire and has an enemy within range."""
    men = table.men
    shooters = [n for n in figures_on_table(table, seat) if not men[n].stun and not men[n].fired]
    enemy_spots = places_of(table, figures_on_table(table, MASTERMIND if seat == SPY else SPY))
    if shooters and enemy_spots:
        enemy_spots = near_box(enemy_spots, [men[n].spot for n in shooters], FULL_MOVE + RADIUS)
    near_spots = [spot for _, spot in enemy_spots]
    for n in shooters if near_spots else []:
        reach = RANGES[ROSTER[n].weapon].far + RADIUS
        if TOUCHING**2 < nearest_square(men[n].spot, near_spots) <= reach * reach:
            return True
    return False


def check_shooter(table: Table, seat: Seat, number: int) -> None:
    """Raise IllegalMove unless this figure can fire now."""
    if number >= len(ROSTER) or ROSTER[number].side != seat or not table.men[number].here:
        raise IllegalMove("Choose one of your own figures on the table.", code="not-yours")
    man, name = table.men[number], ROSTER[number].name
    if is_captive(table, number):
        raise IllegalMove("A captive cannot shoot.", code="captive")
    if man.stun:
        raise IllegalMove(f"{name} is stunned and cannot shoot.", code="stunned")
    if man.fired:
        raise IllegalMove(f"{name} has already fired this turn.", code="fired-already")
    if enemies_touched(table, number):
        raise IllegalMove(f"{name} touches an enemy and cannot shoot.", code="touching")


def check_shot(table: Table, seat: Seat, number: int, target: int) -> Shooting:
    """Return this shot. Raise IllegalMove if it is not possible now."""
    check_shooter(table, seat, number)
    if target >= len(ROSTER) or target not in enemies(table, number):
        raise IllegalMove(
            "Choose an enemy who is on the table. You cannot shoot at a captive.",
            code="not-an-enemy",
        )
    shot = find_shot(table, number, target)
    if shot is not None:
        return shot
    spot, name = table.men[number].spot, ROSTER[target].name
    far = RANGES[ROSTER[number].weapon].far
    if not is_within(spot, table.men[target].spot, far + RADIUS):
        raise IllegalMove(
            f"{name} is out of range. This weapon reaches {far / 100:.2f} in.", code="out-of-range"
        )
    raise IllegalMove(
        f"There is no line of fire to {name}. A wall or a figure is in the way.", code="no-line"
    )


def fire_shot(table: Table, shot: Shooting, dice: Dice) -> tuple[Table, int, bool]:
    """Fire an aimed shot. A hit removes the target (S9).

    Return the resulting table, the face, and whether the shot hit.
    """
    face = dice.die(6)
    is_hit = face + shot.modifier >= shot.needs
    table = _record_fire(table, shot.man, (shot.at,))
    return (without_man(table, shot.at) if is_hit else table), face, is_hit


def _record_fire(table: Table, number: int, targets: tuple[int, ...]) -> Table:
    """Record who has fired, and at whom.

    A figure can fire only once a turn. Firing also affects holders (S15) and guards (S13).
    """
    table = with_man(table, number, changed(table.men[number], fired=True))
    holding = tuple([n for n in table.holding if n != number]) if table.holding else ()
    attacked = table.attacked
    if table.side == MASTERMIND:
        attacked = (*attacked, *[n for n in targets if n in table.guards and n not in attacked])
    return changed(table, holding=holding, attacked=attacked)


# --- spray ----------------------------------------------------------------------------------------


def triangle(spot: Spot, aim: Spot) -> tuple[Spot, Spot, Spot]:
    """Return the corners of the spray's triangle for drawing: its tip, then its far side (S17)."""
    dx, dy = aim[0] - spot[0], aim[1] - spot[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length

    def place(forward: int, sideways: int) -> Spot:
        return (
            round(spot[0] + forward * ux - sideways * uy),
            round(spot[1] + forward * uy + sideways * ux),
        )

    return (
        place(SPRAY_START, 0),
        place(SPRAY_END, SPRAY_HALF_WIDTH),
        place(SPRAY_END, -SPRAY_HALF_WIDTH),
    )


def is_under(spot: Spot, aim: Spot, other: Spot) -> bool:
    """Return whether the triangle from `spot` towards `aim` overlaps the disc at `other` (S17)."""
    dx, dy = aim[0] - spot[0], aim[1] - spot[1]
    px, py = other[0] - spot[0], other[1] - spot[1]
    length = (dx * dx + dy * dy) ** 0.5
    return (
        _distance_from_triangle((px * dx + py * dy) / length, abs(dx * py - dy * px) / length)
        < RADIUS
    )


def _distance_from_triangle(forward: float, sideways: float) -> float:
    """Return the distance between the triangle and a place.

    `forward` and `sideways` are the place's coordinates as seen from the shooter.
    """
    if forward >= SPRAY_END:
        return hypot(forward - SPRAY_END, max(0.0, sideways - SPRAY_HALF_WIDTH))
    depth, edge_squared = (
        SPRAY_END - SPRAY_START,
        (SPRAY_END - SPRAY_START) ** 2 + SPRAY_HALF_WIDTH**2,
    )
    beyond_start = forward - SPRAY_START
    if beyond_start * SPRAY_HALF_WIDTH >= sideways * depth:
        return 0.0
    fraction = min(
        1.0, max(0.0, (beyond_start * depth + sideways * SPRAY_HALF_WIDTH) / edge_squared)
    )
    return hypot(beyond_start - fraction * depth, sideways - fraction * SPRAY_HALF_WIDTH)


def figures_under(table: Table, number: int, aim: Spot) -> tuple[int, ...]:
    """Return all figures under the triangle that are not behind a wall (S17).

    These can be friends, enemies and captives.
    """
    spot, floor = table.men[number].spot, ground(table.map)
    others = [(n, man.spot) for n, man in enumerate(table.men) if man.here and n != number]
    in_reach = numbers_within(spot, others, SPRAY_REACH)
    return tuple(
        [
            n
            for n in in_reach
            if is_under(spot, aim, table.men[n].spot) and floor.has_sight(spot, table.men[n].spot)
        ]
    )


def sprays_of(table: Table, number: int) -> tuple[tuple[Spot, tuple[int, ...]], ...]:
    """Return the allowed bursts straight at near enemies, each with the figures that it removes.

    Bursts in other directions can also be allowed.
    """
    if ROSTER[number].weapon != "smg" or not table.men[number].here:
        return ()
    spot, men = table.men[number].spot, table.men
    near_enemies = numbers_within(spot, places_of(table, enemies(table, number)), SPRAY_REACH)
    if not near_enemies or not can_fire(table, number):
        return ()
    bursts = [
        (men[enemy].spot, figures_under(table, number, men[enemy].spot)) for enemy in near_enemies
    ]
    return tuple([(aim, hit) for aim, hit in bursts if hit and all(n in near_enemies for n in hit)])


def check_spray(table: Table, seat: Seat, number: int, aim: Spot) -> tuple[int, ...]:
    """Return the figures that this burst removes. Raise IllegalMove if it is not possible now."""
    check_shooter(table, seat, number)
    if ROSTER[number].weapon != "smg":
        raise IllegalMove("Only a submachine gun can spray.", code="no-spray")
    if aim == table.men[number].spot:
        raise IllegalMove("Aim at a place other than the shooter's own.", code="no-aim")
    hit, enemy_numbers = figures_under(table, number, aim), enemies(table, number)
    if not hit:
        raise IllegalMove("This spray would not hit anyone.", code="nobody-under")
    for n in hit:
        if n not in enemy_numbers:
            raise IllegalMove(
                f"{ROSTER[n].name} would be hit by that spray. Aim a shot instead.",
                code="friend-under",
            )
    return hit


def fire_burst(table: Table, number: int, hit: tuple[int, ...]) -> Table:
    """Return the table after a burst, without the figures it hit (S17)."""
    table = _record_fire(table, number, hit)
    for n in hit:
        table = without_man(table, n)
    return table
