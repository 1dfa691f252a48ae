"""The demo club's address and the people one can log in as; its founding is the `demo`
command's.
"""

from __future__ import annotations

from typing import Final

SLUG: Final = "demo"
"""No other club gets this address: theirs end in random letters."""

LOGINS: Final[tuple[tuple[str, str, str], ...]] = (
    ("morgan", "drop-morgan", "Game master without a team"),
    ("vera", "drop-vera", "Player, runs Ironclad Freight"),
    ("tomas", "drop-tomas", "Player, runs Nightjar Couriers"),
    ("ines", "drop-ines", "Player, runs Palisade Mutual"),
    ("otto", "drop-otto", "Player, runs Route 9 Salvage"),
    ("sam", "drop-sam", "Spectator"),
)
"""User name, password, who that is."""

PLAYER: Final = "vera"
"""As whom a visitor looks around at one press."""
