"""What a position of the duel is worth to a side: what the searching bot asks at the end of a
playout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .fighting import WAYS_OF_2D6, armour, best_gun, down, dp, knife, rounds, wounded
from .values import Man

if TYPE_CHECKING:
    from campaign.ledger.rules.gear import Gear
    from engine.values import Seat

    from .values import State

BOTH_STAND: Final = 0.5
"""Both get away: the winners of the duel are two."""
HOPE: Final = 0.8
"""How much a lead counts while the fight lasts, against one that is settled."""
AT_RANGE: Final = -1
"""What usually lies on a shot: a man on foot, one of the two not moving, some cover."""
UNARMED: Final = 0.15
"""What who has nothing to shoot with deals in a turn, in DP, since he has to come near first."""
WORN_DOWN: Final = 0.7
"""What a wound leaves of one's fire."""


def worth(state: State, seat: Seat) -> float:
    """1 for standing alone, a half for both, 0 for having fallen; before the end, a guess by fire
    and by what each can take.
    """
    mine, other = state.own[seat].man, state.own[1 - seat].man
    if state.table.stage == "over":
        if down(mine):
            return 0.0
        return 1.0 if down(other) else BOTH_STAND
    ours, theirs = _fire(mine) * _takes(mine), _fire(other) * _takes(other)
    return BOTH_STAND + HOPE * (ours / (ours + theirs) - BOTH_STAND)


def _takes(man: Man) -> int:
    """Damage that brings him down."""
    return dp(man) - 1 + armour(man)


def _fire(man: Man) -> float:
    """Damage that he deals in a turn, more or less."""
    gun = best_gun(man)
    dealt = _dealt(man, gun) if gun is not None else UNARMED * (1 + (knife(man) is not None))
    return dealt * WORN_DOWN if wounded(man) else dealt


def _dealt(man: Man, gun: Gear) -> float:
    weapon = gun.weapon
    if weapon is None:
        return UNARMED
    need = weapon.to_hit - AT_RANGE - man.who.skills.handgunner
    hits = sum(WAYS_OF_2D6[max(2, min(12, need)) :]) / 36
    damage = 3.0 if weapon.fires_grenades else 3.5 * weapon.dice + weapon.add
    return max(UNARMED, hits * damage * weapon.barrels * (1 if rounds(man, gun) else 0.5))
