"""The odds along a plan: what a shot would need in each phase, if the enemy stays where he is or
was last seen (P6, P9, P16, P18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Value, changed
from espionage.rules.ambush.fighting import best_gun, in_line, smoky
from espionage.rules.ambush.ground import OFF, apart
from espionage.rules.ambush.odds import Shot, shots, throw_at
from espionage.rules.ambush.terrain import terrain_of
from espionage.rules.ambush.values import Fire, Man, Throw

from .walking import Stop, follow

if TYPE_CHECKING:
    from fractions import Fraction

    from espionage.rules.ambush.values import Action, Own, Plan, View


class Aim(Value):
    """A phase of a plan: where it ends, whether the enemy would be seen from there, and the odds of
    its attack.

    `stands` and `moves` are the odds against an enemy who stands still or moves; None off the map
    or with nobody to aim at.
    `acts`: the planned action would come about in this phase.
    """

    stop: Stop
    sees: bool
    stands: Shot | None
    moves: Shot | None
    acts: bool = False


def along(view: View, plan: Plan) -> tuple[Aim, ...]:
    """The phases of a plan with their odds. Empty for a spectator, and before the counters
    stand.
    """
    own = view.own
    if own is None or own.man.at == OFF:
        return ()
    found, acted = [], False
    for stop in follow(view.table, own.man, plan.phases):
        aim = _aim(view, own, plan.action, stop)
        acts = not acted and _acts(plan.action, stop, aim, own)
        acted = acted or acts
        found.append(changed(aim, acts=acts))
    return tuple(found)


def sees(view: View, own: Own, stop: Stop) -> bool:
    """Whether the enemy's last known square would be seen from there."""
    if OFF in (stop.at, own.mark.at) or own.man.blind >= view.table.turn:
        return False
    terrain = terrain_of(view.table.ground)
    me = changed(own.man, at=stop.at, crouched=stop.crouched)
    enemy = Man(who=own.man.who, at=own.mark.at, crouched=own.mark.crouched)
    return in_line(terrain, smoky(view.table.clouds, terrain), me, enemy)


def chance_words(chance: Fraction) -> str:
    """A chance in whole per cent."""
    return f"{round(100 * chance)} %"


def _aim(view: View, own: Own, action: Action | None, stop: Stop) -> Aim:
    seen = sees(view, own, stop)
    if stop.at == OFF:
        return Aim(stop=stop, sees=False, stands=None, moves=None)
    there = changed(
        own,
        man=changed(own.man, at=stop.at, crouched=stop.crouched, moved=stop.moved),
        mark=changed(own.mark, in_sight=seen),
    )
    from_there = changed(view, own=there)
    if isinstance(action, Throw) and action.at != OFF:
        shot = throw_at(from_there, action.gear, action.at)
        return Aim(stop=stop, sees=seen, stands=shot, moves=shot)
    kind, weapon = _weapon(own, action)
    stands = next(
        (shot for shot in shots(from_there, phase=stop.phase) if _is(shot, kind, weapon)), None
    )
    moves = next(
        (
            shot
            for shot in shots(from_there, target_moving=True, phase=stop.phase)
            if _is(shot, kind, weapon)
        ),
        None,
    )
    return Aim(stop=stop, sees=seen, stands=stands, moves=moves)


def _weapon(own: Own, action: Action | None) -> tuple[str, str]:
    """What the odds are about: the planned attack, else the best firearm, else the bare hand."""
    if isinstance(action, Throw):
        return "throw", action.gear
    if isinstance(action, Fire):
        return "", action.weapon
    gun = best_gun(own.man)
    return "", gun.key if gun else ""


def _is(shot: Shot, kind: str, weapon: str) -> bool:
    return shot.weapon == weapon and (not kind or shot.kind == kind)


def _acts(action: Action | None, stop: Stop, aim: Aim, own: Own) -> bool:
    """Whether the action would come about here: not before its phase, not beyond its range, and
    nothing in the way.
    """
    if action is None or own.man.acted or stop.phase < action.phase or stop.at == OFF:
        return False
    if not isinstance(action, Fire | Throw):
        return True
    if (
        isinstance(action, Fire)
        and action.within
        and apart(stop.at, own.mark.at) > action.within**2
    ):
        return False
    return aim.stands is not None and not aim.stands.hindrance
