"""Conversion of a duel's entries to cars in the arena, based on current records (V4).

People in a lent car drive and fire at base level (C137).

Only the job that lines up the cars uses this module. No user sees the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from autoduel.club.cars import car_of, person_of
from autoduel.rules.values import CarSetup
from campaign.duels.selectors.muster import MusteredEntry
from campaign.garage.selectors.garage import records_by_vehicle, seat_kind
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from engine.values import changed


def cars_of(entries: Iterable[MusteredEntry], house_rules: HouseRules) -> dict[UUID, CarSetup]:
    """Return the cars at the start of the duel by entry id. This takes five queries."""
    rows = list(entries)
    people = {person for participant in rows for _, person in participant.aboard}
    names = dict(Character.objects.filter(pk__in=people).values_list("pk", "name"))
    points, lost = balances.skill_points(list(people)), balances.wounds(list(people))
    cars = records_by_vehicle([participant.entry.vehicle for participant in rows])
    car_by_entry = {}
    for participant in rows:
        record = cars[participant.entry.vehicle_id]
        cycle = record.design.catalogue.bodies[record.design.body].cycle
        crew = [
            person_of(
                (names[person], seat_kind(place)),
                points.get(person, {}),
                lost.get(person, 0),
                house_rules,
                is_cycle=cycle,
            )
            for place, person in participant.aboard
        ]
        if participant.entry.vehicle.event_id == participant.entry.duel_id:
            crew = [changed(person, driving=0, gunnery=0) for person in crew]
        car_by_entry[participant.entry.pk] = car_of(record, crew)
    return car_by_entry
