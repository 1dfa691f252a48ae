"""Letting a bot act for one's team."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import House

pytestmark = pytest.mark.django_db


def test_an_owner_enables_a_stand_in_bot_publicly(house: House) -> None:
    said = house.done(house.own("team-bot"), {"temper": "vengeful", "how_long": "week"})
    assert "A vengeful bot now acts for Anvil." in said
    assert "Take back control" in house.read(house.own("team"))
    assert "Stand-in bot: vengeful (week 1)" in house.read(house.own("team"), "spectator")
    assert "Stand-in bot: vengeful" in house.read(house.path("teams"), "spectator")


def test_an_owner_disables_the_stand_in_bot(house: House) -> None:
    house.done(house.own("team-bot"), {"temper": "careful", "how_long": "on"})
    page = house.done(house.own("team-bot-off"), {"confirmed": "1"})
    assert "You are back in control of Anvil." in page
    page = house.read(house.own("team"))
    assert "bot stands in" not in page
    assert "Use a stand-in bot" in page


def test_an_impossible_bot_request_changes_nothing(house: House) -> None:
    house.go_to(house.week().due_at)
    page = house.refused(house.own("team-bot"), {"temper": "careful", "how_long": "week"})
    assert "No week is open for orders. Choose every week." in page
