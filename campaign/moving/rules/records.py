"""A club's old records as values, after they have been read from a workbook and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.garage.rules.parts import ClubParts
from campaign.garage.rules.vehicles import VehicleDesign
from campaign.house_rules.rules.house import HouseRules
from campaign.teams.rules.acts import NewTeam
from engine.values import Value

from .arranging import Leftover


class WorkbookContext(Value):
    """The context for checking a workbook.

    It has the club's rules, its parts, and the names of its teams.
    """

    house_rules: HouseRules
    parts: ClubParts
    teams: tuple[str, ...] = ()


class OldTeam(NewTeam, kw_only=True):
    """A team. If `money` is omitted, the team gets the starting capital in the house rules."""

    money: int | None = None


class OldPerson(Value, gc=True):
    """A person on a team, with their points in each skill. Points under "general" are
    unassigned.
    """

    team: str
    name: str
    role: str
    blurb: str
    prestige: int
    wounds: int
    points: Mapping[str, int]


class OldCar(Value, gc=True):
    """A team's vehicle, with the losses of its parts."""

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
    """A week from before the club joined this site, and its duel.

    `day` is a date such as 2040-03-01, or "".
    """

    number: int
    duel: str
    arena: str
    day: str
    story: str


class OldPlace(Value):
    """A team's result in the duel of an old week.

    It is for information only. Points come from the standings (C92).
    """

    week: int
    team: str
    place: int
    points: int
    duellist: str
    car: str


class OldStanding(Value):
    """A team's points in a season's standings. For the current season, `season` is ""."""

    season: str
    team: str
    points: int


class History(Value):
    """Records that are stored for information only.

    These are earlier weeks and duels, the standings of past seasons, and the cells of the workbook
    that were not understood. Only GMs can read the latter.
    """

    weeks: tuple[OldWeek, ...] = ()
    places: tuple[OldPlace, ...] = ()
    standings: tuple[OldStanding, ...] = ()
    notes: tuple[Leftover, ...] = ()


class OldRecords(Value):
    """A complete workbook."""

    first_week: int
    teams: tuple[OldTeam, ...]
    people: tuple[OldPerson, ...]
    cars: tuple[OldCar, ...]
    gear: tuple[OldGear, ...]
    standings: tuple[OldStanding, ...]
    history: History

    def counts(self) -> dict[str, Any]:
        """Return the number of records of each kind, for the desk log."""
        return {
            "teams": len(self.teams),
            "people": len(self.people),
            "cars": len(self.cars),
            "weeks": len(self.history.weeks),
            "first_week": self.first_week,
        }
