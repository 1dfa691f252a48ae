"""What stands on the papers of an evening, as plain values: the same for page, PDF and API."""

from __future__ import annotations

from campaign.garage.rules.sheet import VehicleSheet
from engine.values import Value

ON_THE_SHEET = ("driver", "cyclist", "gunner", "handgunner", "mechanic", "paramedic")
"""The skills that a record sheet names, in this order, where the club's table has them."""


class SkillLine(Value):
    """A skill of somebody aboard at base level or better: 0 at base, +1 … above."""

    title: str
    level: int


class CrewLine(Value):
    """Somebody aboard, with their place, DP now and when healthy, and what they know."""

    place: str
    name: str
    dp: int
    full_dp: int
    skills: tuple[SkillLine, ...] = ()


class CarPaper(Value):
    """All that the record sheet of one car says (C30). `heading` is for what it was printed."""

    team: str
    heading: str
    sheet: VehicleSheet
    crew: tuple[CrewLine, ...] = ()
    notes: str = ""


class EntryLine(Value):
    """A car in the table of entries: everybody who reads it knows that much."""

    team: str
    car: str
    crew: tuple[str, ...]
