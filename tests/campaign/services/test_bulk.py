from __future__ import annotations

import pytest

from campaign.models import Vehicle
from campaign.services import bulk
from tests.factories import found_club

pytestmark = pytest.mark.django_db


def test_rows_that_go_in_together_are_what_they_would_be_one_by_one() -> None:
    club = found_club(teams=1, characters=1, vehicles=1, week=None)
    pattern = club.car(0)
    cars = [
        Vehicle(
            team=pattern.team,
            name=f"Car {number} “\t\\N”",
            colour=pattern.colour,
            built_at=club.at,
            design={**pattern.design, "model": "Ω\n"},
        )
        for number in range(bulk.COPY_FROM)
    ]
    names = [field.attname for field in Vehicle._meta.concrete_fields]
    with club.scope():
        bulk.insert(cars)
        stored = Vehicle.objects.in_bulk([car.pk for car in cars])
    assert len(stored) == bulk.COPY_FROM
    assert all(getattr(stored[car.pk], name) == getattr(car, name) for car in cars for name in names)
