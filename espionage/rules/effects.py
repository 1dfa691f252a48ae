"""The effects of a settled week, as values.

Each effect has a cause, which ensures that it is stored only once (E14, E26).
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from campaign.garage.rules.damage import Strike
from campaign.roster.rules.people import WeekActivities
from engine.values import Seat, Value

from .report import Award, Hurt, News, Snapshot


class Captive(Value):
    """A captured character and the captors' seat (P10).

    The character is held until the next week is settled.
    """

    seat: Seat
    character: str
    by: Seat
    cause: str


class VehicleHit(Value):
    """An explosion before settlement: the dice, and the damage to the vehicle."""

    seat: Seat
    vehicle: str
    faces: tuple[int, ...]
    location: int
    strike: Strike
    cause: str


class Charge(Value):
    """A charge that explodes at the duel (E23).

    A charge has raw dice, a location die, and the number of halves of the damage that apply. See
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
    """A team's payment in dollars, and what it paid for."""

    seat: Seat
    item: Literal["gear", "ammunition"]
    dollars: int
    cause: str


class StockChange(Value):
    """Pieces added to a team's store. The count is negative if pieces are removed."""

    seat: Seat
    gear: str
    count: int
    cause: str


class Intelligence(Value):
    """A snapshot that a team's infiltrator took."""

    seat: Seat
    snapshot: Snapshot


class Activity(Value):
    """A character's activities this week, which affect work and healing (E20)."""

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
        """Return whether the character can work (E20, E36).

        Characters cannot work after a mission, a counterspy roll or an ambush.
        """
        return not (self.mission or self.counterspy_roll or self.ambush)


class Effects(Value):
    """Everything that a settled week writes to the database, with the seats of the set-up."""

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

    @property
    def stolen_sheets(self) -> Counter[Seat]:
        """Number of rivals of which each seat saw a whole vehicle sheet (E55)."""
        seen = {
            (row.seat, row.snapshot.about)
            for row in self.intelligence
            if row.snapshot.sheet is not None
        }
        return Counter([seat for seat, _ in seen])
