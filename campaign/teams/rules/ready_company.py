"""A ready company: people and vehicles with which a newcomer plays the first week, by any house
rules.

The cast, and why in this order: a smaller roster is its beginning.

1.  A *spy*, the best at getting in, and trained in explosives: with a roster of four the bomber.
2.  A *duellist*, who drives.
3.  A *watcher*: hard to kill, a good shot, quiet. With nobody on the lookout every rival walks in.
4.  A *gunner*, who also drives well enough to take the second car alone.
5.  A *saboteur*, who is sent with bricks.
6.  A second *duellist*: the gunner leaves the second car to her and mans the first one's turret.
7.  From here on a mechanic, a paramedic, an assassin, and then the cast again.

By the usual rules all of them have espionage at base level, and spy, watcher and saboteur may go
out or watch without a thought for the cars. Two cars, because that is what most houses let a team
enter. No cycles: they ask for a skill that nobody else needs. Each team of a club has another pair
of designs while pairs last; what they are called is drawn for each company. Everybody who is hired
gets a pistol and armour: without them an ambush is fought with fists. All of it costs no more than
half of the money, because bricks and repairs cost something, too.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from campaign.garage.rules.acts import NewVehicle
from campaign.garage.rules.stock import find_stock_vehicle
from campaign.garage.rules.vehicles import compute_totals
from campaign.league.rules.tables import BODYBUILDING
from campaign.ledger.rules import gear
from campaign.roster.rules import skills
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.rules.archetypes import Archetype, archetype
from core.web.pictures.badges import CHOICES
from engine.values import Value

from .ready_names import car_names, people_names, ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.garage.rules.stock import StockVehicle
    from campaign.league.rules.house import HouseRules

CAST: Final = (
    "spy", "duellist", "watcher", "gunner", "saboteur", "duellist",
    "mechanic", "paramedic", "assassin",
)  # fmt: skip
CARS: Final = 2
TWO_SEATS: Final = ("chairman", "prospector", "bulwark")
ONE_SEAT: Final = ("lamplighter", "magistrate", "greyhound")
"""Stock cars of which each company draws its own order of choice."""
CHEAPER: Final = ("terrier", "sparrow")
"""Stock cars for a house with less to spend."""
KIT: Final = ("heavy_pistol", "body_armour")
"""Gear for everybody who is hired."""
DRIVER: Final = "driver"
GUNNER: Final = "gunner"


class Hand(Value):
    """Somebody who may sit in a car: who, and their skill points."""

    name: str
    points: Mapping[str, int]


class ReadyCar(Value):
    """A vehicle to build, and who sits where, by name."""

    new: NewVehicle
    cost: int
    crew: Mapping[str, str]


class Company(Value):
    """Whom to hire, what to build and what to put into the store: so many of each piece of KIT.
    `kit_price` is what one of each costs, in dollars.
    """

    people: tuple[NewCharacter, ...]
    cars: tuple[ReadyCar, ...]
    kits: int = 0
    kit_price: int = 0

    @property
    def cost(self) -> int:
        """Dollars for cars and gear; people cost nothing."""
        return sum(car.cost for car in self.cars) + self.kits * self.kit_price


class There(Value, kw_only=True):
    """What a team has before: money, its living people's roles, those of them who can drive, how
    many it signed this season, and whether there is a car. A new team has money only.
    """

    money: int
    roles: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    signed: int = 0
    cars: int = 0


def ready_company(
    house: HouseRules,
    there: There,
    *,
    seed: str,
    taken: Iterable[str] = (),
    taken_cars: Iterable[str] = (),
    club: str = "",
    position: int = 0,
    colour: str = "",
) -> Company:
    """What a team lacks to be a company as the house is used to: people up to `roster_default`, and
    two cars and gear if it has no car. `taken` and `taken_cars` are names that none of its people
    and cars get; `colour` is the team's.

    `club` seeds the order of the pairs of cars. The team gets the pair at its `position` among the
    club's teams, counted from 0. Two teams of a club share a pair only when all pairs are used, and
    a pair reveals nothing about other garages.

    Where no legal character can be made, or no car paid, there are fewer, down to none.
    """
    wanted = min(house.roster_default - len(there.roles), house.roster_cap - there.signed)
    starts = _missing(there.roles, max(wanted, 0))
    spread = [points_for(start, house) for start in starts]
    names = people_names(seed, len(starts), taken)
    people = tuple(
        NewCharacter(name=name, role=start.role, blurb=start.blurb, points=points)
        for name, start, points in zip(names, starts, spread, strict=False)
        if points is not None
    )
    hands = (*there.hands, *(Hand(name=one.name, points=one.points) for one in people))
    picked = () if there.cars else _cars(house, there.money, hands, club, position)
    named = (*car_names(seed, len(picked), taken_cars), *[car.name for car, _ in picked])
    cars = tuple(
        [_car(car, name, crew, colour) for (car, crew), name in zip(picked, named, strict=False)]
    )
    price = sum(gear.price(gear.GEAR[key], house) for key in KIT)
    left = there.money // 2 - sum(car.cost for car in cars)
    kits = min(len(people), max(0, left) // price)
    return Company(people=people, cars=cars, kits=kits, kit_price=price)


def _missing(roles: Sequence[str], wanted: int) -> list[Archetype]:
    """The next so many of the cast, without those whose role somebody has already."""
    had, found = list(roles), list[Archetype]()
    turns = len(CAST) * (1 + (wanted + len(had)) // len(CAST))
    for at in range(turns):
        start = archetype(CAST[at % len(CAST)])
        if start is not None and start.role in had:
            had.remove(start.role)
        elif start is not None:
            found.append(start)
    return found[:wanted]


# --- points ---------------------------------------------------------------------------------------


def points_for(start: Archetype, house: HouseRules) -> Mapping[str, int] | None:
    """A legal start by these house rules for such a person: the archetype itself, its rookie, or
    points spread along the archetype; None when the house knows no legal character.
    """
    rookie = archetype(f"rookie_{start.key}")
    ready = (start.points, *([rookie.points] if rookie else []), _spread(start, house))
    return next((points for points in ready if not skills.check_start(points, house)), None)


def _spread(start: Archetype, house: HouseRules) -> dict[str, int]:
    """Points spread by hand: base level in as many skills as the house asks for, whole levels along
    the archetype, and what is left wherever there is room.
    """
    rows = {row.key: row for row in house.skill_costs}
    along = [share.skill for share in sorted(start.shares, key=lambda share: -share.points)]
    order = [key for key in along if key in rows]
    order += sorted((key for key in rows if key not in order), key=lambda key: rows[key].points)
    left = house.starting_points
    room = {key: skills.start_most(rows[key], house) or left for key in order}
    first = [key for key in order if room[key] >= rows[key].points][: house.starting_skills]
    if sum(rows[key].points for key in first) > left:
        cheap = sorted(order, key=lambda key: rows[key].points)
        first = [key for key in cheap if room[key] >= rows[key].points][: house.starting_skills]
    points = dict.fromkeys(order, 0)
    for key, step in _steps(order, first, {key: row.points for key, row in rows.items()}, left):
        given = min(step, left, room[key] - points[key])
        points[key] += given
        left -= given
    return {key: spent for key, spent in points.items() if spent}


def _steps(
    order: Sequence[str], first: Sequence[str], costs: Mapping[str, int], left: int
) -> Iterator[tuple[str, int]]:
    """Where to put points, and how many at a time, until none can be left."""
    yield from ((key, costs[key]) for key in first)
    for _ in range(3):
        yield from ((key, costs[key]) for key in order[: max(len(first), 1)])
    yield from ((key, left) for key in order)


# --- cars -----------------------------------------------------------------------------------------


def _cars(
    house: HouseRules,
    money: int,
    people: Sequence[Hand],
    club: str,
    position: int,
) -> tuple[tuple[StockVehicle, dict[str, str]], ...]:
    """Two cars that the house lets a team enter, or one, or none, with who sits where."""
    drivers = sorted(people, key=lambda one: _fit(one, DRIVER, house), reverse=True)
    most = min(CARS, house.vehicles_a_team or CARS, len(drivers))
    gunner = _gunner(drivers[most:], house)
    turrets = ranked(club, TWO_SEATS) if gunner else []
    alone = ranked(club, ONE_SEAT)
    pairs = _pairs(turrets, alone) if most > 1 else ()
    singles = product((*turrets, *alone, *CHEAPER)) if most else ()
    choices = _affordable(pairs, house, money) or _affordable(singles, house, money)
    picked = choices[position % len(choices)] if choices else ()
    cars = [found for key in picked if (found := find_stock_vehicle(key))]
    return tuple(
        [(car, _crew(car, driver, gunner)) for car, driver in zip(cars, drivers, strict=False)]
    )


def _pairs(turrets: Sequence[str], alone: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield every pair of stock cars once: pairs with a turret first, cheaper cars last. Successive
    pairs share as few models as possible.
    """
    for shift in range(len(alone)):
        yield from ((lead, alone[(at + shift) % len(alone)]) for at, lead in enumerate(turrets))
    yield from product(turrets, CHEAPER)
    yield from combinations(alone, 2)
    yield from product(alone, CHEAPER)
    yield from combinations(CHEAPER, 2)


