"""What a settled week writes, as values: each row once, with a cause and the settlement's time
(E14, E26).
"""

from __future__ import annotations

from typing import Literal

from campaign.garage.rules.damage import Strike
from campaign.roster.rules.people import Quiet
from engine.values import Seat, Value

from .report import Award, Hurt, News, Snapshot


class Captive(Value):
    """Who is held until the next week's settlement, and by whom (P10)."""

    seat: Seat
    character: str
    by: Seat
    cause: str


class VehicleHit(Value):
    """An explosion that went off before settlement: the strike on the vehicle as it then stood, and
    the dice behind it.
    """

    seat: Seat
    vehicle: str
    faces: tuple[int, ...]
    location: int
    strike: Strike
    cause: str


class Charge(Value):
    """A charge that waits for the duel (E23): raw dice, location die, and the halves of them that
    count. See `charges`.
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
    """Dollars that a team pays; `item` says for what."""

    seat: Seat
    item: Literal["gear", "ammunition"]
    dollars: int
    cause: str


class StockChange(Value):
    """Pieces that come into a team's store, or leave it (negative)."""

    seat: Seat
    gear: str
    count: int
    cause: str


class Intelligence(Value):
    """What a team's infiltration saw."""

    seat: Seat
    snapshot: Snapshot


class Activity(Value):
    """What a character did this week, as far as work and healing ask (E20)."""

    seat: Seat
    character: str
    mission: bool = False
    counterspy_roll: bool = False
    ambush: bool = False

    def quiet(self, *, duel: bool) -> Quiet:
        """For `campaign.roster.rules.people.healed` at the week's close."""
        return Quiet(
            mission=self.mission,
            counterspy_roll=self.counterspy_roll,
            ambush=self.ambush,
            duel=duel,
        )

    @property
    def may_work(self) -> bool:
        """No mechanic or paramedic work after a mission, a counterspy roll or an ambush (E20,
        E36).
        """
        return not (self.mission or self.counterspy_roll or self.ambush)


class Effects(Value):
    """Everything a settled week writes. Seats are those of the set-up."""

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
