"""The library of designs: published designs and their duels (C61, C62)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.duels.selectors.library import LibraryDesign, design_with_key, library
from campaign.duels.services import results
from campaign.garage.models import PublishedDesign, Vehicle
from campaign.garage.rules.acts import Publication
from campaign.garage.rules.stock import STOCK
from campaign.garage.services import library as services
from core.web.refusals import BadForm
from tests.factories import Club, duel_of

from .test_drafts import drive, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return drive()


def publish(club: Club, name: str = "Nightjar", team: int = 0) -> PublishedDesign:
    with club.scope():
        return services.publish(
            vehicle=club.car(team),
            publication=Publication(name=name),
            now=club.at + timedelta(hours=3),
        )


def shelf(club: Club, **asked: object) -> tuple[LibraryDesign, ...]:
    with club.scope():
        return library(club.campaign, **asked)  # type: ignore[arg-type]


def test_c61_the_library_contains_stock_cars_and_published_designs(club: Club) -> None:
    assert {one.name for one in shelf(club)} == {one.name for one in STOCK}
    publish(club)
    [mine] = shelf(club, find="nightJAR")
    assert (mine.team, mine.faults, mine.duels) == (club.teams[0], (), 0)
    assert mine.totals.cost > 0
    publish(club, "Nighthawk")
    assert not shelf(club, find="nightjar"), "a vehicle has one design in it"
    with pytest.raises(BadForm, match="Choose another name"):
        publish(club, "nighthawk", team=1)
    with club.scope():
        services.withdraw(team=club.teams[1], vehicle=club.car(0), now=club.at)
        assert design_with_key(club.campaign, shelf(club, find="nighthawk")[0].key)
        services.withdraw(team=club.teams[0], vehicle=club.car(0), now=club.at)
    assert len(shelf(club)) == len(STOCK)


def test_c61_the_library_is_sorted_and_filtered_by_division(club: Club) -> None:
    costs = [one.totals.cost for one in shelf(club, order="cost", division=15_000)]
    assert costs == sorted(costs)
    assert max(costs) <= 15_000
    weights = [one.totals.weight for one in shelf(club, order="weight")]
    assert weights == sorted(weights)


def test_c62_a_design_is_credited_with_its_duels_before_publication(club: Club) -> None:
    publish(club)
    results.record(duel=club.duel, result=record(club), actor=club.gm, now=club.at)
    best = shelf(club, order="-wins")[0]
    assert (best.name, best.duels, best.won) == ("Nightjar", 1, 1)
    assert [(one.name, one.duels, one.won, one.kills) for one in best.crew] == [("Rook", 1, 1, 1)]
    with club.scope():
        week = club.open_week
        results.correct(
            duel=duel_of(week),
            result=record(club, winner=1),
            actor=club.gm,
            reason="Misread.",
            now=club.at,
        )
    [told] = shelf(club, find="nightjar")
    assert (told.duels, told.won) == (1, 0)


def test_c62_later_duels_refits_and_equal_cars_do_not_count(club: Club) -> None:
    with club.scope():
        services.publish(
            vehicle=club.car(0),
            publication=Publication(name="Nightjar"),
            now=club.open_week.duel_at - timedelta(hours=1),
        )
    before = shelf(club, find="nightjar")
    results.record(duel=club.duel, result=record(club), actor=club.gm, now=club.at)
    with club.scope():
        Vehicle.objects.filter(pk=club.car(0).pk).update(design=club.car(1).design, name="Else")
    assert shelf(club, find="nightjar") == before
    assert before[0].duels == 0