def _crew(car: StockVehicle, driver: Hand, gunner: Hand | None) -> dict[str, str]:
    crew = {DRIVER: driver.name}
    if gunner and car.design.gunner:
        crew[GUNNER] = gunner.name
    return crew


def _fit(one: Hand, skill: str, house: HouseRules) -> tuple[int, int, int]:
    """How well somebody does it: the skill, then the gun, then how much they can take."""
    levels = [
        skills.level(one.points.get(key, 0), key, house) for key in (skill, GUNNER, BODYBUILDING)
    ]
    return levels[0], levels[1], levels[2]


def _gunner(rest: Sequence[Hand], house: HouseRules) -> Hand | None:
    """Who sits at a turret, if anybody who does not drive can shoot and the house has room for
    two.
    """
    best = max(rest, key=lambda one: _fit(one, GUNNER, house), default=None)
    if best is None or house.crew_a_vehicle < 2:
        return None
    return best if skills.trained(_fit(best, GUNNER, house)[0]) else None


def _affordable(
    choices: Iterable[tuple[str, ...]], house: HouseRules, money: int
) -> list[tuple[str, ...]]:
    """Return the choices that the house rules allow and that cost at most half of the money."""
    return [keys for keys in choices if _is_affordable(keys, house, money)]


def _is_affordable(keys: tuple[str, ...], house: HouseRules, money: int) -> bool:
    costs = [
        compute_totals(found.design).cost for key in keys if (found := find_stock_vehicle(key))
    ]
    return (
        sum(costs) * 2 <= money
        and (not house.vehicle_limit or max(costs) <= house.vehicle_limit)
        and (not house.event_budget or sum(costs) <= house.event_budget)
    )


def _car(car: StockVehicle, name: str, crew: Mapping[str, str], colour: str) -> ReadyCar:
    paint = dict(CHOICES).get(colour, "Grey").lower()
    return ReadyCar(
        new=NewVehicle(name=name, colour=paint, design=car.design),
        cost=compute_totals(car.design).cost,
        crew=crew,
    )
