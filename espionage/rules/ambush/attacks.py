"""The firing action of a turn: a shot, a blow, a throw, a reload (P6, P7, P9, P16, P18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.rules.tables import HANDGUNNER
from campaign.ledger.rules.gear import GEAR, Weapon
from engine.values import changed

from .bearings import way_to
from .fighting import (
    LAUNCHED,
    add,
    aim,
    blow_bonus,
    blow_parts,
    fire_parts,
    no_surer,
    succeeds,
    weapon_of,
)
from .ground import OFF, apart
from .steps import budget
from .terrain import BLOCKED
from .values import Attacked, EnemyAttacks, Fire, Lying, Reload, Reloaded, ShotHeard, Sound, Throw

if TYPE_CHECKING:
    from campaign.ledger.rules.gear import Gear

    from .call import WeaponSkill
    from .duel import Duel, Side
    from .values import Mishap, Part


def act(duel: Duel, side: Side) -> None:
    """The firing action, in the first phase in which it can be done (P17)."""
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
            add(man.fired, gun.key, -gun.weapon.shots),
            add(man.spent, gun.weapon.clip, 1),
        )
        side.man = changed(man, fired=fired, spent=spent, acted=True)
        duel.tell(side, Reloaded(phase=duel.phase, weapon=gun.key))


def _fire(duel: Duel, side: Side, action: Fire) -> None:
    enemy = duel.other(side)
    if not side.mark.in_sight:
        return
    distance, weapon = apart(side.man.at, enemy.man.at), weapon_of(action.weapon)
    if action.within and distance > action.within**2:
        return
    if weapon.melee:
        if duel.terrain.arms_length(side.man.at, enemy.man.at):
            _strike(duel, side, action, weapon)
        return
    if weapon.reach and distance > weapon.reach**2:
        return
    side.man = changed(side.man, acted=True)
    _is_heard(duel, side, action.weapon)
    for _ in range(action.barrels):
        if not duel.ending:
            _shoot(duel, side, action.weapon, weapon, distance)


def _shoot(duel: Duel, side: Side, key: str, weapon: Weapon, distance: int) -> None:
    enemy = duel.other(side)
    side.man = changed(side.man, fired=add(side.man.fired, key, 1))
    if weapon.one_use:
        side.man = changed(side.man, spent=add(side.man.spent, key, 1))
    parts = _fire_parts(duel, side, distance, at_man=True, phase=duel.phase)
    parts = no_surer(parts, weapon.to_hit, distance, duel.numbers)
    _attack(duel, side, enemy, key, weapon, parts, "shot", HANDGUNNER)


def _fire_parts(
    duel: Duel, side: Side, distance: int, *, at_man: bool, phase: int = 1
) -> tuple[Part, ...]:
    enemy = duel.other(side)
    line = duel.terrain.line(side.man.at, enemy.man.at) if at_man else None
    return fire_parts(
        side.man,
        distance,
        duel.numbers,
        at_man=at_man,
        target_still=not _has_walked(enemy) and not enemy.steps_in(duel.phase),
        cover=duel.terrain.covers(line, side.man.at),
        gassed=duel.gassed(side),
        poor_light=duel.terrain.ground.poor_light,
        phase=phase,
    )


def _has_walked(side: Side) -> bool:
    """Whether he changed squares this turn. Who springs an ambush counts as moving for his own
    shots alone (P37).
    """
    return side.man.moved and side.man.paced > 0


def _strike(duel: Duel, side: Side, action: Fire, weapon: Weapon) -> None:
    """A blow with blade or bare hand (P9)."""
    side.man = changed(side.man, acted=True)
    enemy = duel.other(side)
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
    how: Mishap,
    skill: WeaponSkill,
    *,
    bonus: int = 0,
    subdue: bool = False,
) -> None:
    need = weapon.to_hit - sum([part.value for part in parts])
    faces = duel.dice.roll(2)
    hit = succeeds(sum(faces), need, duel.numbers)
    harm_faces: tuple[int, ...] = ()
    damage = 0
    if hit:
        harm_faces = duel.dice.roll(weapon.dice)
        damage = max(0, sum(harm_faces) + weapon.add + bonus)
        side.mark = changed(side.mark, hurt="hit", dealt=side.mark.dealt + damage)
    duel.tell(
        side,
        Attacked(
            phase=duel.phase,
            weapon=key,
            need=need,
            parts=parts,
            faces=faces,
            hit=hit,
            damage_faces=harm_faces,
            damage=damage,
        ),
    )
    if hit:
        duel.harm(enemy, damage, how, side, skill, subdue=subdue)
        if damage and duel.numbers.hit_stops:
            _stop(duel, enemy)


def _stop(duel: Duel, victim: Side) -> None:
    """Who is hit has no squares left this turn (P38)."""
    victim.man = changed(victim.man, paced=max(victim.man.paced, budget(victim.man, duel.numbers)))


def _is_heard(duel: Duel, side: Side, key: str) -> None:
    """Who sees the shooter sees him fire; who does not hears the direction (P14)."""
    enemy = duel.other(side)
    if enemy.mark.in_sight:
        duel.tell(enemy, EnemyAttacks(phase=duel.phase, weapon=key))
        return
    sound = Sound(phase=duel.phase, way=way_to(enemy.man.at, side.man.at))
    enemy.sounds = (*enemy.sounds, sound)
    duel.tell(enemy, ShotHeard(sound=sound))


def _throw(duel: Duel, side: Side, action: Throw) -> None:
    """A grenade thrown, or fired from a launcher, at a man or a square; it goes off at the end of
    the turn (P18).
    """
    gear, at_man = GEAR[action.gear], action.at == OFF
    if at_man and not side.mark.in_sight:
        return
    target = duel.other(side).man.at if at_man else action.at
    distance = apart(side.man.at, target)
    reach, to_hit = aim(gear)
    if distance > reach**2 or not duel.terrain.clear(side.man.at, target):
        return
    _use_up(duel, side, gear)
    parts = _fire_parts(duel, side, distance, at_man=at_man)
    need = to_hit - sum([part.value for part in parts])
    faces = duel.dice.roll(2)
    hit = succeeds(sum(faces), need, duel.numbers)
    drift = () if hit else (duel.dice.die(8), duel.dice.die(6) + max(0, need - sum(faces)))
    lands = target if hit else _drift(duel, target, *drift)
    duel.tell(
        side,
        Attacked(
            phase=duel.phase,
            weapon=gear.key,
            need=need,
            parts=parts,
            faces=faces,
            hit=hit,
            at=lands,
            drift=drift,
        ),
    )
    if lands != OFF:
        side.lying = (*side.lying, Lying(gear=LAUNCHED if gear.weapon else gear.key, at=lands))


def _use_up(duel: Duel, side: Side, gear: Gear) -> None:
    if gear.weapon:
        side.man = changed(side.man, acted=True, fired=add(side.man.fired, gear.key, 1))
        _is_heard(duel, side, gear.key)
        return
    side.man = changed(side.man, acted=True, spent=add(side.man.spent, gear.key, 1))
    enemy = duel.other(side)
    if enemy.mark.in_sight:
        duel.tell(enemy, EnemyAttacks(phase=duel.phase, weapon=gear.key))


def _drift(duel: Duel, target: int, way: int, squares: int) -> int:
    """A miss rolls in one of eight directions until something stops it; OFF the map it does nothing
    (P18).
    """
    for _ in range(squares):
        there = duel.terrain.steps[target * 8 + way - 1]
        if there == BLOCKED:
            break
        if there == OFF:
            return OFF
        target = there
    return target
