"""The arithmetic of an attack (P6, P7, P9, P10, P16, P18): modifiers by name, what is needed, the
chance, the harm.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from campaign.league.rules.tables import BLADE
from campaign.ledger.rules.gear import GEAR, UNARMED, Gear, Packed, Weapon, worn
from espionage.rules.files import CONSCIOUS, WOUNDED

from .ground import apart
from .terrain import NEIGHBOUR, crossings
from .values import Cloud, Man, Part

if TYPE_CHECKING:
    from .numbers import Numbers
    from .terrain import Terrain


def squared(squares: int) -> int:
    """The squared reach of so many squares; one square is all eight neighbours (P9, P18)."""
    return NEIGHBOUR if squares == 1 else squares * squares


def _reach(key: str) -> int:
    grenade = GEAR[key].grenade
    return squared(grenade.reach) if grenade else 0


CLOUD: Final = _reach("smoke_grenade")
"""Squared reach of smoke and gas: 4 squares (P18)."""
FLAMES: Final = _reach("flaming_oil_grenade")
"""Squared reach of burning oil: its square and the eight neighbours."""
UNAIMED: Final = 2
"""A shot in the first two phases is not aimed (P39)."""
WAYS_OF_2D6: Final = tuple([6 - abs(total - 7) for total in range(13)])


# --- a man ----------------------------------------------------------------------------------------


def dp(man: Man) -> int:
    """DP left."""
    return man.who.dp - man.hits


def down(man: Man) -> bool:
    """E12: unconscious at 1 DP, dead at 0 or less."""
    return man.who.dp - man.hits < CONSCIOUS


def wounded(man: Man) -> bool:
    """Any DP missing: -2 on every roll."""
    return man.who.dp - man.hits < man.who.full_dp


def armour(man: Man) -> int:
    """Points of armour left."""
    return man.who.armour - man.armour_lost


def count(packed: tuple[Packed, ...], key: str) -> int:
    """How many pieces of one kind."""
    for item in packed:
        if item.gear == key:
            return item.count
    return 0


def add(packed: tuple[Packed, ...], key: str, more: int) -> tuple[Packed, ...]:
    """The same pieces, and so many more of one kind."""
    now = count(packed, key) + more
    rest = tuple([item for item in packed if item.gear != key])
    return (*rest, Packed(gear=key, count=now)) if now > 0 else rest


def left(man: Man, key: str) -> int:
    """Pieces of one kind of gear that he still has."""
    return _left(man.who.kit.items, man.spent, key)


def _left(kit: tuple[Packed, ...], spent: tuple[Packed, ...], key: str) -> int:
    return sum([item.count for item in kit if item.gear == key]) - count(spent, key)


def rounds(man: Man, gear: Gear) -> int:
    """Rounds in the magazine of a weapon that he carries."""
    return _rounds(man.fired, gear)


def _rounds(fired: tuple[Packed, ...], gear: Gear) -> int:
    return gear.weapon.shots - count(fired, gear.key) if gear.weapon else 0


def spares(man: Man, gear: Gear) -> int:
    """Spare clips for a weapon."""
    return _spares(man.who.kit.items, man.spent, gear)


def _spares(kit: tuple[Packed, ...], spent: tuple[Packed, ...], gear: Gear) -> int:
    return _left(kit, spent, gear.weapon.clip) if gear.weapon and gear.weapon.clip else 0


def guns(man: Man) -> tuple[Gear, ...]:
    """Firearms that he still has, in the order of his kit."""
    return _guns(man.who.kit.items, man.spent)


def _guns(kit: tuple[Packed, ...], spent: tuple[Packed, ...]) -> tuple[Gear, ...]:
    found = [GEAR[item.gear] for item in kit]
    return tuple(
        [
            gear
            for gear in found
            if gear.weapon and not gear.weapon.melee and _left(kit, spent, gear.key) > 0
        ]
    )


def grenades(man: Man) -> tuple[Gear, ...]:
    """Grenades that he still has, each kind once."""
    return tuple(
        [
            gear
            for item in man.who.kit.items
            if (gear := GEAR[item.gear]).grenade and left(man, gear.key) > 0
        ]
    )


def knife(man: Man) -> Gear | None:
    """A blade that he carries."""
    for item in man.who.kit.items:
        gear = GEAR[item.gear]
        if gear.weapon is not None and gear.weapon.melee:
            return gear
    return None


def worth(gear: Gear) -> int:
    """Twice the mean damage of one use."""
    weapon = gear.weapon
    if weapon is None:
        return 0
    return weapon.barrels * (7 if weapon.fires_grenades else 7 * weapon.dice + 2 * weapon.add)


def best_gun(man: Man) -> Gear | None:
    """The firearm with the greatest damage that can be fired or reloaded; None when there is
    none.
    """
    return _best_gun(man.who.kit.items, man.spent, man.fired)


@lru_cache(maxsize=1024)
def _best_gun(
    kit: tuple[Packed, ...], spent: tuple[Packed, ...], fired: tuple[Packed, ...]
) -> Gear | None:
    """Asked every turn, and seldom another."""
    loaded = [
        gun for gun in _guns(kit, spent) if _rounds(fired, gun) > 0 or _spares(kit, spent, gun) > 0
    ]
    return max(loaded, key=lambda gun: (worth(gun), -gun.cost), default=None)


# --- a roll ---------------------------------------------------------------------------------------


def succeeds(total: int, need: int, numbers: Numbers) -> bool:
    """2d6 at or over what is needed; 2 always misses, 12 always hits (P6)."""
    return total >= numbers.always_hits or (total > numbers.always_misses and total >= need)


def chance(need: int, numbers: Numbers) -> Fraction:
    """The exact chance that 2d6 reach what is needed, misses and hits that always are included."""
    return Fraction(
        sum([WAYS_OF_2D6[total] for total in range(2, 13) if succeeds(total, need, numbers)]), 36
    )


def handicaps(man: Man, gassed: bool, numbers: Numbers) -> list[Part]:
    """What lies on every roll of a man: wounds (E12) and tear gas (P18)."""
    found = []
    if wounded(man):
        found.append(Part(name="wounded", value=WOUNDED))
    if gassed:
        found.append(Part(name="tear gas", value=numbers.gassed))
    return found


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
    """The modifiers of a shot or throw at squared `distance`, by name (P6, P16). A square has no
    size and does not move (P23). `phase` is that of a shot, which may be aimed (P39).
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
        if aimed := numbers.aimed * max(0, phase - UNAIMED):
            parts.append(Part(name="aimed", value=aimed))
    if at_man and cover:
        parts.append(Part(name="cover", value=numbers.cover))
    if poor_light:
        parts.append(Part(name="poor light", value=numbers.poor_light))
    return (*parts, *handicaps(man, gassed, numbers))


