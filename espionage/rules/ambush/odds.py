"""What a player may read before committing: each attack open to his man, its modifiers by name, and
its exact chance (P6, P9, P18).

Made from the view alone. Armour is not known and not in it; who may move is asked for both ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from campaign.ledger.rules.gear import GEAR
from campaign.ledger.rules.gear_values import damage_words
from engine.values import changed

from .bearings import squares_to
from .fighting import (
    LAUNCHED,
    aim,
    blow_bonus,
    blow_parts,
    chance,
    fire_parts,
    gassed,
    grenades,
    guns,
    knife,
    left,
    no_surer,
    rounds,
    weapon_of,
)
from .ground import OFF, apart
from .terrain import terrain_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from .values import Man, Own, Part, Table, View

Hindrance: TypeAlias = Literal[
    "", "not_in_sight", "too_far", "empty", "not_in_reach", "no_clear_line"
]
"""Why an attack cannot be made from here; "" when it can."""


@dataclass(frozen=True)
class Shot:
    """One attack. `need` is what 2d6 have to reach after all `parts`; `damage` in the players'
    notation, as "1d−2".
    """

    kind: Literal["fire", "blow", "throw"]
    weapon: str
    name: str
    distance: int
    to_hit: int
    parts: tuple[Part, ...]
    need: int
    chance: Fraction
    damage: str
    rounds: int
    hindrance: Hindrance = ""


def shots(
    view: View,
    *,
    moving: bool = False,
    target_moving: bool = False,
    crouched: bool | None = None,
    phase: int = 0,
) -> tuple[Shot, ...]:
    """Every attack on the enemy with what the man carries, as he stands, or as he would after
    moving or changing his posture. `phase` is that of the shots, which may be aimed by then (P39);
    0 is the table's own.

    Empty while the enemy has never been seen; an enemy out of sight is taken where he was last
    seen, and hindered.
    """
    own = view.own
    if own is None or OFF in (own.mark.at, own.man.at):
        return ()
    man = changed(
        own.man,
        moved=own.man.moved or moving,
        crouched=own.man.crouched if crouched is None else crouched,
    )
    phase = phase or view.table.phase
    return tuple(_all(view.table, own, man, target_still=not target_moving, phase=phase))


def throw_at(view: View, gear: str, square: int, *, moving: bool = False) -> Shot:
    """Throwing that grenade, or firing that launcher, at a square. KeyError for what is neither,
    ValueError for a spectator.
    """
    own = view.own
    if own is None:
        raise ValueError("a spectator throws nothing")
    man = changed(own.man, moved=own.man.moved or moving)
    distance = apart(man.at, square)
    parts = _ranged(view.table, man, distance, at_man=False, target_still=False, cover=False)
    reach, to_hit = aim(GEAR[gear])
    hindrance: Hindrance = "too_far" if distance > reach**2 else ""
    if not terrain_of(view.table.ground).clear(man.at, square):
        hindrance = "no_clear_line"
    return _shot(
        "throw", view.table, man, gear, square, to_hit, parts, _burst_words(gear), hindrance
    )


def _all(table: Table, own: Own, man: Man, *, target_still: bool, phase: int) -> Iterator[Shot]:
    distance, terrain = apart(man.at, own.mark.at), terrain_of(table.ground)
    line = terrain.line(man.at, own.mark.at)
    cover = terrain.covers(line, man.at)
    parts, aimed = [
        _ranged(
            table, man, distance, at_man=True, target_still=target_still, cover=cover, phase=when
        )
        for when in (1, phase)
    ]
    unseen: Hindrance = "" if own.mark.in_sight else "not_in_sight"
    for gun in guns(man):
        weapon = weapon_of(gun.key)
        far: Hindrance = "too_far" if weapon.reach and distance > weapon.reach**2 else ""
        empty: Hindrance = "" if rounds(man, gun) else "empty"
        words = (
            _burst_words(gun.key)
            if weapon.fires_grenades
            else damage_words(weapon.dice, weapon.add)
        )
        kind: Literal["fire", "throw"] = "throw" if weapon.fires_grenades else "fire"
        yield _shot(
            kind,
            table,
            man,
            gun.key,
            own.mark.at,
            weapon.to_hit,
            parts
            if weapon.fires_grenades
            else no_surer(aimed, weapon.to_hit, distance, table.numbers),
            words,
            unseen or far or empty,
        )
    for gear in grenades(man):
        reach, to_hit = aim(gear)
        far = "too_far" if distance > reach**2 else ""
        yield _shot(
            "throw",
            table,
            man,
            gear.key,
            own.mark.at,
            to_hit,
            parts,
            _burst_words(gear.key),
            unseen or far,
        )
    away: Hindrance = "" if terrain.arms_length(man.at, own.mark.at) else "not_in_reach"
    blade = knife(man)
    for key in (blade.key, "") if blade else ("",):
        weapon = weapon_of(key)
        blow = blow_parts(man, weapon, gassed(man, table.clouds, terrain), table.numbers)
        words = damage_words(weapon.dice, weapon.add + blow_bonus(man, weapon, table.numbers))
        yield _shot(
            "blow", table, man, key, own.mark.at, weapon.to_hit, blow, words, unseen or away
        )


def _ranged(
    table: Table,
    man: Man,
    distance: int,
    *,
    at_man: bool,
    target_still: bool,
    cover: bool,
    phase: int = 1,
) -> tuple[Part, ...]:
    terrain = terrain_of(table.ground)
    return fire_parts(
        man,
        distance,
        table.numbers,
        at_man=at_man,
        target_still=target_still,
        cover=cover,
        gassed=gassed(man, table.clouds, terrain),
        poor_light=terrain.ground.poor_light,
        phase=phase,
    )


def _shot(
    kind: Literal["fire", "blow", "throw"],
    table: Table,
    man: Man,
    key: str,
    target: int,
    to_hit: int,
    parts: tuple[Part, ...],
    damage: str,
    hindrance: Hindrance,
) -> Shot:
    need = to_hit - sum([part.value for part in parts])
    gear = GEAR.get(key)
    return Shot(
        kind=kind,
        weapon=key,
        name=gear.name if gear else "Bare hands",
        distance=squares_to(man.at, target),
        to_hit=to_hit,
        parts=parts,
        need=need,
        chance=chance(need, table.numbers),
        damage=damage,
        rounds=(left(man, key) if gear.grenade else rounds(man, gear)) if gear else 0,
        hindrance=hindrance,
    )


def _burst_words(key: str) -> str:
    """Damage of a grenade, "" for one that does none."""
    grenade = GEAR[key].grenade or GEAR[LAUNCHED].grenade
    return (
        damage_words(grenade.dice, grenade.add) if grenade and (grenade.dice or grenade.add) else ""
    )
