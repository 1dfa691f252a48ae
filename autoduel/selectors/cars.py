"""Entries of a duel as the cars of the arena, as they stand in the books now (V4). For the job that
lines them up, and for nobody's eyes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoduel.club.cars import car_of
from autoduel.rules.values import Person
from campaign.garage.selectors.garage import records_by_vehicle, seat_kind
from campaign.league.rules.tables import CYCLIST, DRIVER, GUNNER
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules import skills
from campaign.roster.rules.people import body

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from autoduel.rules.values import CarSetup
    from campaign.duels.selectors.muster import Mustered
    from campaign.league.rules.house import HouseRules


def cars_of(entries: Iterable[Mustered], house: HouseRules) -> dict[UUID, CarSetup]:
    """The car of each of these entries at the start, by the entry's id. Five queries."""
    rows = list(entries)
    people = {who for one in rows for _, who in one.aboard}
    names = dict(Character.objects.filter(pk__in=people).values_list("pk", "name"))
    points, lost = balances.skill_points(list(people)), balances.wounds(list(people))
    cars = records_by_vehicle([one.entry.vehicle for one in rows])
    found = {}
    for one in rows:
        record = cars[one.entry.vehicle_id]
        cycle = record.design.catalogue.bodies[record.design.body].cycle
        found[one.entry.pk] = car_of(
            record,
            [
                _person(place, names[who], points.get(who, {}), lost.get(who, 0), house, cycle)
                for place, who in one.aboard
            ],
        )
    return found


def _person(
    place: str, name: str, points: Mapping[str, int], lost: int, house: HouseRules, cycle: bool
) -> Person:
    found = body(points, lost, house)
    return Person(
        name=name,
        place=seat_kind(place),
        dp=found.dp,
        whole=found.full_dp,
        driving=_level(points, CYCLIST if cycle else DRIVER, house),
        gunnery=_level(points, GUNNER, house),
    )


def _level(points: Mapping[str, int], skill: str, house: HouseRules) -> int | None:
    """The level in a skill, None below base (V16)."""
    level = skills.level(points.get(skill, 0), skill, house)
    return level if skills.trained(level) else None
