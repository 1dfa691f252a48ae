"""A team before the week is played: its private file, and its public information (E24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from campaign.garage.rules.record import VehicleRecord
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.skills import build
from campaign.roster.rules.spies import MIN_CONSCIOUS_DP, WOUND_MODIFIER, Skills, spy_skills
from engine.values import Value, changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.house_rules.rules.house import HouseRules


Skill: TypeAlias = Literal[
    "espionage", "explosives", "stealth", "handgunner", "blade", "martial_arts", "general"
]


class Character(Value):
    """A member of a team, or a guard whom another team has lent to it (E56).

    `dp` is the current number of damage points, and `full_dp` is the number without any wounds. A
    lent guard appears in two files: with `guards_for`, the id of the borrower, in his own team's
    file, and with `lent_by`, the id of his own team, in the borrower's file.
    """

    id: str
    name: str
    role: str = ""
    dp: int = 3
    full_dp: int = 3
    skills: Skills = Skills()
    captured: bool = False
    guards_for: str | UnsetType = UNSET
    lent_by: str | UnsetType = UNSET

    @property
    def alive(self) -> bool:
        """True unless the character is dead (0 DP or less, E12)."""
        return self.dp > 0

    @property
    def fit(self) -> bool:
        """True if the character can get orders.

        The character must be conscious (2 DP or more, E12), and neither captured (P10) nor lent
        (E56).
        """
        return self.dp >= MIN_CONSCIOUS_DP and not self.captured and not self.guards_for

    @property
    def wounds(self) -> int:
        """Modifier on all rolls: -2 if any DP are missing (E12)."""
        return WOUND_MODIFIER if self.dp < self.full_dp else 0


def make_character(
    identity: tuple[object, str, str],
    points: Mapping[str, int],
    lost: int,
    *,
    captured: bool,
    house_rules: HouseRules,
) -> Character:
    """Return a character with the values from the ledger.

    `identity` contains the id, name and role. `lost` is the number of DP lost.
    """
    key, name, role = identity
    full_dp = build(points, house_rules).dp
    return Character(
        id=str(key),
        name=name,
        role=role,
        dp=full_dp - lost,
        full_dp=full_dp,
        captured=captured,
        skills=spy_skills(points, house_rules),
    )


class Vehicle(Value):
    """A vehicle in the garage at the deadline.

    `entered` is true if the vehicle is entered in the coming duel (E22).
    """

    id: str
    name: str
    record: VehicleRecord
    entered: bool = False


class TeamFile(Value):
    """A team's private information: money in dollars, gear in store, people and garage."""

    id: str
    name: str
    money: int = 0
    stock: tuple[Packed, ...] = ()
    people: tuple[Character, ...] = ()
    garage: tuple[Vehicle, ...] = ()

    @property
    def members(self) -> tuple[Character, ...]:
        """The team's own people, without the guards that it has borrowed (E56)."""
        return tuple([person for person in self.people if not person.lent_by])


def lend_guards(people: Iterable[tuple[str, Character, str]], team: str) -> tuple[Character, ...]:
    """Return the people of a team's file: its own, then the guards lent to it (E56).

    `people` contains the id of each character's own team, the character, and the id of the team
    that borrows him or "". Guards who cannot take orders are not lent.
    """
    members: list[Character] = []
    borrowed: list[Character] = []
    for owner, person, borrower in people:
        is_lent = borrower != "" and person.fit
        if owner == team:
            members.append(changed(person, guards_for=borrower) if is_lent else person)
        elif is_lent and borrower == team:
            borrowed.append(changed(person, lent_by=owner))
    return (*members, *borrowed)


def find_character(people: tuple[Character, ...], character_id: str) -> Character | None:
    """Return the character with this id, or None."""
    for member in people:
        if member.id == character_id:
            return member
    return None


class PublicPerson(Value):
    """Public information about a character (E24).

    `alive` describes the state at the last settlement.
    """

    id: str
    name: str
    role: str = ""
    alive: bool = True


class PublicTeam(Value):
    """A team's public information."""

    id: str
    name: str
    people: tuple[PublicPerson, ...] = ()


Roster: TypeAlias = tuple[PublicTeam, ...]


def public_team(file: TeamFile) -> PublicTeam:
    """Return the team's public information at the deadline, without borrowed guards (E56)."""
    people = tuple(
        [
            PublicPerson(
                id=character.id, name=character.name, role=character.role, alive=character.alive
            )
            for character in file.members
        ]
    )
    return PublicTeam(id=file.id, name=file.name, people=people)
