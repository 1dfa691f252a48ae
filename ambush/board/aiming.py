"""The odds along a plan, with the target number of a shot in each phase (P6, P9, P16, P18).

The odds assume that the enemy stays where he is now, or where he was last seen.
"""

from __future__ import annotations

from fractions import Fraction

from ambush.rules.fighting import are_in_sight, best_gun, smoky_squares
from ambush.rules.ground import OFF_MAP, squared_distance
from ambush.rules.odds import Shot, possible_attacks, throw_at_square
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Action, Fire, Man, Own, Plan, Throw, View
from engine.values import Value, changed

from .walking import Stop, follow_plan


class Aim(Value):
    """One phase of a plan: where it ends, whether the enemy is visible from there, and the odds.

    `stands` and `moves` are the odds of an attack on an enemy who stands still or moves. Both are
    None off the map and if there is no target. `acts` is true if the planned action takes place in
    this phase.
    """

    stop: Stop
    sees: bool
    stands: Shot | None
    moves: Shot | None
    acts: bool = False


def plan_odds(view: View, plan: Plan) -> tuple[Aim, ...]:
    """Return the phases of a plan with their odds, for as long as the fighter is on the map."""
    own_state = view.own
    if own_state is None or own_state.man.at == OFF_MAP:
        return ()
    aims, has_acted = [], False
    for stop in follow_plan(view.table, own_state.man, plan.phases):
        aim = _aim_at_stop(view, own_state, plan.action, stop)
        is_acting = not has_acted and _is_action_possible(plan.action, stop, aim, own_state)
        has_acted = has_acted or is_acting
        aims.append(changed(aim, acts=is_acting))
    return tuple(aims)


def is_enemy_seen(view: View, own_state: Own, stop: Stop) -> bool:
    """Return whether the enemy's last known square is visible from the end of this phase."""
    if OFF_MAP in (stop.square, own_state.mark.at) or own_state.man.blind >= view.table.turn:
        return False
    terrain = terrain_of(view.table.ground)
    own_man = changed(own_state.man, at=stop.square, crouched=stop.crouched)
    enemy = Man(who=own_state.man.who, at=own_state.mark.at, crouched=own_state.mark.crouched)
    return are_in_sight(terrain, smoky_squares(view.table.clouds, terrain), own_man, enemy)


def chance_words(chance: Fraction) -> str:
    """Format a chance as a whole percentage."""
    return f"{round(100 * chance)} %"


def _aim_at_stop(view: View, own_state: Own, action: Action | None, stop: Stop) -> Aim:
    is_seen = is_enemy_seen(view, own_state, stop)
    if stop.square == OFF_MAP:
        return Aim(stop=stop, sees=False, stands=None, moves=None)
    state_at_stop = changed(
        own_state,
        man=changed(own_state.man, at=stop.square, crouched=stop.crouched, moved=stop.moved),
        mark=changed(own_state.mark, in_sight=is_seen),
    )
    view_at_stop = changed(view, own=state_at_stop)
    if isinstance(action, Throw) and action.at != OFF_MAP:
        shot = throw_at_square(view_at_stop, action.gear, action.at)
        return Aim(stop=stop, sees=is_seen, stands=shot, moves=shot)
    kind, weapon = _attack_weapon(own_state, action)
    stands = next(
        (
            shot
            for shot in possible_attacks(view_at_stop, phase=stop.phase)
            if _is_attack(shot, kind, weapon)
        ),
        None,
    )
    moves = next(
        (
            shot
            for shot in possible_attacks(view_at_stop, target_moving=True, phase=stop.phase)
            if _is_attack(shot, kind, weapon)
        ),
        None,
    )
    return Aim(stop=stop, sees=is_seen, stands=stands, moves=moves)


def _attack_weapon(own_state: Own, action: Action | None) -> tuple[str, str]:
    """Return the weapon for which odds are shown.

    The planned weapon is used if there is one, then the best firearm, then the bare hand.
    """
    if isinstance(action, Throw):
        return "throw", action.gear
    if isinstance(action, Fire):
        return "", action.weapon
    gun = best_gun(own_state.man)
    return "", gun.key if gun else ""


def _is_attack(shot: Shot, kind: str, weapon: str) -> bool:
    return shot.weapon == weapon and (not kind or shot.kind == kind)


def _is_action_possible(action: Action | None, stop: Stop, aim: Aim, own_state: Own) -> bool:
    """Return whether the action can take place here, given its phase, range and hindrances."""
    if action is None or own_state.man.acted or stop.phase < action.phase or stop.square == OFF_MAP:
        return False
    if not isinstance(action, Fire | Throw):
        return True
    if (
        isinstance(action, Fire)
        and action.within
        and squared_distance(stop.square, own_state.mark.at) > action.within**2
    ):
        return False
    return aim.stands is not None and not aim.stands.hindrance
