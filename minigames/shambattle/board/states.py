"""What there is to say of a figure: what it has done, what has been done to it, what it touches,
and the ground it stands on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minigames.shambattle.rules.geometry import RADIUS
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import is_captive, touched
from minigames.shambattle.rules.values import SPY

from .codes import codes

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import Spot, Table


def states(table: Table, number: int) -> list[str]:
    """The state of a figure in a few words each."""
    man = table.men[number]
    said = [
        ("captive", is_captive(table, number)),
        ("stunned", man.stun > 0),
        ("has moved", man.moved),
        ("has fought", man.fought),
        ("has fired", man.fired),
        (f"attacked {man.attacks}×", man.attacks > 0),
        ("holds the platform", number in holders(table)),
        ("guards the captive", number in table.guards),
        ("at a console", at_console(table, man.spot)),
    ]
    found = [words for words, so in said if so]
    near = touched(table, number)
    return [*found, *([f"touches {codes(near)}"] if near else [])]


def holders(table: Table) -> tuple[int, ...]:
    """Those who began to hold the platform and are on it now: who has fallen or walked off since
    does not hold it (S15).
    """
    there = on_platform(table, SPY) if table.holding else ()
    return tuple([number for number in table.holding if number in there])


def at_console(table: Table, spot: Spot) -> bool:
    """Whether a figure there touches a console, which is cover on its other side (S9)."""
    reach = RADIUS + 5
    for west, south, east, north in ground(table.map).consoles:
        dx, dy = max(west - spot[0], 0, spot[0] - east), max(south - spot[1], 0, spot[1] - north)
        if dx * dx + dy * dy <= reach * reach:
            return True
    return False
