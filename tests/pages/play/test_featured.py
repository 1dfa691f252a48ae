"""Featured matches on the Games page."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from core.accounts.services import tokens
from core.web import clock
from play.models import PlayerRating, Table
from play.selectors.featured import featured_matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from .parlour import Parlour

pytestmark = pytest.mark.django_db
PART = "/play/featured/"


def rate(at: Parlour, who: str, value: int) -> None:
    PlayerRating.objects.create(
        game="bids", user=at.people[who], value=value, deviation=50_00, volatility=60_000, matches=9
    )


def test_a_running_match_is_featured_with_the_spectators_view(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    page = at.read("watcher", "/play/")
    assert "Live now" in page and "The others are bidding." in page
    assert f"Watch {at.people['first'].get_username()}" in page
    html = at.get("watcher", "/play/").content.decode()
    assert "data-presses" not in html and f'data-live="/live/play/{at.table.pk}/"' in html
    assert "Live now" in at.read("watcher", PART)


def test_players_do_not_see_their_own_match_featured(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    hidden = '<section id="featured"\n         class="stack"'
    assert featured_matches(at.people["first"]) == ()
    assert hidden in at.get("first", PART).content.decode()
    assert "hidden" in at.get("first", PART).content.decode()
    at.play_out()
    assert featured_matches(at.people["watcher"]) == ()


@pytest.mark.parametrize(
    "closed", [{"visibility": "invited"}, {"watched": False}, {"open_seat": True}]
)
def test_only_public_watchable_matches_are_featured(
    parlour: Callable[..., Parlour], closed: dict[str, object]
) -> None:
    at = parlour(**closed)
    assert featured_matches(at.people["watcher"]) == ()


def test_a_match_without_recent_events_is_not_featured(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    with clock.set_to(timezone.now() + timedelta(minutes=31)):
        assert featured_matches(at.people["watcher"]) == ()


def test_the_best_rated_match_comes_first_then_the_liveliest(
    parlour: Callable[..., Parlour],
) -> None:
    quiet, lively, strong = parlour(), parlour(), parlour()
    rate(strong, "second", 1900_00)
    for who in ("first", "second"):
        lively.bid(who, 3 if who == "first" else 2)
    found = featured_matches(quiet.people["watcher"])
    assert [one.table for one in found] == [strong.table, lively.table]


def test_a_secret_move_does_not_change_the_featured_match(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    before = at.get("watcher", PART).content
    at.bid("first", 4)
    assert at.get("watcher", PART).content == before
    at.bid("second", 2)
    assert at.get("watcher", PART).content != before


def test_the_api_lists_featured_matches(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    _, token = tokens.create_token(
        user=at.people["watcher"], name="A bot", days=1, now=timezone.now()
    )
    tool = Client(headers={"Authorization": f"Token {token}"})
    found = tool.get("/api/v1/play/tables/?which=featured").json()["results"]
    assert [one["id"] for one in found] == [str(at.table.pk)]
    assert Table.objects.count() == 1
