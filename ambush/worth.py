"""The value of a position in the duel. The searching bot uses it at the end of a playout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .rules.fighting import (
    COMBINATIONS_OF_2D6,
    armour_left,
    best_gun,
    dp_left,
    is_down,
    is_wounded,
    knife,
    rounds_left,
)
from .rules.values import Man

if TYPE_CHECKING:
    from campaign.ledger.rules.gear import Gear
    from engine.values import Seat

    from .rules.values import State

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
    own_strength, enemy_strength = (
        _damage_per_turn(own_man) * _damage_to_fell(own_man),
        _damage_per_turn(enemy_man) * _damage_to_fell(enemy_man),
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
