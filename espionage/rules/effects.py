"""The effects of a settled week as values.

Each has a cause, so it is written only once (E14, E26).
"""

from __future__ import annotations

from typing import Literal

from campaign.garage.rules.damage import Strike
from campaign.roster.rules.people import WeekActivities
from engine.values import Seat, Value

from .report import Award, Hurt, News, Snapshot


class Captive(Value):
    """A captured character, held until the next week's settlement, and the captors' seat (P10)."""

    seat: Seat
    character: str
    by: Seat
    cause: str


class VehicleHit(Value):
    """An explosion before settlement: its dice, and the damage to the vehicle."""

    seat: Seat
    vehicle: str
    faces: tuple[int, ...]
    location: int
    strike: Strike
    cause: str


class Charge(Value):
    """A charge that goes off at the duel (E23).

    It has the raw dice, the location die, and the number of halves of damage that apply. See
    `charges`.
    """

    by: Seat
    seat: Seat
    vehicle: str
    due: Literal["after_duel", "first_phase"]
    faces: tuple[int, ...]
    location: int
    halves: int
    cause: str


class Payment(Value):
    """A payment by a team in dollars, and what it is for."""

    seat: Seat
    item: Literal["gear", "ammunition"]
    dollars: int
    cause: str


class StockChange(Value):
    """Pieces added to a team's store, or removed from it (negative)."""

    seat: Seat
    gear: str
    count: int
    cause: str


class Intelligence(Value):
    """A snapshot taken by a team's infiltrator."""

    seat: Seat
    snapshot: Snapshot


class Activity(Value):
    """A character's activity this week, which affects work and healing (E20)."""

    seat: Seat
    character: str
    mission: bool = False
    counterspy_roll: bool = False
    ambush: bool = False

    def quiet(self, *, duel: bool) -> WeekActivities:
        """Return the arguments of `campaign.roster.rules.people.healed` for the week's close."""
        return WeekActivities(
            mission=self.mission,
            counterspy_roll=self.counterspy_roll,
            ambush=self.ambush,
            duel=duel,
        )

    @property
    def may_work(self) -> bool:
        """Return whether a character can work: not after a mission, counterspy roll or ambush (E20,
        E36).
        """
        return not (self.mission or self.counterspy_roll or self.ambush)


class Effects(Value):
    """All rows that a settled week writes. Seats are those of the set-up."""

    awards: tuple[Award, ...] = ()
    hurt: tuple[Hurt, ...] = ()
    captives: tuple[Captive, ...] = ()
    vehicle_hits: tuple[VehicleHit, ...] = ()
    charges: tuple[Charge, ...] = ()
    payments: tuple[Payment, ...] = ()
    stock: tuple[StockChange, ...] = ()
    intelligence: tuple[Intelligence, ...] = ()
    activity: tuple[Activity, ...] = ()
    news: tuple[News, ...] = ()
