from __future__ import annotations

import pytest

from campaign.garage.models import Vehicle
from core.web import bulk
from tests.factories import found_club

pytestmark = pytest.mark.django_db


def test_bulk_created_rows_are_read_back_unchanged() -> None:
    club = found_club(teams=1, characters=1, vehicles=1, week=None)
    team, names = club.teams[0], [field.attname for field in Vehicle._meta.concrete_fields]
    cars = [
        Vehicle(
            team=team,
            name=f"Car {number} “\t\\N”",
            colour="",
            design={"model": "Ω\n\\", "armour": [number]},
            built_at=club.at,
        )
        for number in range(bulk.COPY_FROM)
    ]
    with club.scope():
        bulk.insert(cars)
        stored = Vehicle.objects.in_bulk([car.pk for car in cars])
    assert [[getattr(stored[car.pk], name) for name in names] for car in cars] == [
        [getattr(car, name) for name in names] for car in cars
    ]
