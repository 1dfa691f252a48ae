"""Charges under vehicles in the database, and when they go off."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.duels.models import DuelResult
from espionage.models import Charge
from espionage.services.detonating import fire_charges, fire_due
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


def plant_charge(club: Club, due: str) -> Charge:
    """Create a charge of the second team under the first team's vehicle."""
    return Charge.objects.create(
        week=club.open_week,
        vehicle=club.car(0),
        planted_by=club.teams[1],
        due=due,
        cause=f"a mission, {due}",
        at=club.at,
        payload={"faces": [2, 1], "location": 1, "halves": 4 if due == "duel" else 2},
    )


def fired_charges() -> list[str]:
    return sorted(Charge.objects.exclude(fired_at=None).values_list("due", flat=True))


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=2, vehicles=1)


def test_e23_12_goes_off_when_the_duel_starts_and_10_with_its_first_result(club: Club) -> None:
    week = club.open_week
    with club.scope():
        plant_charge(club, "duel")
        plant_charge(club, "after")
        fire_due([week], week.duel_at - timedelta(seconds=1))
        assert fired_charges() == []
        fire_due([week], week.duel_at)
        assert fired_charges() == ["duel"]
        DuelResult.objects.create(
            duel_id=week.pk, revision=1, payload={}, recorded_by=club.gm, recorded_at=week.duel_at
        )
        fire_due([week], week.duel_at)
        assert fired_charges() == ["after", "duel"]


def test_e23_10_goes_off_when_the_week_closes_without_a_result(club: Club) -> None:
    week = club.open_week
    with club.scope():
        plant_charge(club, "after")
        fire_due([week], week.closes_at)
        assert fired_charges() == []
        fire_charges([week], week.closes_at, all_remaining=True)
        assert fired_charges() == ["after"]
