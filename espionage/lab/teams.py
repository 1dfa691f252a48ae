"""The teams of a club in the lab: the files as the site's ledgers would have them after each week.

What the site does by rules is done by the same rules. What people do by hand is modelled plainly:
general points go into espionage, then handgunner; the dead are replaced by a new character of their
kind; the workshop mends what the money lasts for; a wreck is bought again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from campaign.garage.rules.damage import apply_strikes, is_killed
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import VehicleRecord, Wear
from campaign.garage.rules.repairs import apply_repairs, quote_repairs
from campaign.garage.rules.stock import STOCK
from campaign.league.rules.tables import ESPIONAGE, GENERAL, HANDGUNNER
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.archetypes import Share, archetypes_for
from campaign.roster.rules.people import Quiet, check_roster, healed
from campaign.roster.rules.skills import level
from engine.values import changed
from espionage.rules.bots.knowledge import Memory
from espionage.rules.bots.tempers import TEMPERS
from espionage.rules.files import TeamFile, Vehicle, person

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from campaign.garage.rules.damage import Strike
    from campaign.league.rules.house import HouseRules
    from campaign.roster.rules.archetypes import Archetype
    from espionage.rules.bots.tempers import Temper, TemperKey
    from espionage.rules.files import Character

LINE_UP: Final = (
    "spy",
    "saboteur",
    "watcher",
    "duellist",
    "gunner",
    "mechanic",
    "assassin",
    "paramedic",
    "cyclist",
)
"""Whom a new team hires, in this order and again from the start; a vengeful one takes an assassin
before a saboteur.
"""
CARS: Final = 2


@dataclass
class Member:
    """Somebody of a team, as the ledgers have them."""

    id: str
    kind: Archetype
    points: Counter[str]
    lost: int = 0
    captured: bool = False
    fame: int = 0

    def character(self, house: HouseRules) -> Character:
        """What the rules see of them."""
        row = (self.id, self.id, self.kind.role)
        return person(row, self.points, self.lost, captured=self.captured, house=house)

    def learn(self, skill: str, points: int, house: HouseRules) -> None:
        """Book skill points; general ones are assigned at once."""
        at_cap = level(self.points[ESPIONAGE], ESPIONAGE, house) >= house.skill_cap
        self.points[skill if skill != GENERAL else HANDGUNNER if at_cap else ESPIONAGE] += points


@dataclass
class Team:
    """A team between two weeks."""

    id: str
    temper: Temper
    house: HouseRules
    money: int
    people: list[Member] = field(default_factory=list)
    garage: dict[str, VehicleRecord] = field(default_factory=dict)
    stock: Counter[str] = field(default_factory=Counter)
    memory: Memory = field(default_factory=Memory)
    points: int = 0
    signed: int = 0

    def file(self) -> TeamFile:
        """The team at a deadline; all its vehicles are entered for the duel."""
        return TeamFile(
            id=self.id,
            name=self.id,
            money=self.money,
            stock=tuple(
                [
                    Packed(gear=key, count=count)
                    for key, count in sorted(self.stock.items())
                    if count > 0
                ]
            ),
            people=tuple([member.character(self.house) for member in self.people]),
            garage=tuple(
                [
                    Vehicle(id=key, name=record.name, record=record, entered=True)
                    for key, record in self.garage.items()
                ]
            ),
        )

    def member(self, key: str) -> Member:
        """The member of that id; StopIteration for a stranger."""
        return next(member for member in self.people if member.id == key)

    def hire(self, kind: Archetype) -> None:
        """A new character of this kind, as long as the roster cap allows."""
        if check_roster(self.signed, house=self.house):
            return
        self.signed += 1
        key = f"{self.id}-p{self.signed}"
        self.people.append(Member(key, kind, Counter(kind.points)))

    def bury(self) -> int:
        """The dead leave and are replaced by a new character of their kind; how many they were."""
        dead = [member for member in self.people if not member.character(self.house).alive]
        for member in dead:
            self.people.remove(member)
            self.hire(member.kind)
        return len(dead)

    def rest(self, busy: Mapping[str, Quiet]) -> None:
        """Wounds heal after a quiet week (E20)."""
        for member in self.people:
            now = member.character(self.house)
            quiet = busy.get(member.id, Quiet())
            member.lost -= healed(now.dp, now.full_dp, quiet, self.house)

    # --- garage ---

    def strike(self, vehicle: str, blow: Strike) -> None:
        """A vehicle takes a blow."""
        self.garage[vehicle] = apply_strikes(self.garage[vehicle], blow)

    def mend(self, lost: Container[str]) -> None:
        """Wrecks, and vehicles `lost` in the duel, are bought again, and the workshop mends the
        others, while the money lasts.
        """
        for key, record in list(self.garage.items()):
            if key in lost or is_killed(record):
                self._buy_again(key, record)
            else:
                self.garage[key] = self._mended(record)

    def _buy_again(self, key: str, record: VehicleRecord) -> None:
        price = compute_totals(record.design).cost
        if price <= self.money:
            self.money -= price
            self.garage[key] = changed(record, damage=())
        else:
            del self.garage[key]

    def _mended(self, record: VehicleRecord) -> VehicleRecord:
        done = []
        for quote in quote_repairs(record, self.house):
            if quote.cost <= self.money:
                self.money -= quote.cost
                done.append(Wear(part=quote.part, lost=quote.lost))
        return apply_repairs(record, done)


def found(key: str, temper: TemperKey, house: HouseRules, keen: int = 0) -> Team:
    """A new team by these house rules: stock characters, as `keen` on espionage as told, two stock
    vehicles, the rest in cash.

    Raises ValueError where no stock character is a legal start.
    """
    team = Team(key, TEMPERS[temper], house, house.starting_capital)
    legal = {kind.key.removeprefix("rookie_"): kind for kind in archetypes_for(house)}
    kinds = [_keen(legal[each], keen) for each in _line_up(temper) if each in legal]
    if not kinds:
        raise ValueError("no stock character is a legal start by these house rules")
    for at in range(house.roster_default):
        team.hire(kinds[at % len(kinds)])
    _buy_cars(team)
    return team


def _keen(kind: Archetype, most: int) -> Archetype:
    """The character with so many points in espionage, taken point by point from the dearest other
    skill; as it is with 0.
    """
    points = Counter(kind.points)
    while points[ESPIONAGE] < most:
        dearest = max((skill for skill in points if skill != ESPIONAGE), key=lambda it: points[it])
        points[dearest] -= 1
        points[ESPIONAGE] += 1
    return changed(
        kind, shares=tuple([Share(skill=skill, points=spent) for skill, spent in points.items()])
    )


def _line_up(temper: TemperKey) -> tuple[str, ...]:
    if temper != "vengeful":
        return LINE_UP
    swap = {"saboteur": "assassin", "assassin": "saboteur"}
    return tuple([swap.get(key, key) for key in LINE_UP])


def _buy_cars(team: Team) -> None:
    """Two of the dearest stock vehicle that the event and half the capital allow."""
    house = team.house
    limits = [house.vehicle_limit, house.event_budget // CARS, house.starting_capital // (2 * CARS)]
    most = min([limit for limit in limits if limit], default=0)
    fitting = [each for each in STOCK if compute_totals(each.design).cost <= most]
    best = max(fitting, key=lambda each: compute_totals(each.design).cost, default=None)
    if best is None:
        return
    for number in range(1, CARS + 1):
        name = f"{team.id}-v{number}"
        team.garage[name] = VehicleRecord(design=best.design, name=name, colour="black")
        team.money -= compute_totals(best.design).cost


def best_level(people: Iterable[Character]) -> int:
    """The highest espionage among these people; below base if there is nobody."""
    return max([who.skills.espionage for who in people], default=-4)
