"""The library of designs, used by an owner and a rival."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import House
from .test_garage import picked


@pytest.fixture
def house(at_club: Callable[..., House]) -> House:
    """Return two teams: the owner's Anvil publishes, the rival's Basilisk builds."""
    return at_club(teams=2)


@pytest.mark.everyday
def test_c61_a_design_is_published_found_built_and_removed(house: House) -> None:
    car = house.club.car(0).pk
    page = house.done(house.own("vehicle-publish", pk=car), {"name": "Nightjar", "blurb": "Fast."})
    assert "Nightjar was published." in page
    shelf = house.path("designs")
    assert "Nightjar" in house.read(shelf + "?find=fast&order=-wins", "rival")
    assert "No designs found" in house.read(shelf + "?find=fast&division=1000", "rival")
    with house.club.scope():
        key = house.club.campaign.designs.get().pk
    shown = house.read(house.path("design", design=str(key)), "rival")
    assert "Build from this" in shown
    assert "Remove from library" not in shown
    builder = house.path("build", team=house.club.teams[1].slug) + f"?design={key}"
    assert 'value="Nightjar"' in house.get(builder, "rival").content.decode()
    house.done(house.own("vehicle-unpublish", pk=car), {"confirmed": "1"})
    assert "Nightjar" not in house.read(shelf, "rival")


def test_c61_publishing_from_the_builder_is_atomic_with_building(house: House) -> None:
    build, shelf = house.own("build"), house.path("designs")
    page = house.done(build, picked(publish="1"))
    assert "Bullet is built, and its design is in the library." in page
    assert "Bullet" in house.read(shelf, "rival")
    rivals = house.path("build", team=house.club.teams[1].slug)
    page = house.refused(rivals, picked(name="bullet", publish="1"), "rival")
    assert "The library already has a design called bullet" in page
    with house.club.scope():
        assert house.club.campaign.designs.count() == 1
        assert not house.club.teams[1].vehicles.filter(name="bullet").exists()
