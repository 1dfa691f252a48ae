"""The address and accounts of the demo club, which the `demo` command creates."""

from __future__ import annotations

from typing import Final

SLUG: Final = "demo"
"""Address of the demo club.

No other club can get this address, because generated addresses end in random letters.
"""

LOGINS: Final[tuple[tuple[str, str, str], ...]] = (
    ("morgan", "drop-morgan", "Game master without a team"),
    ("vera", "drop-vera", "Player, runs Ironclad Freight"),
    ("tomas", "drop-tomas", "Player, runs Nightjar Couriers"),
    ("ines", "drop-ines", "Player, runs Palisade Mutual"),
    ("otto", "drop-otto", "Player, runs Route 9 Salvage"),
    ("sam", "drop-sam", "Spectator"),
)
"""User name, password and description of each demo account."""

PLAYER: Final = "vera"
"""User name of the account that people can use to try the demo with one click."""
