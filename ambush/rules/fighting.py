"""Computations for attacks (P6, P7, P9, P10, P16, P18)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from campaign.house_rules.rules.tables import BLADE
from campaign.ledger.rules.gear import GEAR, UNARMED, Gear, Packed, Weapon, protection_of
from campaign.roster.rules.spies import MIN_CONSCIOUS_DP, WOUND_MODIFIER

from .ground import squared_distance
from .numbers import Numbers
from .terrain import NEIGHBOUR, Terrain, crossed_squares
from .values import Cloud, Man, Part


def squared(squares: int) -> int:
    """Return a squared reach. A reach of one includes all eight neighbours (P9, P18)."""
    return NEIGHBOUR if squares == 1 else squares * squares


def _reach(key: str) -> int:
    grenade = GEAR[key].grenade
    return squared(grenade.reach) if grenade else 0


SQUARED_CLOUD_REACH: Final = _reach("smoke_grenade")
"""Squared reach of smoke and gas, whose reach is 4 squares (P18)."""
SQUARED_FIRE_REACH: Final = _reach("flaming_oil_grenade")
"""Squared reach of burning oil, which covers a square and its eight neighbours."""
LAST_UNAIMED_PHASE: Final = 2
"""Last phase in which shots are not aimed yet (P39)."""
COMBINATIONS_OF_2D6: Final = tuple([6 - abs(total - 7) for total in range(13)])


# --- fighters -------------------------------------------------------------------------------------


def dp_left(man: Man) -> int:
    """Return the number of DP that a fighter has left."""
    return man.who.dp - man.hits


def is_down(man: Man) -> bool:
    """Return whether a fighter is down: unconscious at 1 DP, or dead at 0 or less (E12)."""
    return man.who.dp - man.hits < MIN_CONSCIOUS_DP


def is_wounded(man: Man) -> bool:
    """Return whether a fighter has lost any DP, which causes -2 on every roll."""
    return man.who.dp - man.hits < man.who.full_dp


def armour_left(man: Man) -> int:
    """Return the number of armour points that a fighter has left."""
    return man.who.armour - man.armour_lost


def count_pieces(packed: tuple[Packed, ...], key: str) -> int:
    """Count the pieces of one kind of gear."""
    for item in packed:
        if item.gear == key:
            return item.count
    return 0


def add_pieces(packed: tuple[Packed, ...], key: str, number: int) -> tuple[Packed, ...]:
    """Return the gear after adding `number` pieces of one kind."""
    new_count = count_pieces(packed, key) + number
    others = tuple([item for item in packed if item.gear != key])
    return (*others, Packed(gear=key, count=new_count)) if new_count > 0 else others


def pieces_left(man: Man, key: str) -> int:
    """Return how many pieces of one kind of gear a fighter has left."""
    return _pieces_left(man.who.kit.items, man.spent, key)


def _pieces_left(kit: tuple[Packed, ...], spent: tuple[Packed, ...], key: str) -> int:
    return sum([item.count for item in kit if item.gear == key]) - count_pieces(spent, key)


def rounds_left(man: Man, gear: Gear) -> int:
    """Return the number of rounds in the magazine of a carried weapon."""
    return _rounds_left(man.fired, gear)


def _rounds_left(fired: tuple[Packed, ...], gear: Gear) -> int:
    return gear.weapon.shots - count_pieces(fired, gear.key) if gear.weapon else 0


def spare_clips(man: Man, gear: Gear) -> int:
    """Return the number of spare clips for a weapon."""
    return _spare_clips(man.who.kit.items, man.spent, gear)


def _spare_clips(kit: tuple[Packed, ...], spent: tuple[Packed, ...], gear: Gear) -> int:
    return _pieces_left(kit, spent, gear.weapon.clip) if gear.weapon and gear.weapon.clip else 0


def guns(man: Man) -> tuple[Gear, ...]:
    """Return the firearms that a fighter has left, in the order of the kit."""
    return _guns(man.who.kit.items, man.spent)


def _guns(kit: tuple[Packed, ...], spent: tuple[Packed, ...]) -> tuple[Gear, ...]:
    kit_gear = [GEAR[item.gear] for item in kit]
    return tuple(
        [
            gear
            for gear in kit_gear
            if gear.weapon and not gear.weapon.melee and _pieces_left(kit, spent, gear.key) > 0
        ]
    )


def grenades(man: Man) -> tuple[Gear, ...]:
    """Return the grenades that a fighter has left. Each kind appears once."""
    return tuple(
        [
            gear
            for item in man.who.kit.items
            if (gear := GEAR[item.gear]).grenade and pieces_left(man, gear.key) > 0
        ]
    )


def knife(man: Man) -> Gear | None:
    """Return a blade that the fighter carries, or None."""
    for item in man.who.kit.items:
        gear = GEAR[item.gear]
        if gear.weapon is not None and gear.weapon.melee:
            return gear
    return None


def mean_damage(gear: Gear) -> int:
    """Return twice the average damage of one use of this gear."""
    weapon = gear.weapon
    if weapon is None:
        return 0
    return weapon.barrels * (7 if weapon.fires_grenades else 7 * weapon.dice + 2 * weapon.add)


def best_gun(man: Man) -> Gear | None:
    """Return the most damaging firearm that can be fired or reloaded, or None."""
    return _best_gun(man.who.kit.items, man.spent, man.fired)


@lru_cache(maxsize=1024)
def _best_gun(
    kit: tuple[Packed, ...], spent: tuple[Packed, ...], fired: tuple[Packed, ...]
) -> Gear | None:
    """Return the best gun.

    The result is cached because it is needed every turn and seldom changes.
    """
    loaded = [
        gun
        for gun in _guns(kit, spent)
        if _rounds_left(fired, gun) > 0 or _spare_clips(kit, spent, gun) > 0
    ]
    return max(loaded, key=lambda gun: (mean_damage(gun), -gun.cost), default=None)


# --- rolls ----------------------------------------------------------------------------------------


def succeeds(total: int, target_number: int, numbers: Numbers) -> bool:
    """Return whether a roll reaches the target number. 2 always misses and 12 always hits (P6)."""
    return total >= numbers.always_hits or (
        total > numbers.always_misses and total >= target_number
    )


def hit_chance(target_number: int, numbers: Numbers) -> Fraction:
    """Return the exact chance that 2d6 reach the target number.

    Automatic misses and hits are included.
    """
    return Fraction(
        sum(
            [
                COMBINATIONS_OF_2D6[total]
                for total in range(2, 13)
                if succeeds(total, target_number, numbers)
            ]
        ),
        36,
    )


def handicaps(man: Man, gassed: bool, numbers: Numbers) -> list[Part]:
    """Return the modifiers that apply to every roll: wounds (E12) and tear gas (P18)."""
    parts = []
    if is_wounded(man):
        parts.append(Part(name="wounded", value=WOUND_MODIFIER))
    if gassed:
        parts.append(Part(name="tear gas", value=numbers.gassed))
    return parts


def fire_parts(
    man: Man,
    distance: int,
    numbers: Numbers,
    *,
    at_man: bool,
    target_still: bool,
    cover: bool,
    gassed: bool,
    poor_light: bool,
    phase: int = 1,
) -> tuple[Part, ...]:
    """Return the named modifiers of a shot or throw at a squared `distance` (P6, P16).

    A target square has no size and does not move (P23). Shots in later phases are aimed (P39).
    """
    level = man.who.skills.handgunner
    parts = [Part(name="handgunner", value=level)] if level else []
    if at_man:
        parts.append(Part(name="on foot", value=numbers.pedestrian))
    if distance <= numbers.point_blank_squares**2:
        parts.append(Part(name="within an inch", value=numbers.point_blank))
    elif distance >= numbers.range_step**2:
        steps = sum(
            [
                distance >= (numbers.range_step * step) ** 2
                for step in range(1, numbers.range_steps + 1)
            ]
        )
        parts.append(Part(name="range", value=-steps))
    if at_man and target_still:
        parts.append(Part(name="target not moving", value=numbers.still_target))
    if not man.moved:
        parts.append(Part(name="not moving", value=numbers.still_firer))
        if man.crouched:
            parts.append(Part(name="braced", value=numbers.braced))
        if aim_bonus := numbers.aimed * max(0, phase - LAST_UNAIMED_PHASE):
            parts.append(Part(name="aimed", value=aim_bonus))
    if at_man and cover:
        parts.append(Part(name="cover", value=numbers.cover))
    if poor_light:
        parts.append(Part(name="poor light", value=numbers.poor_light))
    return (*parts, *handicaps(man, gassed, numbers))


def limit_parts(
    parts: tuple[Part, ...], to_hit: int, distance: int, numbers: Numbers
) -> tuple[Part, ...]:
    """Return the modifiers of a shot. Beyond an inch, the chance to hit is limited (P40)."""
    excess = to_hit - sum([part.value for part in parts]) - numbers.surest
    if excess >= 0 or distance <= numbers.point_blank_squares**2:
        return parts
    return (*parts, Part(name="maximum chance", value=excess))


def blow_parts(man: Man, weapon: Weapon, gassed: bool, numbers: Numbers) -> tuple[Part, ...]:
    """Return the modifiers of a blow: skill, wounds and gas. Range and size do not matter (P9)."""
    blade = weapon.skill == BLADE
    level = man.who.skills.blade if blade else man.who.skills.martial_arts
    parts = [Part(name="blade" if blade else "martial arts", value=level)] if level else []
    return (*parts, *handicaps(man, gassed, numbers))


def blow_bonus(man: Man, weapon: Weapon, numbers: Numbers) -> int:
    """Return the damage bonus of the bare hand (P9).

    The bonus is +1 for every second level, and -1 below base.
    """
    if weapon.skill == BLADE:
        return 0
    level = man.who.skills.martial_arts
    return numbers.below_base_blow if level < 0 else level // 2


def weapon_of(key: str) -> Weapon:
    """Return the weapon with this key, or the bare hand for "". Raise KeyError for other gear."""
    weapon = GEAR[key].weapon if key else UNARMED
    if weapon is None:
        raise KeyError(key)
    return weapon


def is_gassed(man: Man, clouds: tuple[Cloud, ...], terrain: Terrain) -> bool:
    """Return whether a fighter is in a cloud of tear gas without a mask (P18)."""
    if not clouds:
        return False
    is_in_cloud = any(
        cloud.kind == "gas" and man.at in terrain.burst_squares(cloud.at, SQUARED_CLOUD_REACH)
        for cloud in clouds
    )
    return is_in_cloud and not protection_of(man.who.kit.items).gas_proof


def smoky_squares(clouds: tuple[Cloud, ...], terrain: Terrain) -> frozenset[int]:
    """Return the squares that are full of smoke."""
    squares: frozenset[int] = frozenset()
    for cloud in clouds:
        if cloud.kind == "smoke":
            squares |= terrain.burst_squares(cloud.at, SQUARED_CLOUD_REACH)
    return squares


def burning_squares(
    clouds: tuple[Cloud, ...], terrain: Terrain
) -> tuple[tuple[frozenset[int], Cloud], ...]:
    """Return the burning squares of each fire."""
    return tuple(
        [
            (terrain.burst_squares(cloud.at, SQUARED_FIRE_REACH), cloud)
            for cloud in clouds
            if cloud.kind == "fire"
        ]
    )


def are_in_sight(terrain: Terrain, smoke: frozenset[int], fighter: Man, enemy: Man) -> bool:
    """Return whether two fighters can see each other."""
    return are_squares_in_sight(
        terrain, smoke, fighter.at, enemy.at, fighter.crouched, enemy.crouched
    )


def are_squares_in_sight(
    terrain: Terrain,
    smoke: frozenset[int],
    square: int,
    other_square: int,
    one_crouches: bool,
    other_crouches: bool,
) -> bool:
    """Return whether fighters in two squares can see each other (P5).

    Neither an obstacle nor smoke may block the line, and neither fighter may crouch right behind
    cover. Smoke does not hide neighbours (ours: P21).
    """
    line = terrain.line_of_sight(square, other_square)
    if line is None:
        return False
    if line and (
        (one_crouches and terrain.hides_crouching(line, square))
        or (other_crouches and terrain.hides_crouching(line, other_square))
    ):
        return False
    return not smoke or not _is_smoke_between(smoke, square, other_square)


def _is_smoke_between(smoke: frozenset[int], square: int, other_square: int) -> bool:
    if squared_distance(square, other_square) <= NEIGHBOUR:
        return False
    return square in smoke or any(
        len(squares) == 1 and squares[0] in smoke
        for squares in crossed_squares(square, other_square)
    )


LAUNCHER_GRENADE: Final = "explosive_grenade"
"""The kind of grenade that a launcher fires."""


def throw_range(gear: Gear) -> tuple[int, int]:
    """Return the range (in squares) and the target number of a grenade or launcher (P7, P18)."""
    if gear.grenade:
        return gear.grenade.thrown, gear.grenade.to_hit
    weapon = weapon_of(gear.key)
    return weapon.reach, weapon.to_hit
