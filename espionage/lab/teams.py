"""The teams of a lab club.

After each week they have the same files that the site's ledgers would produce. The site's rules
apply. Human decisions follow a simple model. General points are spent on espionage first, then on
handgunner. A dead character is replaced by a new character of the same kind. The workshop repairs
what the team can afford, and wrecks are replaced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from campaign.garage.rules.damage import Strike, apply_strikes, can_move, is_killed
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import VehicleRecord, Wear, wear_rows
from campaign.garage.rules.repairs import apply_repairs, quote_repairs
from campaign.garage.rules.stock import STOCK
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import ESPIONAGE, GENERAL, HANDGUNNER
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.archetypes import Archetype, Share, archetypes_for
from campaign.roster.rules.people import WeekActivities, check_roster, healed_dp
from campaign.roster.rules.skills import level
from engine.values import changed
from espionage.rules.bots.knowledge import Memory
from espionage.rules.bots.tempers import TEMPERS, Temper, TemperKey
from espionage.rules.files import Character, TeamFile, Vehicle, make_character

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
"""Archetypes in the order in which they are hired.

A vengeful team hires an assassin before a saboteur.
"""
CARS_PER_TEAM: Final = 2


@dataclass
class Member:
    """A member of a team, as in the ledgers."""

    id: str
    kind: Archetype
    points: Counter[str]
    dp_lost: int = 0
    captured: bool = False
    fame: int = 0

    def character(self, house_rules: HouseRules) -> Character:
        """Return the character in the form that the rules use."""
        identity = (self.id, self.id, self.kind.role)
        return make_character(
            identity, self.points, self.dp_lost, captured=self.captured, house_rules=house_rules
        )

    def learn(self, skill: str, points: int, house_rules: HouseRules) -> None:
        """Book skill points. General points are spent immediately."""
        is_at_cap = level(self.points[ESPIONAGE], ESPIONAGE, house_rules) >= house_rules.skill_cap
        self.points[skill if skill != GENERAL else HANDGUNNER if is_at_cap else ESPIONAGE] += points


@dataclass
class Team:
    """A team between two weeks."""

    id: str
    temper: Temper
    house_rules: HouseRules
    money: int
    people: list[Member] = field(default_factory=list)
    garage: dict[str, VehicleRecord] = field(default_factory=dict)
    stock: Counter[str] = field(default_factory=Counter)
    memory: Memory = field(default_factory=Memory)
    points: int = 0
    people_hired: int = 0
    entries: int = CARS_PER_TEAM
    entered: tuple[str, ...] = ()
    """Vehicles entered at the last deadline."""

    def file(self) -> TeamFile:
        """Return the team at a deadline, with its best vehicles entered in the duel."""
        entered = self.best_vehicles()
        return TeamFile(
            id=self.id,
            name=self.id,
            money=self.money,
            stock=tuple(
                Packed(gear=key, count=count)
                for key, count in sorted(self.stock.items())
                if count > 0
            ),
            people=tuple([member.character(self.house_rules) for member in self.people]),
            garage=tuple(
                Vehicle(id=key, name=record.name, record=record, entered=key in entered)
                for key, record in self.garage.items()
            ),
        )

    def best_vehicles(self) -> tuple[str, ...]:
        """Return the vehicles that the team enters, if possible those that can move. The least
        damaged come first.
        """

        def rank(vehicle: str) -> tuple[bool, int]:
            record = self.garage[vehicle]
            return not can_move(record), sum([row.lost for row in record.damage])

        return tuple(sorted(self.garage, key=rank)[: self.entries])

    def member(self, key: str) -> Member:
        """Return the member with this id. Raise StopIteration if there is none."""
        return next(member for member in self.people if member.id == key)

    def hire(self, kind: Archetype) -> None:
        """Hire a new character of this kind, if the roster limit allows it."""
        if check_roster(self.people_hired, rules=self.house_rules):
            return
        self.people_hired += 1
        key = f"{self.id}-p{self.people_hired}"
        self.people.append(Member(key, kind, Counter(kind.points)))

    def replace_dead(self) -> int:
        """Replace each dead character with a new character of the same kind.

        Return the number of deaths.
        """
        dead = [member for member in self.people if not member.character(self.house_rules).alive]
        for member in dead:
            self.people.remove(member)
            self.hire(member.kind)
        return len(dead)

    def heal(self, busy: Mapping[str, WeekActivities]) -> None:
        """Heal people who had a quiet week (E20)."""
        for member in self.people:
            character = member.character(self.house_rules)
            quiet = busy.get(member.id, WeekActivities())
            member.dp_lost -= healed_dp(character.dp, character.full_dp, quiet, self.house_rules)

    # --- garage ---

    def strike(self, vehicle: str, damage: Strike) -> None:
        """Damage a vehicle."""
        self.garage[vehicle] = apply_strikes(self.garage[vehicle], damage)

    def wear(self, vehicle: str, rows: Iterable[Wear]) -> None:
        """Book a vehicle's losses by part."""
        losses = Counter({row.part: row.lost for row in self.garage[vehicle].damage})
        losses.update({row.part: row.lost for row in rows})
        self.garage[vehicle] = changed(self.garage[vehicle], damage=wear_rows(losses))

    def repair(self, lost: Container[str]) -> None:
        """Replace wrecks and `lost` vehicles, and repair the others as long as the money lasts."""
        for key, record in list(self.garage.items()):
            if key in lost or is_killed(record):
                self._replace(key, record)
            else:
                self.garage[key] = self._repaired(record)

    def _replace(self, key: str, record: VehicleRecord) -> None:
        price = compute_totals(record.design).cost
        if price <= self.money:
            self.money -= price
            self.garage[key] = changed(record, damage=())
        else:
            del self.garage[key]

    def _repaired(self, record: VehicleRecord) -> VehicleRecord:
        repairs = []
        for quote in quote_repairs(record, self.house_rules):
            if quote.cost <= self.money:
                self.money -= quote.cost
                repairs.append(Wear(part=quote.part, lost=quote.lost))
        return apply_repairs(record, repairs)


