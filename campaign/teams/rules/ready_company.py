"""Rules for a ready-made team, with people and vehicles that let a new player play the first week.

The team follows the club's house rules, whatever they are. A smaller roster has the first members
of this cast:

1.  A *spy*, who is the best at infiltrating and is trained in explosives. In a roster of four, the
    spy is also the bomber.
2.  A *duellist*, who drives.
3.  A *watcher*, who is tough, a good shot and quiet. A team without a counterspy stops no rivals.
4.  A *gunner*, who also drives well enough to drive the second car alone.
5.  A *saboteur*, who is sent on missions with bricks.
6.  A second *duellist*, who drives the second car, so that the gunner can use the turret of the
    first one.
7.  A mechanic, a paramedic and an assassin. After that, the cast repeats.

Under the usual rules, all of them have espionage at base level. The spy, the watcher and the
saboteur are not part of the crews. There are two cars, because most clubs let a team enter two.
There are no cycles, because driving a cycle is a separate skill. Each team in a club has a
different pair of designs until all pairs are used. Car names are random. Each person gets a pistol
and armour, because an unarmed person would be helpless in an ambush. The total cost is at most half
of the money, because bricks and repairs also cost money.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final

from campaign.garage.rules.acts import NewVehicle
from campaign.garage.rules.stock import StockVehicle, find_stock_vehicle
from campaign.garage.rules.vehicles import compute_totals
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import BODYBUILDING
from campaign.ledger.rules import gear
from campaign.roster.rules import skills
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.rules.archetypes import Archetype, find_archetype
from core.web.pictures.badges import CHOICES
from engine.values import Value

from .ready_names import car_names, people_names, shuffle

CAST: Final = (
    "spy", "duellist", "watcher", "gunner", "saboteur", "duellist",
    "mechanic", "paramedic", "assassin",
)  # fmt: skip
CARS: Final = 2
TWO_SEATS: Final = ("chairman", "prospector", "bulwark")
ONE_SEAT: Final = ("lamplighter", "magistrate", "greyhound")
"""Stock cars from which companies choose. The order is shuffled for each company."""
CHEAPER: Final = ("terrier", "sparrow")
"""Stock cars for clubs with smaller budgets."""
KIT: Final = ("heavy_pistol", "body_armour")
"""Gear for each person who is hired."""
DRIVER: Final = "driver"
GUNNER: Final = "gunner"


class Hand(Value):
    """A possible crew member, with their skill points."""

    name: str
    points: Mapping[str, int]


class ReadyCar(Value):
    """A vehicle to build, and its crew by name."""

    new: NewVehicle
    cost: int
    crew: Mapping[str, str]


class Company(Value):
    """The people to hire, the cars to build, and the number of kits to buy.

    A kit has one piece of each kind in KIT. `kit_price` is the price of one kit in dollars.
    """

    people: tuple[NewCharacter, ...]
    cars: tuple[ReadyCar, ...]
    kits: int = 0
    kit_price: int = 0

    @property
    def cost(self) -> int:
        """Return the price of cars and gear in dollars. Hiring people is free."""
        return sum(car.cost for car in self.cars) + self.kits * self.kit_price


class TeamState(Value, kw_only=True):
    """The current state of a team.

    It has the money, the roles of living people, possible drivers, the number of people signed this
    season, and cars. A new team has only money.
    """

    money: int
    roles: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    signed: int = 0
    cars: int = 0


def plan_company(
    rules: HouseRules,
    state: TeamState,
    *,
    seed: str,
    taken_names: Iterable[str] = (),
    taken_car_names: Iterable[str] = (),
    club: str = "",
    position: int = 0,
    colour: str = "",
) -> Company:
    """Return what a team lacks to be complete.

    These are people up to `roster_default`, and two cars and gear if the team has no car.
    `taken_names` and `taken_car_names` are names to avoid. `colour` is the team's colour.

    `club` seeds the order of the pairs of cars. The team gets the pair at its `position` among the
    club's teams, counted from 0. Two teams in a club have the same pair only if all pairs are used.
    A pair therefore reveals nothing about other garages.

    If there is no legal character or too little money, there are fewer people or cars, or none.
    """
    missing = min(rules.roster_default - len(state.roles), rules.roster_cap - state.signed)
    starts = _missing(state.roles, max(missing, 0))
    spread = [legal_points(start, rules) for start in starts]
    names = people_names(seed, len(starts), taken_names)
    people = tuple(
        NewCharacter(name=name, role=start.role, blurb=start.blurb, points=points)
        for name, start, points in zip(names, starts, spread, strict=False)
        if points is not None
    )
    hands = (*state.hands, *(Hand(name=member.name, points=member.points) for member in people))
    chosen_cars = () if state.cars else _cars(rules, state.money, hands, club, position)
    car_titles = (
        *car_names(seed, len(chosen_cars), taken_car_names),
        *[car.name for car, _ in chosen_cars],
    )
    cars = tuple(
        [
            _car(car, name, crew, colour)
            for (car, crew), name in zip(chosen_cars, car_titles, strict=False)
        ]
    )
    price = sum(gear.price(gear.GEAR[key], rules) for key in KIT)
    budget = state.money // 2 - sum(car.cost for car in cars)
    kits = min(len(people), max(0, budget) // price)
    return Company(people=people, cars=cars, kits=kits, kit_price=price)


def _missing(roles: Sequence[str], number: int) -> list[Archetype]:
    """Return the next `number` archetypes in the cast, without the roles already filled."""
    filled, missing = list(roles), list[Archetype]()
    turns = len(CAST) * (1 + (number + len(filled)) // len(CAST))
    for index in range(turns):
        start = find_archetype(CAST[index % len(CAST)])
        if start is not None and start.role in filled:
            filled.remove(start.role)
        elif start is not None:
            missing.append(start)
    return missing[:number]


# --- points ---------------------------------------------------------------------------------------


def legal_points(start: Archetype, rules: HouseRules) -> Mapping[str, int] | None:
    """Return legal skill points for an archetype, or None if no legal character exists.

    The first legal option is used. The options are the archetype itself, its rookie, and a new
    distribution of points that is based on the archetype.
    """
    rookie = find_archetype(f"rookie_{start.key}")
    ready = (start.points, *([rookie.points] if rookie else []), _spread(start, rules))
    return next((points for points in ready if not skills.check_start(points, rules)), None)


def _spread(start: Archetype, rules: HouseRules) -> dict[str, int]:
    """Return a new distribution of points.

    First, the required number of skills are raised to base level. Then, the archetype's skills get
    whole levels. Finally, the remaining points are distributed.
    """
    rows = {row.key: row for row in rules.skill_costs}
    shared_skills = [share.skill for share in sorted(start.shares, key=lambda share: -share.points)]
    order = [key for key in shared_skills if key in rows]
    order += sorted((key for key in rows if key not in order), key=lambda key: rows[key].points)
    remaining = rules.starting_points
    limits = {key: skills.max_start_points(rows[key], rules) or remaining for key in order}
    first = [key for key in order if limits[key] >= rows[key].points][: rules.starting_skills]
    if sum(rows[key].points for key in first) > remaining:
        cheap = sorted(order, key=lambda key: rows[key].points)
        first = [key for key in cheap if limits[key] >= rows[key].points][: rules.starting_skills]
    points = dict.fromkeys(order, 0)
    for key, step in _steps(
        order, first, {key: row.points for key, row in rows.items()}, remaining
    ):
        added = min(step, remaining, limits[key] - points[key])
        points[key] += added
        remaining -= added
    return {key: spent for key, spent in points.items() if spent}


def _steps(
    order: Sequence[str], first: Sequence[str], costs: Mapping[str, int], remaining: int
) -> Iterator[tuple[str, int]]:
    """Yield skills and the points to add to each, until no points remain."""
    yield from ((key, costs[key]) for key in first)
    for _ in range(3):
        yield from ((key, costs[key]) for key in order[: max(len(first), 1)])
    yield from ((key, remaining) for key in order)


# --- cars -----------------------------------------------------------------------------------------


def _cars(
    rules: HouseRules,
    money: int,
    people: Sequence[Hand],
    club: str,
    position: int,
) -> tuple[tuple[StockVehicle, dict[str, str]], ...]:
    """Return up to two cars that a team can enter and afford, with their crews."""
    drivers = sorted(people, key=lambda hand: _skill_levels(hand, DRIVER, rules), reverse=True)
    max_cars = min(CARS, rules.vehicles_a_team or CARS, len(drivers))
    gunner = _gunner(drivers[max_cars:], rules)
    turrets = shuffle(club, TWO_SEATS) if gunner else []
    single_seaters = shuffle(club, ONE_SEAT)
    pairs = _pairs(turrets, single_seaters) if max_cars > 1 else ()
    singles = product((*turrets, *single_seaters, *CHEAPER)) if max_cars else ()
    choices = _affordable(pairs, rules, money) or _affordable(singles, rules, money)
    chosen_keys = choices[position % len(choices)] if choices else ()
    cars = [car for key in chosen_keys if (car := find_stock_vehicle(key))]
    return tuple(
        [(car, _crew(car, driver, gunner)) for car, driver in zip(cars, drivers, strict=False)]
    )


def _pairs(turrets: Sequence[str], single_seaters: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each pair of stock cars once.

    Pairs with a turret come first, and cheaper cars come last. Successive pairs share as few models
    as possible.
    """
    for shift in range(len(single_seaters)):
        yield from (
            (lead, single_seaters[(index + shift) % len(single_seaters)])
            for index, lead in enumerate(turrets)
        )
    yield from product(turrets, CHEAPER)
    yield from combinations(single_seaters, 2)
    yield from product(single_seaters, CHEAPER)
    yield from combinations(CHEAPER, 2)


