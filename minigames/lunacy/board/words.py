"""Names that are shown to players, and parts of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.values import Seat
from minigames.lunacy.rules.judging import colour_name
from minigames.lunacy.rules.laboratory import (
    DEFENCE_ROOM,
    FIRST_AID,
    NOWHERE,
    ROOF_LIFT,
    ROOMS,
    WEAPON_ROOM,
    column,
    floor,
    name,
)
from minigames.lunacy.rules.police import RANKS
from minigames.lunacy.rules.values import COLOURS, Table

WEAPONS: Final = {
    "green": "acid thrower", "orange": "flamethrower", "yellow": "laser", "black": "tar gun",
    "white": "fire extinguisher", "light_blue": "freeze gun",
}  # fmt: skip
TRAPS: Final = {
    "green": "acid trap", "orange": "fire trap", "yellow": "laser trap", "black": "oil trap",
    "white": "smoke trap", "light_blue": "freeze trap",
}  # fmt: skip
DEFENCES: Final = {
    "green": "acid",
    "orange": "fire",
    "yellow": "laser",
    "black": "tar",
    "white": "smoke",
    "light_blue": "cold",
}
DOES: Final = {
    "green": "1 damage, and the weapon in use dissolves",
    "orange": "1 damage, and the defence in use burns",
    "yellow": "1 damage; die 1–4: another",
    "black": "1 damage; die 1–4: out of the room",
    "white": "1 damage; die 1–4: no further search",
    "light_blue": "1 damage, the rest of the turn lost, and a point of the next",
}
"""What a trap of each colour does."""
SPECIAL: Final = {
    DEFENCE_ROOM: "Defensive Equipment", FIRST_AID: "First Aid", WEAPON_ROOM: "Offensive Equipment",
    ROOF_LIFT: "roof elevator",
}  # fmt: skip
FACES: Final = " ⚀⚁⚂⚃⚄⚅"


def weapon(colour: str) -> str:
    """Return a weapon's name, which includes its colour."""
    return f"{WEAPONS[colour]} ({colour_name(colour)})"


def defence(colour: str) -> str:
    """Return a defence's name, which includes its colour."""
    return f"{DEFENCES[colour]} defence ({colour_name(colour)})"


def device(kind: str) -> str:
    """Return the name of a device."""
    if kind in TRAPS:
        return f"{TRAPS[kind]} ({colour_name(kind)})"
    return "decoy" if kind == "decoy" else "nothing"


def place(number: int) -> str:
    """Return a place's name, which includes any special function."""
    return f"{name(number)} ({SPECIAL[number]})" if number in SPECIAL else name(number)


def with_preposition(number: int) -> str:
    """Return a place with its preposition: "in room 2 on floor 1" or "at the left entrance"."""
    return f"{'in' if number in ROOMS else 'at'} {place(number)}"


def short(number: int) -> str:
    """Return a short room name for narrow columns."""
    return f"Floor {floor(number)}, room {column(number)}"


def die(face: int) -> str:
    """Return a die's symbol and number."""
    return f"{FACES[face]} {face}"


def heap(colours: Sequence[str], labels: dict[str, str]) -> str:
    """Return the names of these colours with their counts, such as "laser, 2 × tar gun"."""
    return ", ".join(
        f"{colours.count(colour)} × {labels[colour]}"
        if colours.count(colour) > 1
        else labels[colour]
        for colour in COLOURS
        if colour in colours
    )


def cop(rank: int) -> str:
    """Return the name of a cop."""
    return f"the {RANKS[rank]}"


def side(table: Table, seat: Seat) -> str:
    """Return a spy's colour: "Black" or "White"."""
    return "Black" if seat == table.black else "White"


def position(table: Table, seat: Seat) -> str:
    """Return where a spy is, such as "in room 2 on floor 1"."""
    current_place = table.spies[seat].place
    return (
        "dead and about to return" if current_place == NOWHERE else with_preposition(current_place)
    )


class Speaker(NamedTuple):
    """Parts of sentences for a reader. A player is addressed as "you"."""

    names: Sequence[str]
    viewer: Seat | None

    def name(self, seat: Seat) -> str:
        """Return a spy's name as used at the beginning of a sentence."""
        return "You" if seat == self.viewer else self.names[seat]

    def inside(self, seat: Seat) -> str:
        """Return a spy's name as used within a sentence."""
        return "you" if seat == self.viewer else self.names[seat]

    def possessive(self, seat: Seat) -> str:
        """Return the possessive form of a spy's name."""
        return "your" if seat == self.viewer else f"{self.names[seat]}’s"

    def does(self, seat: Seat, second_person: str, third_person: str) -> str:
        """Return a spy's name and the matching form of the verb."""
        return f"{self.name(seat)} {second_person if seat == self.viewer else third_person}"
