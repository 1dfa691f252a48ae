"""Conversion of a duel's entries to cars in the arena, based on current records (V4).

Only the job that lines up the cars uses this module. No user sees the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoduel.club.cars import car_of
from autoduel.rules.values import Person
from campaign.garage.selectors.garage import records_by_vehicle, seat_kind
from campaign.house_rules.rules.tables import CYCLIST, DRIVER, GUNNER
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules import skills
from campaign.roster.rules.people import body

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from autoduel.rules.values import CarSetup
    from campaign.duels.selectors.muster import MusteredEntry
    from campaign.house_rules.rules.house import HouseRules


def cars_of(entries: Iterable[MusteredEntry], house_rules: HouseRules) -> dict[UUID, CarSetup]:
    """Return the cars at the start of the duel by the id of their entries. This takes five
    queries.
    """
    rows = list(entries)
    people = {person for participant in rows for _, person in participant.aboard}
    names = dict(Character.objects.filter(pk__in=people).values_list("pk", "name"))
    points, lost = balances.skill_points(list(people)), balances.wounds(list(people))
    cars = records_by_vehicle([participant.entry.vehicle for participant in rows])
    car_by_entry = {}
    for participant in rows:
        record = cars[participant.entry.vehicle_id]
        cycle = record.design.catalogue.bodies[record.design.body].cycle
        car_by_entry[participant.entry.pk] = car_of(
            record,
            [
                _person(
                    place,
                    names[person],
                    points.get(person, {}),
                    lost.get(person, 0),
                    house_rules,
                    cycle,
                )
                for place, person in participant.aboard
            ],
        )
    return car_by_entry


def _person(
    place: str,
    name: str,
    points: Mapping[str, int],
    lost: int,
    house_rules: HouseRules,
    cycle: bool,
) -> Person:
    condition = body(points, lost, house_rules)
    return Person(
        name=name,
        place=seat_kind(place),
        dp=condition.dp,
        whole=condition.full_dp,
        driving=_level(points, CYCLIST if cycle else DRIVER, house_rules),
        gunnery=_level(points, GUNNER, house_rules),
    )


def _level(points: Mapping[str, int], skill: str, house_rules: HouseRules) -> int | None:
    """Return the level in a skill, or None if it is below base (V16)."""
    level = skills.level(points.get(skill, 0), skill, house_rules)
    return level if skills.is_trained(level) else None
