"""Modifiers, difficulties and ram dice for duels at the table, with a club's numbers (C131).

The numbers are the ones that the site uses in its own duels.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from campaign.house_rules.rules.duel_numbers import BRAKES, DuelNumbers

Rows: TypeAlias = tuple[tuple[str, str], ...]
"""Rows of a table, each with a label and a value."""

AIMING: Final[Mapping[str, int]] = {
    "Within 1 inch": 4,
    "Each full 4 inches": -1,
    "Target stands still": 1,
    "Your car stands still": 1,
    "Target crosses at 30 mph": -1,
    "Each further 10 mph (at most −6)": -1,
    "Compact or subcompact": -1,
    "From front or back, not a van or pickup": -1,
    "Cycle, from the side": -2,
    "Cycle, from front or back": -3,
    "Tyre": -3,
    "Turret": -2,
    "Person on foot": -3,
    "Each level of skill": 1,
    "Gunner without training": -4,
    "Gunner is wounded": -2,
    "Repeated fire, each turn (at most +2)": 1,
    "Cloud across the line of fire": -1,
    "Cloud along the line of fire": -2,
    "Your car is painted": -2,
}
"""Modifiers of a roll to hit (V34, V35)."""
MANOEUVRES: Final[Rows] = (
    ("Drift, ¼ inch sideways", "1"),
    ("Steep drift, ½ inch sideways", "3"),
    ("Bend, each 15°", "1"),
    ("Swerve", "bend + 1"),
    ("Pivot at 5 mph", "0"),
    ("T-stop, each 10 mph, no cycles", "1"),
    ("Bootlegger, 20–35 mph, no cycles", "7"),
    ("In reverse", "+1"),
    ("On gravel", "+1"),
    ("On oil", "+2"),
)
"""Difficulties of manoeuvres (V24, V25)."""
HAZARDS: Final[Rows] = (
    ("Hit of 1–5 points", "1"),
    ("Hit of 6–9 points", "2"),
    ("Hit of 10 points or more", "3"),
    ("Driver hurt", "+2"),
    ("Debris", "1"),
    ("Obstacle, burning oil", "3"),
    ("Person run over", "3"),
    ("Ram, each 10 mph of change in speed", "1"),
)
"""Difficulties of hazards (V31, V39, V44)."""
RAM_DICE: Final[Rows] = (
    ("5", "1d − 4"),
    ("10", "1d − 2"),
    ("15", "1d − 1"),
    ("20–30", "1d"),
    *((f"{speed}", f"{speed // 5 - 5}d") for speed in range(35, 101, 5)),
)
"""Dice of damage by collision speed (V29)."""
COLLISIONS: Final[Rows] = (
    ("Head-on", "both speeds"),
    ("Rear end", "difference of speeds"),
    ("Into a side", "speed of the rammer"),
    ("Sideswipe", "¼ of sum or difference"),
    ("Wall", "speed of the car"),
    ("Wall, within 45°", "¼ of the speed"),
)
"""Collision speed by the kind of collision (V29, V30)."""
WEIGHTS: Final[Rows] = (
    ("Up to 2,000 lb", "⅓"),
    ("Up to 4,000 lb", "⅔"),
    ("More", "1"),
)
"""Share of the damage that a car of this weight does to the other car (V29)."""
DRIVER_FIRE: Final = (
    "A driver cannot fire in a phase with a manoeuvre, hard braking or a hazard.",
    "A driver who fires in a phase with a manoeuvre, hard braking or a hazard subtracts its D.",
    "A driver can fire in any phase without a penalty.",
)
"""Sentences for the values of `driver_fire` (V154)."""


def brake_rows(numbers: DuelNumbers) -> Rows:
    """Return the difficulties of braking that a club uses (V13)."""
    return tuple(
        (f"Brake by {mph} mph", str(difficulty))
        for mph, difficulty in zip(BRAKES, numbers.braking, strict=True)
        if difficulty
    )
