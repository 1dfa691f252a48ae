"""The firing action of a turn: a shot, a blow, a throw, or a reload (P6, P7, P9, P16, P18)."""

from __future__ import annotations

from campaign.house_rules.rules.tables import HANDGUNNER
from campaign.ledger.rules.gear import GEAR, Gear, Weapon
from engine.values import changed

from .bearings import direction_to
from .call import WeaponSkill
from .duel import Duel, Side
from .fighting import (
    LAUNCHER_GRENADE,
    add_pieces,
    blow_bonus,
    blow_parts,
    fire_parts,
    limit_parts,
    succeeds,
    throw_range,
    weapon_of,
)
from .ground import OFF_MAP, squared_distance
from .steps import squares_per_turn
from .terrain import BLOCKED
from .values import (
    Attacked,
    EnemyAttacks,
    Fire,
    Lying,
    Mishap,
    Part,
    Reload,
    Reloaded,
    ShotHeard,
    Sound,
    Throw,
)


def do_firing_action(duel: Duel, side: Side) -> None:
    """Carry out the firing action in the first phase in which it is possible (P17)."""
    action = side.action
    if action is None or side.man.acted or duel.phase < action.phase:
        return
    if isinstance(action, Fire):
        _fire(duel, side, action)
    elif isinstance(action, Throw):
        _throw(duel, side, action)
    elif isinstance(action, Reload):
        _reload(duel, side, GEAR[action.weapon])


def _reload(duel: Duel, side: Side, gun: Gear) -> None:
    man = side.man
    if gun.weapon:
        fired, spent = (
            add_pieces(man.fired, gun.key, -gun.weapon.shots),
            add_pieces(man.spent, gun.weapon.clip, 1),
        )
        side.man = changed(man, fired=fired, spent=spent, acted=True)
        duel.tell(side, Reloaded(phase=duel.phase, weapon=gun.key))


def _fire(duel: Duel, side: Side, action: Fire) -> None:
    enemy = duel.other_side(side)
    if not side.mark.in_sight:
        return
    distance, weapon = squared_distance(side.man.at, enemy.man.at), weapon_of(action.weapon)
    if action.within and distance > action.within**2:
        return
    if weapon.melee:
        if duel.terrain.are_in_reach(side.man.at, enemy.man.at):
            _strike(duel, side, action, weapon)
        return
    if weapon.reach and distance > weapon.reach**2:
        return
    side.man = changed(side.man, acted=True)
    _announce_attack(duel, side, action.weapon)
    for _ in range(action.barrels):
        if not duel.ending:
            _shoot(duel, side, action.weapon, weapon, distance)


def _shoot(duel: Duel, side: Side, key: str, weapon: Weapon, distance: int) -> None:
    enemy = duel.other_side(side)
    side.man = changed(side.man, fired=add_pieces(side.man.fired, key, 1))
    if weapon.one_use:
        side.man = changed(side.man, spent=add_pieces(side.man.spent, key, 1))
    parts = _fire_parts(duel, side, distance, at_man=True, phase=duel.phase)
    parts = limit_parts(parts, weapon.to_hit, distance, duel.numbers)
    _attack(duel, side, enemy, key, weapon, parts, "shot", HANDGUNNER)


def _fire_parts(
    duel: Duel, side: Side, distance: int, *, at_man: bool, phase: int = 1
) -> tuple[Part, ...]:
    enemy = duel.other_side(side)
    line = duel.terrain.line_of_sight(side.man.at, enemy.man.at) if at_man else None
    return fire_parts(
        side.man,
        distance,
        duel.numbers,
        at_man=at_man,
        target_still=not _has_walked(enemy) and not enemy.steps_in(duel.phase),
        cover=duel.terrain.gives_cover(line, side.man.at),
        gassed=duel.gassed(side),
        poor_light=duel.terrain.ground.poor_light,
        phase=phase,
    )


def _has_walked(side: Side) -> bool:
    """Return whether a fighter has moved to another square this turn.

    For an ambusher's own shots, starting the ambush counts as moving (P37).
    """
    return side.man.moved and side.man.paced > 0


def _strike(duel: Duel, side: Side, action: Fire, weapon: Weapon) -> None:
    """Strike with a blade or a bare hand (P9)."""
    side.man = changed(side.man, acted=True)
    enemy = duel.other_side(side)
    if enemy.mark.in_sight:
        duel.tell(enemy, EnemyAttacks(phase=duel.phase, weapon=action.weapon))
    parts = blow_parts(side.man, weapon, duel.gassed(side), duel.numbers)
    bonus = blow_bonus(side.man, weapon, duel.numbers)
    skill: WeaponSkill = "blade" if action.weapon else "martial_arts"
    _attack(
        duel,
        side,
        enemy,
        action.weapon,
        weapon,
        parts,
        "blow",
        skill,
        bonus=bonus,
        subdue=action.subdue,
    )


