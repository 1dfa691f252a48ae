"""The value of a position in the duel.

The searching bot uses it at the end of a playout. All bots use it to answer an offer to part.
"""

from __future__ import annotations

from typing import Final

from campaign.ledger.rules.gear import Gear, Packed
from campaign.roster.rules.spies import MIN_CONSCIOUS_DP, Kit
from engine.values import Seat, changed

from .rules.fighting import (
    COMBINATIONS_OF_2D6,
    armour_left,
    best_gun,
    dp_left,
    grenades,
    is_down,
    is_wounded,
    knife,
    rounds_left,
)
from .rules.ground import OFF_MAP
from .rules.values import Man, Own, State

BOTH_STAND: Final = 0.5
"""Value of a duel in which both fighters survive, which counts as a win for both."""
LEAD_WEIGHT: Final = 0.8
"""Weight of a lead during the fight, relative to a decided fight."""
USUAL_SHOT_MODIFIER: Final = -1
"""Usual modifier of a shot: the target is on foot, one fighter moves, and there is some cover."""
UNARMED_DAMAGE: Final = 0.15
"""Damage per turn, in DP, by a fighter without a firearm, who has to come near first."""
WOUNDED_FACTOR: Final = 0.7
"""Factor by which wounds reduce a fighter's damage."""


def position_value(state: State, seat: Seat) -> float:
    """Return 1 if only this seat's fighter stands, 0.5 if both do, and 0 if he has fallen.

    Before the end, estimate the value from each side's firepower and endurance.
    """
    own_man, enemy_man = state.own[seat].man, state.own[1 - seat].man
    if state.table.stage == "over":
        if is_down(own_man):
            return 0.0
        return 1.0 if is_down(enemy_man) else BOTH_STAND
    return _value_in_fight(own_man, enemy_man)


def has_nothing_to_gain(own_state: Own, *, has_mission: bool) -> bool:
    """Return whether a fighter should agree to part, according to what he knows (P44).

    Both fighters must be hurt or have bare hands, and the fighter must not be ahead. A spy who can
    still continue his mission parts only if both are hurt. The enemy is assumed to be the
    fighter's equal, less the damage done to him.
    """
    man, mark = own_state.man, own_state.mark
    are_hurt = is_wounded(man) and mark.hurt == "hit"
    are_unarmed = not (mark.hand or best_gun(man) or knife(man) or grenades(man))
    if mark.at == OFF_MAP or not (are_hurt or (are_unarmed and not has_mission)):
        return False
    enemy = changed(
        man.who, dp=man.who.full_dp, kit=Kit(items=(Packed(gear=mark.hand),) if mark.hand else ())
    )
    armour_lost = min(mark.dealt, enemy.armour)
    hits = min(mark.dealt - armour_lost, enemy.dp - MIN_CONSCIOUS_DP)
    enemy_man = Man(who=enemy, armour_lost=armour_lost, hits=hits)
    return _value_in_fight(man, enemy_man) <= BOTH_STAND


def _value_in_fight(own_man: Man, enemy_man: Man) -> float:
    """Return the value of an undecided duel, from each side's firepower and endurance."""
    own_strength, enemy_strength = (
        _damage_per_turn(man) * _damage_to_fell(man) for man in (own_man, enemy_man)
    )
    return BOTH_STAND + LEAD_WEIGHT * (own_strength / (own_strength + enemy_strength) - BOTH_STAND)


def _damage_to_fell(man: Man) -> int:
    return dp_left(man) - 1 + armour_left(man)


def _damage_per_turn(man: Man) -> float:
    gun = best_gun(man)
    damage = (
        _mean_gun_damage(man, gun)
        if gun is not None
        else UNARMED_DAMAGE * (1 + (knife(man) is not None))
    )
    return damage * WOUNDED_FACTOR if is_wounded(man) else damage


def _mean_gun_damage(man: Man, gun: Gear) -> float:
    weapon = gun.weapon
    if weapon is None:
        return UNARMED_DAMAGE
    target_number = weapon.to_hit - USUAL_SHOT_MODIFIER - man.who.skills.handgunner
    hits = sum(COMBINATIONS_OF_2D6[max(2, min(12, target_number)) :]) / 36
    damage = 3.0 if weapon.fires_grenades else 3.5 * weapon.dice + weapon.add
    return max(
        UNARMED_DAMAGE, hits * damage * weapon.barrels * (1 if rounds_left(man, gun) else 0.5)
    )