def no_surer(
    parts: tuple[Part, ...], to_hit: int, distance: int, numbers: Numbers
) -> tuple[Part, ...]:
    """The same modifiers of a shot, and what they are too good by: beyond an inch 2d6 need so much
    at least (P40).
    """
    spare = to_hit - sum([part.value for part in parts]) - numbers.surest
    if spare >= 0 or distance <= numbers.point_blank_squares**2:
        return parts
    return (*parts, Part(name="no surer than that", value=spare))


def blow_parts(man: Man, weapon: Weapon, gassed: bool, numbers: Numbers) -> tuple[Part, ...]:
    """The modifiers of a blow: the skill, wounds and gas; no range or size (P9)."""
    blade = weapon.skill == BLADE
    level = man.who.skills.blade if blade else man.who.skills.martial_arts
    parts = [Part(name="blade" if blade else "martial arts", value=level)] if level else []
    return (*parts, *handicaps(man, gassed, numbers))


def blow_bonus(man: Man, weapon: Weapon, numbers: Numbers) -> int:
    """What skill adds to the damage of a blow with the bare hand: 1 every second level, -1 below
    base (P9).
    """
    if weapon.skill == BLADE:
        return 0
    level = man.who.skills.martial_arts
    return numbers.below_base_blow if level < 0 else level // 2


def weapon_of(key: str) -> Weapon:
    """The weapon of that key; "" is the bare hand. KeyError for what is no weapon."""
    weapon = GEAR[key].weapon if key else UNARMED
    if weapon is None:
        raise KeyError(key)
    return weapon


def gassed(man: Man, clouds: tuple[Cloud, ...], terrain: Terrain) -> bool:
    """Whether he breathes tear gas: in its cloud, without a mask (P18)."""
    if not clouds:
        return False
    inside = any(
        cloud.kind == "gas" and man.at in terrain.burst(cloud.at, CLOUD) for cloud in clouds
    )
    return inside and not worn(man.who.kit.items).gas_proof


def smoky(clouds: tuple[Cloud, ...], terrain: Terrain) -> frozenset[int]:
    """The squares full of smoke."""
    found: frozenset[int] = frozenset()
    for cloud in clouds:
        if cloud.kind == "smoke":
            found |= terrain.burst(cloud.at, CLOUD)
    return found


def burning(
    clouds: tuple[Cloud, ...], terrain: Terrain
) -> tuple[tuple[frozenset[int], Cloud], ...]:
    """The squares on fire, fire by fire."""
    return tuple(
        [(terrain.burst(cloud.at, FLAMES), cloud) for cloud in clouds if cloud.kind == "fire"]
    )


def in_line(terrain: Terrain, smoke: frozenset[int], one: Man, other: Man) -> bool:
    """Whether a line of sight joins two men."""
    return joined(terrain, smoke, one.at, other.at, one.crouched, other.crouched)


def joined(
    terrain: Terrain,
    smoke: frozenset[int],
    one: int,
    other: int,
    one_crouches: bool,
    other_crouches: bool,
) -> bool:
    """Whether a line of sight joins who stands or crouches on two squares: nothing blocks it, no
    smoke on it, and neither crouches right behind cover (P5). Smoke does not part neighbours (ours:
    P21).
    """
    line = terrain.line(one, other)
    if line is None:
        return False
    if line and (
        (one_crouches and terrain.hides(line, one))
        or (other_crouches and terrain.hides(line, other))
    ):
        return False
    return not smoke or not _through_smoke(smoke, one, other)


def _through_smoke(smoke: frozenset[int], one: int, other: int) -> bool:
    if apart(one, other) <= NEIGHBOUR:
        return False
    return one in smoke or any(
        len(squares) == 1 and squares[0] in smoke for squares in crossings(one, other)
    )


LAUNCHED: Final = "explosive_grenade"
"""What a launcher fires."""


def aim(gear: Gear) -> tuple[int, int]:
    """The farthest throw in squares and the number to hit, of a grenade or a launcher (P7, P18)."""
    if gear.grenade:
        return gear.grenade.thrown, gear.grenade.to_hit
    weapon = weapon_of(gear.key)
    return weapon.reach, weapon.to_hit
