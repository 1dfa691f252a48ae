"""The numbers of the duel that we could not find published: ours, in one record that a campaign may
edit.

Weapons, grenades and armour are rows of `campaign/ledger/rules/gear_list.py`. Distances in squares
of a quarter inch, time in turns.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.values import Value

from .call import TURN_LIMIT


class Numbers(Value):
    """P3, P4, P6, P9, P11, P18: what the brackets hold; and P36 to P40, which are nothing by
    default: a duel whose record does not name them was fought without. `least_dp` is what everybody
    keeps: 1 where nobody dies (E43).
    """

    nearest: int = 14
    farthest: int = 24
    from_edge: int = 8
    walk: int = 5
    faster_phases: int = 4
    always_misses: int = 2
    always_hits: int = 12
    pedestrian: int = -3
    point_blank: int = 4
    point_blank_squares: int = 4
    range_step: int = 16
    range_steps: int = 4
    still_target: int = 1
    still_firer: int = 1
    braced: int = 1
    cover: int = -2
    poor_light: int = -1
    gassed: int = -4
    below_base_blow: int = -1
    vanish: int = 7
    unseen_turns: int = 2
    turn_limit: Annotated[int, Meta(ge=1, le=TURN_LIMIT)] = TURN_LIMIT
    least_dp: int = 0
    prey_from_edge: int = 0
    hidden_start: int = 0
    springs: int = 0
    aimed: int = 0
    surest: int = 2
    hit_stops: int = 0


NUMBERS: Final = Numbers(
    prey_from_edge=16, hidden_start=1, springs=1, aimed=1, surest=6, hit_stops=1
)
FORMER: Final = Numbers()
"""The first weeks' numbers: fights of those weeks are told again by them."""
