"""The autoduel's numbers and tables in one record that a club can edit.

The letters H, M and L in the brief say how certain each number is. Other modules do not repeat
these figures.
"""

from __future__ import annotations

from typing import Final

from engine.values import Value

FIRE_FORBIDDEN: Final = 0
FIRE_MINUS_D: Final = 1
FIRE_FREE: Final = 2
"""Rules for a driver's fire in a phase with a manoeuvre, hard braking or a hazard (V36, V154)."""


class DuelNumbers(Value):
    """The numbers of V6, V10, V13 to V18, V25, V26, V29, V31, V35 and V39 to V48.

    Speeds are in mph and lengths in mils. `start_ahead` is a car's distance from its gate at the
    start (V151).
    """

    turn_limit: int = 60
    start_speed: int = 40
    start_ahead: int = 2000
    quiet_turns: int = 15
    leave_from: int = 4
    leave_speed: int = 30
    suit: int = 3
    best_hc: int = 7
    least_hs: int = -6
    avoids_up_to: int = 3
    reflex_good: int = 5
    reflex_best: int = 6
    unskilled_hc: int = -1
    wounded: int = -2
    unskilled: int = -4
    coast: int = 5
    no_wheels: int = 30
    yield_brake: int = 10
    slide: int = 20
    spoiler_speed: int = 60
    point_blank: int = 4
    point_blank_range: int = 1000
    range_step: int = 4000
    flame_range: int = 10_000
    still: int = 1
    fast_from: int = 30
    fast_step: int = 10
    fast_most: int = -6
    small: int = -1
    end_on: int = -1
    cycle_side: int = -2
    cycle_end: int = -3
    at_tyre: int = -3
    at_turret: int = -2
    at_person: int = -3
    sustained: int = 1
    sustained_most: int = 2
    always_misses: int = 2
    always_hits: int = 12
    blame_turns: int = 5
    takes_wheel: int = 2
    bail_unhurt: int = 20
    driver_fire: int = FIRE_FORBIDDEN
    blast_reach: int = 2000
    gravel: int = 1
    oil: int = 2
    smoke_turns: int = 10
    burning_turns: int = 5
    burning_heat: int = 3
    plant_heat: int = 3
    volatile_heat: int = 4
    paint_turns: int = 2
    painted_turns: int = 3
    painted: int = -2
    most_markers: int = 40
    debris_from: int = 10
    obstacle_from: int = 20
    braking: tuple[int, ...] = (0, 0, 1, 2, 3, 5, 7, 9, 11)
    """D for braking by 5, 10, 15 and so on up to 45 mph (V13)."""
    control: tuple[str, ...] = (
        ".............2",
        "............23",
        "............24",
        "...........234",
        "..........2345",
        ".........23445",
        ".........23456",
        ".........34556",
        "........23556X",
        "........24566X",
        "........3466XX",
        ".......2356XXX",
        ".......2456XXX",
        ".......346XXXX",
        "......2356XXXX",
        "......2456XXXX",
        "......346XXXXX",
        ".....2356XXXXX",
        ".....2456XXXXX",
        ".....346XXXXXX",
    )
    """Control table (V15). Rows are for speeds up to 10, 20 and so on up to 200 mph.

    Columns run from HS +7 to −6. "." means that the car is safe, and X that control is lost.
    """
    crash_speed: tuple[int, ...] = (-3, -2, -1, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6)
    """Modifier of a crash roll for each full or partial 10 mph (V18)."""


NUMBERS: Final = DuelNumbers(driver_fire=FIRE_MINUS_D)
"""The numbers of new duels. Records of duels from before V154 read as if fire were forbidden."""
SHORT_DUEL: Final = 5
"""Turn limit of the duel in a try-out. The table of such a duel lists ready-made orders first."""
