"""An order in one line, as it stands folded on the form: who does what to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.web.problems import plural
from espionage.rules.orders import COUNTERSPY
from espionage.rules.receipt import NO_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from espionage.rules.files import PublicTeam, Roster
    from espionage.rules.orders import Order
    from espionage.rules.receipt import Names

VERBS: Final = {"infiltrate": "infiltrate", "assassinate": "assassinate", "blow_up": "blow up"}


def order_line(order: Order | None, roster: Roster, vehicles: Names = NO_NAMES) -> str:
    """What somebody does, after their name and a colon: "blow up Thunderbolt of Redline, 2
    bricks". `order` is None while no action is chosen; a mission without an opponent asks for one.
    """
    if order is None:
        return "choose what they do"
    if order.action == COUNTERSPY:
        return "counterspy, on guard at home"
    verb = VERBS[order.action]
    team = next((each for each in roster if each.id == order.target_team), None)
    if team is None:
        return f"{verb}, against whom?"
    if order.action == "infiltrate":
        return f"{verb} {team.name}"
    if order.action == "assassinate":
        return f"{verb} {_person(team, order.target)} of {team.name}"
    aim = vehicles.get(order.target, "a vehicle") if order.target else "any vehicle"
    return f"{verb} {aim} of {team.name}, {plural(order.bricks, 'brick')}"


def _person(team: PublicTeam, target: str) -> str:
    if not target:
        return "anybody"
    return next((who.name for who in team.people if who.id == target), "someone")


def kit_note(names: Sequence[str]) -> str:
    """What is packed, in a word or two: "heavy pistol and 2 more"; nothing for an empty kit."""
    if len(names) < 2:
        return "".join(names)
    return f"{names[0]} and {len(names) - 1} more"
