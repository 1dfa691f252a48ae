"""Describes an order in one line, for a folded row in the form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.web.problems import plural
from espionage.rules.files import PublicTeam, Roster
from espionage.rules.orders import COUNTERSPY, Order
from espionage.rules.receipt import NO_NAMES, Names, conditions_words

VERBS: Final = {"infiltrate": "infiltrate", "assassinate": "assassinate", "blow_up": "blow up"}


def order_line(order: Order | None, roster: Roster, vehicles: Names = NO_NAMES) -> str:
    """Describe an order in a phrase that follows a name and a colon.

    An example is "blow up Thunderbolt of Redline, 2 bricks". `order` is None if no action is
    chosen. If a mission has no opponent, the text asks for one.
    """
    if order is None:
        return "choose what they do"
    if order.action == COUNTERSPY:
        return (
            f"counterspy, only against {conditions_words(order.only_against, roster, vehicles)}"
            if order.only_against
            else "counterspy, on guard at home"
        )
    verb = VERBS[order.action]
    team = next(
        (public_team for public_team in roster if public_team.id == order.target_team), None
    )
    if team is None:
        return f"{verb}, against whom?"
    if order.action == "infiltrate":
        return f"{verb} {team.name}"
    if order.action == "assassinate":
        return f"{verb} {_person(team, order.target)} of {team.name}"
    vehicle_name = vehicles.get(order.target, "a vehicle") if order.target else "any vehicle"
    return f"{verb} {vehicle_name} of {team.name}, {plural(order.bricks, 'brick')}"


def _person(team: PublicTeam, target: str) -> str:
    if not target:
        return "anybody"
    return next((member.name for member in team.people if member.id == target), "someone")


def kit_note(names: Sequence[str]) -> str:
    """Describe a kit in a few words: "heavy pistol and 2 more", or "" if it is empty."""
    if len(names) < 2:
        return "".join(names)
    return f"{names[0]} and {len(names) - 1} more"
