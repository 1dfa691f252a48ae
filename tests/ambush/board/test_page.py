"""The ambush page: opened from the lobby, previewed and played by fields, private to each side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ambush.tabletop import AMBUSH_TABLE
from play.services import seating, tables
from tests.factories import person
from tests.pages.play.parlour import Parlour

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db


@pytest.fixture
def ambush() -> Callable[..., Parlour]:
    def set_table(**options: Any) -> Parlour:
        people = {name: person(name) for name in ("first", "second", "watcher")}
        table = tables.open_table(
            user=people["first"],
            game=AMBUSH_TABLE.key,
            options=options,
            seats=("me", "open"),
            coached=True,
        )
        return Parlour(seating.sit_down(table_id=table.pk, user=people["second"], seat=1), people)

    return set_table


def test_both_sides_place_and_plan_by_fields_without_seeing_the_others_plan(
    ambush: Callable[..., Parlour],
) -> None:
    parlour = ambush(ambushed="rifle")
    assert "Place for me" in parlour.read("first")
    preview = parlour.post(
        "first", "play-preview", {"choice": "place", "place.mine": "S14", "place.enemy": "W30"}
    )
    assert "Your positions: You at S14" in preview.content.decode()
    assert parlour.move("first", "place", place__mine="S14", place__enemy="W99").status_code == 422
    assert parlour.move("first", "place", place__mine="S14", place__enemy="W30").status_code == 303
    assert "Harker is at W30" in parlour.read("first")
    assert "Quill is at S14" in parlour.read("second")
    before = parlour.read("second")
    assert parlour.move("first", "plan", plan__step1="stand").status_code == 422
    sealed = parlour.move(
        "first", "plan", plan__step1="s", plan__action="fire:heavy_pistol", plan__vanish="yes"
    )
    assert sealed.status_code == 303
    assert "your plan is sealed" in parlour.read("first")
    assert parlour.read("second") == before
    assert parlour.move("second", "ready.0").status_code == 303
    assert "you are at S15, standing" in parlour.read("first")


def test_page_loads_the_board_style_and_script_and_shows_the_coach(
    ambush: Callable[..., Parlour],
) -> None:
    page = ambush().get("first").content.decode()
    assert "ambush/board" in page
    assert "ambush/board.js" in page
    assert "put yourself behind a fence" in page


def test_spectator_sees_the_map_but_not_the_fighters_names(
    ambush: Callable[..., Parlour],
) -> None:
    parlour = ambush()
    parlour.move("first", "place", place__mine="S14", place__enemy="W30")
    words = parlour.read("watcher")
    assert "Midville, section 1: Crossroads" in words
    assert "Quill" not in words
    assert "S14" not in words


@pytest.mark.parametrize("preset", AMBUSH_TABLE.presets, ids=lambda preset: preset.key)
def test_form_of_a_new_duel_offers_each_preset(preset: Any, ambush: Callable[..., Parlour]) -> None:
    parlour = ambush()
    page = parlour.get("first", f"/play/new/ambush/?preset={preset.key}")
    assert page.status_code == 200
    assert preset.title in page.content.decode()