def _crew(car: StockVehicle, driver: Hand, gunner: Hand | None) -> dict[str, str]:
    crew = {DRIVER: driver.name}
    if gunner and car.design.gunner:
        crew[GUNNER] = gunner.name
    return crew


def _skill_levels(hand: Hand, skill: str, rules: HouseRules) -> tuple[int, int, int]:
    """Return a sort key for a role: the skill, then gunnery, then bodybuilding."""
    levels = [
        skills.level(hand.points.get(key, 0), key, rules) for key in (skill, GUNNER, BODYBUILDING)
    ]
    return levels[0], levels[1], levels[2]


def _gunner(candidates: Sequence[Hand], rules: HouseRules) -> Hand | None:
    """Return the best shot among the people who do not drive.

    Return None if that person is untrained, or if the house rules do not allow a crew of two.
    """
    best = max(candidates, key=lambda hand: _skill_levels(hand, GUNNER, rules), default=None)
    if best is None or rules.crew_a_vehicle < 2:
        return None
    return best if skills.is_trained(_skill_levels(best, GUNNER, rules)[0]) else None


def _affordable(
    choices: Iterable[tuple[str, ...]], rules: HouseRules, money: int
) -> list[tuple[str, ...]]:
    """Return the choices that the house rules allow and that cost at most half of the money."""
    return [keys for keys in choices if _is_affordable(keys, rules, money)]


def _is_affordable(keys: tuple[str, ...], rules: HouseRules, money: int) -> bool:
    costs = [compute_totals(car.design).cost for key in keys if (car := find_stock_vehicle(key))]
    return (
        sum(costs) * 2 <= money
        and (not rules.vehicle_limit or max(costs) <= rules.vehicle_limit)
        and (not rules.event_budget or sum(costs) <= rules.event_budget)
    )


def _car(car: StockVehicle, name: str, crew: Mapping[str, str], colour: str) -> ReadyCar:
    paint = dict(CHOICES).get(colour, "Grey").lower()
    return ReadyCar(
        new=NewVehicle(name=name, colour=paint, design=car.design),
        cost=compute_totals(car.design).cost,
        crew=crew,
    )
