"""Numbers used in the duel that are not in the published rules.

We chose these numbers, and a campaign can change them. Weapons, grenades and armour are in
`campaign/ledger/rules/gear_list.py`. Distances are in squares of a quarter inch, and times are in
turns.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from engine.values import Value, changed

from .call import TURN_LIMIT


class Numbers(Value):
    """The numbers in brackets in rules P3, P4, P6, P9, P11 and P18, and in rules P36 to P40.

    The numbers of P36 to P40 have no effect by default, because records of older duels do not
    include them. `least_dp` is the minimum DP, which is 1 if there is no death (E43).
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
    stamina: Annotated[int, Meta(ge=0, le=TURN_LIMIT)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Omit `stamina` if it is 0, as in duels from before P43."""
        if self.stamina == 0:
            force_setattr(self, "stamina", UNSET)

    @property
    def stamina_turns(self) -> int:
        """Number of turns of a brawl after which both fighters are exhausted, 0 for no limit."""
        return 0 if self.stamina is UNSET else self.stamina


NUMBERS: Final = Numbers(
    prey_from_edge=16, hidden_start=1, springs=1, aimed=1, surest=6, hit_stops=1, stamina=6
)
NUMBERS_WITHOUT_EXHAUSTION: Final = changed(NUMBERS, stamina=0)
"""The numbers before P43, for replaying fights of that time."""
FORMER_NUMBERS: Final = Numbers()
"""The numbers of the first weeks, which are used to replay fights of that time."""
