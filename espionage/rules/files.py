"""What is known of a team before a week is played: its own file, and what everybody may know of it
(E24).

Skills are what is added to 2d6: 0 at base, 1 for +1 and so on, -4 below base (E1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.garage.rules.record import VehicleRecord
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.skills import UNSKILLED, build, level_at
from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.league.rules.house import HouseRules

BELOW_BASE: Final = UNSKILLED
WOUNDED: Final = -2
CONSCIOUS: Final = 2

Skill: TypeAlias = Literal[
    "espionage", "explosives", "stealth", "handgunner", "blade", "martial_arts", "general"
]


class Skills(Value):
    """The skills a spy needs, as modifiers to 2d6."""

    espionage: int = BELOW_BASE
    explosives: int = BELOW_BASE
    stealth: int = BELOW_BASE
    handgunner: int = BELOW_BASE
    blade: int = BELOW_BASE
    martial_arts: int = BELOW_BASE
    running: int = BELOW_BASE
    bodybuilding: int = BELOW_BASE


SPY_SKILLS: Final = frozenset(Skills.__struct_fields__)


class Character(Value):
    """A member of a team. `dp` are damage points left, `full_dp` those of the healthy character."""

    id: str
    name: str
    role: str = ""
    dp: int = 3
    full_dp: int = 3
    skills: Skills = Skills()
    captured: bool = False

    @property
    def alive(self) -> bool:
        """E12: dead at 0 or less."""
        return self.dp > 0

    @property
    def fit(self) -> bool:
        """May be given an order: alive, conscious (E12: unconscious at exactly 1) and not held by
        an enemy (P10).
        """
        return self.dp >= CONSCIOUS and not self.captured

    @property
    def wounds(self) -> int:
        """E12: any DP missing is -2 on all rolls."""
        return WOUNDED if self.dp < self.full_dp else 0


def person(
    row: tuple[object, str, str],
    points: Mapping[str, int],
    lost: int,
    *,
    captured: bool,
    house: HouseRules,
) -> Character:
    """A character (id, name, role) as the ledgers have them: skill points, DP lost."""
    key, name, role = row
    full = build(points, house).dp
    return Character(
        id=str(key),
        name=name,
        role=role,
        dp=full - lost,
        full_dp=full,
        captured=captured,
        skills=_skills(points, house),
    )


def _skills(points: Mapping[str, int], house: HouseRules) -> Skills:
    costs = [
        (row.key, row.points)
        for row in house.skill_costs
        if row.key in SPY_SKILLS and row.key in points
    ]
    return Skills(**{key: level_at(points[key], cost, house.skill_cap) for key, cost in costs})


class Vehicle(Value):
    """A vehicle in the garage at the deadline; `entered` for the coming duel (E22)."""

    id: str
    name: str
    record: VehicleRecord
    entered: bool = False


class TeamFile(Value):
    """All that a team knows of itself: its money in dollars, its store of personal gear, its people
    and its garage.
    """

    id: str
    name: str
    money: int = 0
    stock: tuple[Packed, ...] = ()
    people: tuple[Character, ...] = ()
    garage: tuple[Vehicle, ...] = ()


def find(people: tuple[Character, ...], character: str) -> Character | None:
    """The character of that id among these people."""
    for who in people:
        if who.id == character:
            return who
    return None


class PublicPerson(Value):
    """What everybody knows of a character (E24): name, role, alive or dead at the last
    settlement.
    """

    id: str
    name: str
    role: str = ""
    alive: bool = True


class PublicTeam(Value):
    """What everybody knows of a team."""

    id: str
    name: str
    people: tuple[PublicPerson, ...] = ()


Roster: TypeAlias = tuple[PublicTeam, ...]


def public(file: TeamFile) -> PublicTeam:
    """What everybody knows of a team at the deadline."""
    people = tuple(
        [
            PublicPerson(id=who.id, name=who.name, role=who.role, alive=who.alive)
            for who in file.people
        ]
    )
    return PublicTeam(id=file.id, name=file.name, people=people)