def _attack(
    duel: Duel,
    side: Side,
    enemy: Side,
    key: str,
    weapon: Weapon,
    parts: tuple[Part, ...],
    kind: Mishap,
    skill: WeaponSkill,
    *,
    bonus: int = 0,
    subdue: bool = False,
) -> None:
    target_number = weapon.to_hit - sum([part.value for part in parts])
    faces = duel.dice.roll(2)
    is_hit = succeeds(sum(faces), target_number, duel.numbers)
    harm_faces: tuple[int, ...] = ()
    damage = 0
    if is_hit:
        harm_faces = duel.dice.roll(weapon.dice)
        damage = max(0, sum(harm_faces) + weapon.add + bonus)
        side.mark = changed(side.mark, hurt="hit", dealt=side.mark.dealt + damage)
    duel.tell(
        side,
        Attacked(
            phase=duel.phase,
            weapon=key,
            need=target_number,
            parts=parts,
            faces=faces,
            hit=is_hit,
            damage_faces=harm_faces,
            damage=damage,
        ),
    )
    if is_hit:
        duel.harm(enemy, damage, kind, side, skill, subdue=subdue)
        if damage and duel.numbers.hit_stops:
            _stop_movement(duel, enemy)


def _stop_movement(duel: Duel, victim: Side) -> None:
    """End the movement of a fighter who has been hit (P38)."""
    victim.man = changed(
        victim.man, paced=max(victim.man.paced, squares_per_turn(victim.man, duel.numbers))
    )


def _announce_attack(duel: Duel, side: Side, key: str) -> None:
    """Show an attack to an enemy who sees the attacker.

    Any other enemy is told the direction from which the shot came (P14).
    """
    enemy = duel.other_side(side)
    if enemy.mark.in_sight:
        duel.tell(enemy, EnemyAttacks(phase=duel.phase, weapon=key))
        return
    sound = Sound(phase=duel.phase, way=direction_to(enemy.man.at, side.man.at))
    enemy.sounds = (*enemy.sounds, sound)
    duel.tell(enemy, ShotHeard(sound=sound))


def _throw(duel: Duel, side: Side, action: Throw) -> None:
    """Throw or launch a grenade at the enemy or at a square.

    It explodes at the end of the turn (P18).
    """
    gear, at_man = GEAR[action.gear], action.at == OFF_MAP
    if at_man and not side.mark.in_sight:
        return
    target = duel.other_side(side).man.at if at_man else action.at
    distance = squared_distance(side.man.at, target)
    reach, to_hit = throw_range(gear)
    if distance > reach**2 or not duel.terrain.is_clear(side.man.at, target):
        return
    _use_up(duel, side, gear)
    parts = _fire_parts(duel, side, distance, at_man=at_man)
    target_number = to_hit - sum([part.value for part in parts])
    faces = duel.dice.roll(2)
    is_hit = succeeds(sum(faces), target_number, duel.numbers)
    drift = (
        () if is_hit else (duel.dice.die(8), duel.dice.die(6) + max(0, target_number - sum(faces)))
    )
    landing_square = target if is_hit else _drift(duel, target, *drift)
    duel.tell(
        side,
        Attacked(
            phase=duel.phase,
            weapon=gear.key,
            need=target_number,
            parts=parts,
            faces=faces,
            hit=is_hit,
            at=landing_square,
            drift=drift,
        ),
    )
    if landing_square != OFF_MAP:
        side.lying = (
            *side.lying,
            Lying(gear=LAUNCHER_GRENADE if gear.weapon else gear.key, at=landing_square),
        )


def _use_up(duel: Duel, side: Side, gear: Gear) -> None:
    if gear.weapon:
        side.man = changed(side.man, acted=True, fired=add_pieces(side.man.fired, gear.key, 1))
        _announce_attack(duel, side, gear.key)
        return
    side.man = changed(side.man, acted=True, spent=add_pieces(side.man.spent, gear.key, 1))
    enemy = duel.other_side(side)
    if enemy.mark.in_sight:
        duel.tell(enemy, EnemyAttacks(phase=duel.phase, weapon=gear.key))


def _drift(duel: Duel, target: int, direction: int, squares: int) -> int:
    """Return the square in which a missed grenade comes to rest.

    The grenade rolls in one of eight directions until something stops it. A grenade that rolls off
    the map has no effect (P18).
    """
    for _ in range(squares):
        next_square = duel.terrain.steps[target * 8 + direction - 1]
        if next_square == BLOCKED:
            break
        if next_square == OFF_MAP:
            return OFF_MAP
        target = next_square
    return target
