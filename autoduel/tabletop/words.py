"""Speeds, lengths, manoeuvres, directions and parts as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, pi
from typing import Final

from autoduel.rules.aiming import throws_that_hit
from autoduel.rules.geometry import HEADINGS, Point, Pose, heading_difference
from autoduel.rules.manoeuvres import MANOEUVRES
from autoduel.rules.values import Weapon
from engine.words import number_duplicates

LOOK_WORDS: Final = {
    "gun": "gun",
    "cannon": "cannon",
    "rockets": "rockets",
    "laser": "laser",
    "flamethrower": "flamethrower",
    "mines": "minedropper",
    "spikes": "spikedropper",
    "oil": "oil jet",
    "burning-oil": "burning-oil jet",
    "smoke": "smokescreen",
    "paint": "paint sprayer",
}
KIND_WORDS: Final = {
    "mine": "mines",
    "spikes": "spikes",
    "oil": "oil",
    "burning-oil": "burning oil",
    "smoke": "smoke",
    "paint": "a cloud of paint",
    "debris": "debris",
    "obstacle": "a wreck’s parts",
}
KIND_TITLES: Final = {
    "duellist": "Duellist: keeps its distance, best gun on the enemy",
    "circler": "Circler: drives round the enemy",
    "charger": "Charger: closes, and rams if it is heavy",
    "survivor": "Survivor: shows its thick side, gives up in time",
    "layer": "Layer: leads others over what it drops",
}
COMPASS_WORDS: Final = (
    "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east",
)  # fmt: skip
SIDE_WORDS: Final = {1: "left", -1: "right", 0: ""}
QUARTER_SIGNS: Final = {0: "", 250: "¼", 500: "½", 750: "¾"}


def mph(speed: int) -> str:
    """Return a speed as text, such as "30 mph" or "5 mph backwards"."""
    return f"{-speed} mph backwards" if speed < 0 else f"{speed} mph"


def signed(number: int) -> str:
    """Return a number with its sign, such as "+2", "−1" or "0"."""
    return f"−{-number}" if number < 0 else f"+{number}" if number else "0"


def inches(mils: int) -> str:
    """Return a length to the nearest quarter, such as "6 inches", "¼ inch" or "1½ inches"."""
    rounded_mils = (mils + 125) // 250 * 250
    whole_inches, remainder = divmod(rounded_mils, 1000)
    number = f"{whole_inches or ('' if remainder else 0)}{QUARTER_SIGNS[remainder]}"
    return f"{number} {'inch' if 0 < rounded_mils <= 1000 else 'inches'}"


def manoeuvre_words(manoeuvre: str) -> str:
    """Return a description of a manoeuvre, such as "bend left 30°" or "straight on"."""
    row = MANOEUVRES[manoeuvre]
    side = SIDE_WORDS[row.side]
    match row.kind:
        case "straight":
            return "straight on"
        case "drift":
            return f"{'steep ' if row.amount > 250 else ''}drift {side}"
        case "t-stop":
            return f"T-stop to the {side}"
        case "bootlegger":
            return f"bootlegger to the {side}"
        case _:
            return f"{row.kind} {side} {15 * row.amount}°"


def short_manoeuvre_words(manoeuvre: str) -> str:
    """Return the text beside the arrow on a manoeuvre's button, such as "30°" or "drift"."""
    row = MANOEUVRES[manoeuvre]
    match row.kind:
        case "drift":
            return "steep" if row.amount > 250 else "drift"
        case "straight":
            return "Ahead"
        case "t-stop":
            return "T-stop"
        case "bootlegger":
            return "U-turn"
        case _:
            return f"{15 * row.amount}°"


def clock_direction(pose: Pose, point: Point) -> int:
    """Return the direction to a point on a clock face, with the nose at 12 (V102)."""
    angle = atan2(point[1] - pose[1], point[0] - pose[0]) - 2 * pi * pose[2] / HEADINGS
    return (round(-angle * 6 / pi) - 1) % 12 + 1


def compass_words(heading: int) -> str:
    """Return a heading as a point of the compass."""
    return COMPASS_WORDS[(heading + 1) // 3 % 8]


def direction_words(own_pose: Pose, heading: int) -> str:
    """Return another car's heading relative to the viewer's own car, such as "crossing"."""
    angle = heading_difference(own_pose[2], heading)
    if angle <= 3:
        return "driving the same way"
    return "driving the opposite way" if angle >= 9 else "crossing"


def weapon_names(weapons: Iterable[Weapon]) -> list[str]:
    """Return the names of a car's weapons.

    Weapons with the same name get their number on the record.
    """
    return list(number_duplicates((weapon.key, weapon.name) for weapon in weapons).values())


def weapon_titles(weapons: Sequence[Weapon]) -> list[str]:
    """Return the weapon names with directions, such as "Machine gun 2 (front)"."""
    names = weapon_names(weapons)
    return [f"{name} ({weapon.facing})" for name, weapon in zip(names, weapons, strict=True)]


def percent(number: int) -> str:
    """Return the chance, in percent, of rolling at least a number on two dice."""
    return f"{round(throws_that_hit(number) * 100 / 36)} %"


def part_words(part: str) -> str:
    """Return a part of the record as text, such as "front armour", "a tyre" or "plant"."""
    kind, _, place = part.partition(":")
    match kind:
        case "armour":
            return f"{place} armour"
        case "tyre":
            return f"tyre {place.replace('_', ' ')}"
        case "suit":
            return "a suit"
        case "dp":
            return "someone aboard"
        case "weapon" | "accessory":
            return f"{kind} {place}"
        case _:
            return kind
