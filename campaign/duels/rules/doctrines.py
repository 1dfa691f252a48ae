"""Rules for the doctrines of cars in duels that the site drives (C98)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from core.web.records import choice
from engine.values import Value

Doctrine: TypeAlias = Literal["duellist", "circler", "charger", "survivor", "layer"]
Yields: TypeAlias = Literal["never", "hurt-and-holed", "holed"]
DOCTRINES: Final[Mapping[Doctrine, str]] = {
    "duellist": "Duellist: keeps its distance and aims its best gun at the weakest side",
    "circler": "Circler: drives around the enemy, good for turrets",
    "charger": "Charger: closes in and rams lighter cars",
    "survivor": "Survivor: shows its strongest side and avoids damage",
    "layer": "Layer: leads pursuers over its mines and other dropped weapons",
}
YIELDS: Final[Mapping[Yields, str]] = {
    "never": "Never",
    "hurt-and-holed": "When someone is hurt and one side has no armour left",
    "holed": "When one side has no armour left",
}


class Drive(Value):
    """A car's doctrine, and when its driver gives up."""

    doctrine: Annotated[Doctrine, choice("Doctrine", DOCTRINES, "How the site drives the car.")] = (
        "duellist"
    )
    yields: Annotated[
        Yields, choice("Gives up", YIELDS, "A driver who gives up survives but loses.")
    ] = "hurt-and-holed"


DEFAULT_DRIVE: Final = Drive()
"""Default doctrine of an entered car."""
