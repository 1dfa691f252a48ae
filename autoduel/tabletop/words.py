"""Speeds, lengths, manoeuvres, directions and parts in words."""

from __future__ import annotations

from math import atan2, pi
from typing import TYPE_CHECKING, Final

from autoduel.rules.aiming import chance
from autoduel.rules.geometry import HEADINGS, apart
from autoduel.rules.manoeuvres import MANOEUVRES
from engine.words import told_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autoduel.rules.geometry import Point, Pose
    from autoduel.rules.values import Weapon

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
WINDS: Final = (
    "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east",
)  # fmt: skip
SIDE_WORDS: Final = {1: "left", -1: "right", 0: ""}
QUARTERS: Final = {0: "", 250: "¼", 500: "½", 750: "¾"}


def mph(speed: int) -> str:
    """A speed: "30 mph", "5 mph backwards"."""
    return f"{-speed} mph backwards" if speed < 0 else f"{speed} mph"


def signed(number: int) -> str:
    """A number with its sign: "+2", "−1", "0"."""
    return f"−{-number}" if number < 0 else f"+{number}" if number else "0"


def inches(mils: int) -> str:
    """A length to the nearest quarter: "6 inches", "¼ inch", "1½ inches"."""
    near = (mils + 125) // 250 * 250
    whole, rest = divmod(near, 1000)
    number = f"{whole or ('' if rest else 0)}{QUARTERS[rest]}"
    return f"{number} {'inch' if 0 < near <= 1000 else 'inches'}"


def manoeuvre_words(manoeuvre: str) -> str:
    """A manoeuvre: "bend left 30°", "straight on"."""
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


def clock(pose: Pose, point: Point) -> int:
    """Where a point lies, on a clock with the nose at 12 (V102)."""
    angle = atan2(point[1] - pose[1], point[0] - pose[0]) - 2 * pi * pose[2] / HEADINGS
    return (round(-angle * 6 / pi) - 1) % 12 + 1


def wind(heading: int) -> str:
    """A heading by the points of the compass."""
    return WINDS[(heading + 1) // 3 % 8]


def going(mine: Pose, heading: int) -> str:
    """How another's heading lies to one's own: "crossing", "the same way"."""
    off = apart(mine[2], heading)
    return "the same way" if off <= 3 else "the other way" if off >= 9 else "crossing"


def weapon_names(weapons: Iterable[Weapon]) -> list[str]:
    """What a car's weapons are called, those that are alike by their number on the record."""
    return list(told_apart((one.key, one.name) for one in weapons).values())


def weapon_titles(weapons: Sequence[Weapon]) -> list[str]:
    """The same with where each points: "Machine gun 2 (front)"."""
    names = weapon_names(weapons)
    return [f"{name} ({one.facing})" for name, one in zip(names, weapons, strict=True)]


def percent(number: int) -> str:
    """The chance of two dice to show a number."""
    return f"{round(chance(number) * 100 / 36)} %"


def part_words(part: str) -> str:
    """A part of the record: "front armour", "a tyre", "plant"."""
    kind, _, which = part.partition(":")
    match kind:
        case "armour":
            return f"{which} armour"
        case "tyre":
            return f"tyre {which.replace('_', ' ')}"
        case "suit":
            return "a suit"
        case "dp":
            return "someone aboard"
        case "weapon" | "accessory":
            return f"{kind} {which}"
        case _:
            return kind
