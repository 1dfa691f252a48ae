"""A figure's state: what it has done, attacks on it, contacts and terrain."""

from __future__ import annotations

from minigames.shambattle.rules.geometry import RADIUS
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import enemies_touched, is_captive
from minigames.shambattle.rules.values import SPY, Spot, Table

from .codes import codes_of


def states(table: Table, number: int) -> list[str]:
    """Return a figure's state as short phrases."""
    man = table.men[number]
    conditions = [
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
    phrases = [phrase for phrase, applies in conditions if applies]
    touched_enemies = enemies_touched(table, number)
    return [*phrases, *([f"touches {codes_of(touched_enemies)}"] if touched_enemies else [])]


def holders(table: Table) -> tuple[int, ...]:
    """Return the figures that still hold the platform (S15).

    Figures that were removed or have left the platform no longer count.
    """
    figures_on_platform = on_platform(table, SPY) if table.holding else ()
    return tuple([number for number in table.holding if number in figures_on_platform])


def at_console(table: Table, spot: Spot) -> bool:
    """Return whether a figure at this place touches a console.

    The console protects it from fire that comes from the other side (S9).
    """
    reach = RADIUS + 5
    for west, south, east, north in ground(table.map).consoles:
        dx, dy = max(west - spot[0], 0, spot[0] - east), max(south - spot[1], 0, spot[1] - north)
        if dx * dx + dy * dy <= reach * reach:
            return True
    return False
