"""Words that are used in sentences and on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.values import Seat

from .values import Cause, Kind, MatchKind, Unlock

SIDE_WORDS: Final = ("RED", "BLU")
CHANNELS: Final = ("red", "blu")
"""The private channel of each side (A8)."""

KIND_WORDS: Final[Mapping[Kind, str]] = {
    "scout": "Scout", "soldier": "Soldier", "pyro": "Pyro", "demoman": "Demoman", "heavy": "Heavy",
    "engineer": "Engineer", "medic": "Medic", "sniper": "Sniper", "spy": "Spy",
}  # fmt: skip

MATCH_WORDS: Final[Mapping[MatchKind, str]] = {
    "payload": "Payload",
    "flag": "Capture the Flag",
    "control": "Control Points",
}

UNLOCK_WORDS: Final[Mapping[Unlock, str]] = {
    "bonk": "Bonk! Atomic Punch", "crit-a-cola": "Crit-a-cola", "pain-train": "The Pain Train",
    "half-zatoichi": "The Half-Zatoichi", "backburner": "The Backburner",
    "eyelander": "The Eyelander", "natascha": "Natascha", "gunslinger": "The Gunslinger",
    "kritzkrieg": "The Kritzkrieg", "ubersaw": "The Ubersaw", "razorback": "The Razorback",
    "ambassador": "The Ambassador",
}  # fmt: skip

CAUSE_WORDS: Final[Mapping[Cause, str]] = {
    "burnt": "was smoked out by a Pyro", "headshot": "was headshot", "backstab": "was backstabbed",
    "duel": "fell to the Half-Zatoichi", "shot": "was shot by a Sniper",
}  # fmt: skip


def player_number(seat: Seat) -> str:
    """Return a player's number, counted from 1, as used in notes and refusals."""
    return f"number {seat + 1}"
