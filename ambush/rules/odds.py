"""The odds of each possible attack: named modifiers, and the exact chance (P6, P9, P18).

Odds are based only on the view. Armour is unknown and therefore not included. The caller says who
moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from campaign.ledger.rules.gear import GEAR
from campaign.ledger.rules.gear_values import damage_words
from engine.values import changed

from .bearings import squares_to
from .fighting import (
    LAUNCHER_GRENADE,
    blow_bonus,
    blow_parts,
    fire_parts,
    grenades,
    guns,
    hit_chance,
    is_gassed,
    knife,
    limit_parts,
    pieces_left,
    rounds_left,
    throw_range,
    weapon_of,
)
from .ground import OFF_MAP, squared_distance
from .terrain import terrain_of
from .values import Man, Own, Part, Table, View

Hindrance: TypeAlias = Literal[
    "", "not_in_sight", "too_far", "empty", "not_in_reach", "no_clear_line"
]
"""Reason why an attack is not possible from here, or "" if it is possible."""


@dataclass(frozen=True)
class Shot:
    """An attack.

    `need` is the target number on 2d6 after all `parts`. `damage` is in the players' notation, such
    as "1d−2".
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


def possible_attacks(
    view: View,
    *,
    moving: bool = False,
    target_moving: bool = False,
    crouched: bool | None = None,
    phase: int = 0,
) -> tuple[Shot, ...]:
    """Return every attack on the enemy that is possible with the fighter's gear.

    The odds can be those of the fighter as he is now, or as he would be after moving or changing
    his posture. Shots in a later `phase` are aimed (P39). If `phase` is 0, the current phase is
    used. The result is empty until the enemy has been seen. If the enemy is out of sight, the last
    known position is used, and a hindrance is set.
    """
    own_state = view.own
    if own_state is None or OFF_MAP in (own_state.mark.at, own_state.man.at):
        return ()
    man = changed(
        own_state.man,
        moved=own_state.man.moved or moving,
        crouched=own_state.man.crouched if crouched is None else crouched,
    )
    phase = phase or view.table.phase
    return tuple(
        _all_shots(view.table, own_state, man, target_still=not target_moving, phase=phase)
    )


def throw_at_square(view: View, gear: str, square: int) -> Shot:
    """Return the odds of throwing a grenade at a square, or of firing a launcher at it.

    Raise KeyError for other gear, and ValueError for a spectator.
    """
    own_state = view.own
    if own_state is None:
        raise ValueError("a spectator does not roll dice")
    man = own_state.man
    distance = squared_distance(man.at, square)
    parts = _ranged_parts(view.table, man, distance, at_man=False, target_still=False, cover=False)
    reach, to_hit = throw_range(GEAR[gear])
    hindrance: Hindrance = "too_far" if distance > reach**2 else ""
    if not terrain_of(view.table.ground).is_clear(man.at, square):
        hindrance = "no_clear_line"
    return _shot(
        "throw", view.table, man, gear, square, to_hit, parts, _burst_words(gear), hindrance
    )


def _all_shots(
    table: Table, own_state: Own, man: Man, *, target_still: bool, phase: int
) -> Iterator[Shot]:
    distance, terrain = squared_distance(man.at, own_state.mark.at), terrain_of(table.ground)
    line = terrain.line_of_sight(man.at, own_state.mark.at)
    cover = terrain.gives_cover(line, man.at)
    parts, aimed_parts = [
        _ranged_parts(
            table,
            man,
            distance,
            at_man=True,
            target_still=target_still,
            cover=cover,
            phase=shot_phase,
        )
        for shot_phase in (1, phase)
    ]
    sight_hindrance: Hindrance = "" if own_state.mark.in_sight else "not_in_sight"
    for gun in guns(man):
        weapon = weapon_of(gun.key)
        range_hindrance: Hindrance = (
            "too_far" if weapon.reach and distance > weapon.reach**2 else ""
        )
        magazine_hindrance: Hindrance = "" if rounds_left(man, gun) else "empty"
        damage = (
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
            own_state.mark.at,
            weapon.to_hit,
            parts
            if weapon.fires_grenades
            else limit_parts(aimed_parts, weapon.to_hit, distance, table.numbers),
            damage,
            sight_hindrance or range_hindrance or magazine_hindrance,
        )
    for gear in grenades(man):
        reach, to_hit = throw_range(gear)
        range_hindrance = "too_far" if distance > reach**2 else ""
        yield _shot(
            "throw",
            table,
            man,
            gear.key,
            own_state.mark.at,
            to_hit,
            parts,
            _burst_words(gear.key),
            sight_hindrance or range_hindrance,
        )
    reach_hindrance: Hindrance = (
        "" if terrain.are_in_reach(man.at, own_state.mark.at) else "not_in_reach"
    )
    blade = knife(man)
    for key in (blade.key, "") if blade else ("",):
        weapon = weapon_of(key)
        blow = blow_parts(man, weapon, is_gassed(man, table.clouds, terrain), table.numbers)
        damage = damage_words(weapon.dice, weapon.add + blow_bonus(man, weapon, table.numbers))
        yield _shot(
            "blow",
            table,
            man,
            key,
            own_state.mark.at,
            weapon.to_hit,
            blow,
            damage,
            sight_hindrance or reach_hindrance,
        )


def _ranged_parts(
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
        gassed=is_gassed(man, table.clouds, terrain),
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
        chance=hit_chance(need, table.numbers),
        damage=damage,
        rounds=(pieces_left(man, key) if gear.grenade else rounds_left(man, gear)) if gear else 0,
        hindrance=hindrance,
    )


def _burst_words(key: str) -> str:
    """Describe the damage of a grenade, or return "" if it does no damage."""
    grenade = GEAR[key].grenade or GEAR[LAUNCHER_GRENADE].grenade
    return (
        damage_words(grenade.dice, grenade.add) if grenade and (grenade.dice or grenade.add) else ""
    )