def found_team(
    key: str, temper: TemperKey, house_rules: HouseRules, espionage_points: int = 0
) -> Team:
    """Return a new team under these house rules.

    The team gets stock characters with `espionage_points` in espionage, two stock vehicles, and the
    remaining capital in cash. Raise ValueError if no stock character is legal at the start.
    """
    team = Team(key, TEMPERS[temper], house_rules, house_rules.starting_capital)
    legal_archetypes = {
        kind.key.removeprefix("rookie_"): kind for kind in archetypes_for(house_rules)
    }
    kinds = [
        _with_espionage(legal_archetypes[key_of_archetype], espionage_points)
        for key_of_archetype in _archetype_keys(temper)
        if key_of_archetype in legal_archetypes
    ]
    if not kinds:
        raise ValueError("no stock character is valid under these house rules")
    for number in range(house_rules.roster_default):
        team.hire(kinds[number % len(kinds)])
    _buy_cars(team)
    return team


def _with_espionage(kind: Archetype, espionage_points: int) -> Archetype:
    """Return the archetype with up to `espionage_points` in espionage.

    The points are taken one by one from the most expensive other skill. 0 changes nothing.
    """
    points = Counter(kind.points)
    while points[ESPIONAGE] < espionage_points:
        best_skill = max(
            (skill for skill in points if skill != ESPIONAGE),
            key=lambda other_skill: points[other_skill],
        )
        points[best_skill] -= 1
        points[ESPIONAGE] += 1
    return changed(
        kind, shares=tuple([Share(skill=skill, points=spent) for skill, spent in points.items()])
    )


def _archetype_keys(temper: TemperKey) -> tuple[str, ...]:
    if temper != "vengeful":
        return LINE_UP
    swap = {"saboteur": "assassin", "assassin": "saboteur"}
    return tuple([swap.get(key, key) for key in LINE_UP])


def _buy_cars(team: Team) -> None:
    """Buy two of the most expensive stock vehicle that the event and half of the capital allow."""
    house_rules = team.house_rules
    limits = [
        house_rules.vehicle_limit,
        house_rules.event_budget // CARS_PER_TEAM,
        house_rules.starting_capital // (2 * CARS_PER_TEAM),
    ]
    max_price = min([limit for limit in limits if limit], default=0)
    fitting = [
        stock_vehicle
        for stock_vehicle in STOCK
        if compute_totals(stock_vehicle.design).cost <= max_price
    ]
    best = max(
        fitting, key=lambda stock_vehicle: compute_totals(stock_vehicle.design).cost, default=None
    )
    if best is None:
        return
    for number in range(1, CARS_PER_TEAM + 1):
        name = f"{team.id}-v{number}"
        team.garage[name] = VehicleRecord(design=best.design, name=name, colour="black")
        team.money -= compute_totals(best.design).cost


def best_level(people: Iterable[Character]) -> int:
    """Return the highest espionage level among these people.

    Return the level below base if there are no people.
    """
    return max([character.skills.espionage for character in people], default=-4)
