"""A club's old records as values: what a workbook says, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.garage.rules.parts import ClubParts
from campaign.garage.rules.vehicles import VehicleDesign
from campaign.league.rules.house import HouseRules
from campaign.teams.rules.acts import NewTeam
from engine.values import Value


class Known(Value):
    """What a workbook is checked against: the club's rules, its parts, its teams' names."""

    house: HouseRules
    parts: ClubParts
    teams: tuple[str, ...] = ()


class OldTeam(NewTeam, kw_only=True):
    """A team. No `money` is the house's starting capital."""

    money: int | None = None


class OldPerson(Value, gc=True):
    """Somebody of a team, with their points in each skill ("general" are not assigned yet)."""

    team: str
    name: str
    role: str
    blurb: str
    prestige: int
    wounds: int
    points: Mapping[str, int]


class OldCar(Value, gc=True):
    """A vehicle of a team, and what its parts have lost."""

    team: str
    name: str
    colour: str
    notes: str
    design: VehicleDesign
    damage: Mapping[str, int]


class OldGear(Value):
    """Pieces of gear in a team's store."""

    team: str
    key: str
    pieces: int


class OldWeek(Value):
    """A week of before the club came here, and its duel. `day` is 2040-03-01, or ""."""

    number: int
    duel: str
    arena: str
    day: str
    story: str


class OldPlace(Value):
    """What a team came to in the duel of an old week. It tells; the standings count (C92)."""

    week: int
    team: str
    place: int
    points: int
    duellist: str
    car: str


class OldStanding(Value):
    """A team's points in a season's table; `season` is "" for the one under way."""

    season: str
    team: str
    points: int


class History(Value):
    """What is kept as it was told: weeks and duels of before, tables of seasons that are over."""

    weeks: tuple[OldWeek, ...] = ()
    places: tuple[OldPlace, ...] = ()
    standings: tuple[OldStanding, ...] = ()


class OldRecords(Value):
    """A whole workbook."""

    first_week: int
    teams: tuple[OldTeam, ...]
    people: tuple[OldPerson, ...]
    cars: tuple[OldCar, ...]
    gear: tuple[OldGear, ...]
    standings: tuple[OldStanding, ...]
    history: History

    def counts(self) -> dict[str, Any]:
        """How much of what there is, for the desk log."""
        return {
            "teams": len(self.teams),
            "people": len(self.people),
            "cars": len(self.cars),
            "weeks": len(self.history.weeks),
            "first_week": self.first_week,
        }
