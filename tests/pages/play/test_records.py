"""A game's ladder, a person's record, and rating changes of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from core.accounts.services import tokens
from play.models import Chair
from play.services import rating

if TYPE_CHECKING:
    from collections.abc import Callable

    from .parlour import Parlour

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished_match(parlour: Callable[..., Parlour]) -> Parlour:
    """Return a match that the first player won without a coach."""
    at = parlour()
    Chair.objects.filter(table=at.table).update(coached=False)
    at.play_out()
    return at


def name(at: Parlour, who: str) -> str:
    return at.people[who].get_username()


def test_a_table_shows_the_rating_changes_of_its_match(finished_match: Parlour) -> None:
    assert "Ratings are being updated." in finished_match.read("first")
    rating.rate_due()
    page = finished_match.read("watcher")
    assert f"{name(finished_match, 'first')}: 1662 ? (+162)" in page
    assert f"{name(finished_match, 'second')}: 1338 ? (−162)" in page


def test_the_ladder_is_sorted_by_the_certain_part_of_a_rating(finished_match: Parlour) -> None:
    assert "No rated players yet" in finished_match.read("first", "/play/games/bids/ladder/")
    rating.rate_due()
    page = finished_match.read("first", "/play/games/bids/ladder/")
    assert page.index(name(finished_match, "first")) < page.index(name(finished_match, "second"))
    assert "You are rated 1662 ?" in page
    assert "± 581" in page
    assert "Play a rated match" in finished_match.read("watcher", "/play/games/bids/ladder/")


def test_a_record_lists_ratings_matches_and_results_against_the_reader(
    finished_match: Parlour,
) -> None:
    rating.rate_due()
    page = finished_match.read("second", f"/play/people/{name(finished_match, 'first')}/")
    for said in (f"You and {name(finished_match, 'second')}"[:7], "1662 ?", "won", "Step through"):
        assert said in page
    mine = finished_match.read("second", f"/play/people/{name(finished_match, 'second')}/")
    assert "Your record" in mine
    assert "lost" in mine
    nothing = finished_match.read(
        "second", f"/play/people/{name(finished_match, 'second')}/?result=won"
    )
    assert "No matches found" in nothing


def test_people_without_matches_and_unknown_people_get_the_same_answer(
    finished_match: Parlour,
) -> None:
    for who in (name(finished_match, "watcher"), "nobody-at-all"):
        assert finished_match.get("first", f"/play/people/{who}/").status_code == 404
    assert "No finished matches yet" in finished_match.read(
        "watcher", f"/play/people/{name(finished_match, 'watcher')}/"
    )


def test_a_ladder_needs_signing_in(finished_match: Parlour, client: Client) -> None:
    assert client.get("/play/games/bids/ladder/").status_code == 302
    assert finished_match.get("first", "/play/games/nothing/ladder/").status_code == 404


def test_the_api_returns_ladder_and_records(finished_match: Parlour) -> None:
    rating.rate_due()
    _, token = tokens.create_token(
        user=finished_match.people["second"], name="A bot", days=1, now=timezone.now()
    )
    tool = Client(headers={"Authorization": f"Token {token}"})

    def read(path: str) -> Any:
        answer = tool.get(f"/api/v1/play/{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    first = name(finished_match, "first")
    ladder = read("games/bids/ladder/")["results"]
    assert [(row["place"], row["person"], row["won"]) for row in ladder] == [
        (1, first, 1), (2, name(finished_match, "second"), 0),
    ]  # fmt: skip
    assert ladder[0]["rating"] == {"points": 1662.31, "deviation": 290.32, "settled": False}
    record = read(f"people/{first}/")
    assert record["against"] == [{"game": "bids", "won": 0, "lost": 1, "level": 0}]
    (match,) = read(f"people/{first}/matches/?result=won")["results"]
    assert (match["table"], match["gained"]) == (str(finished_match.table.pk), 162)
    assert read(f"people/{first}/matches/?result=lost")["count"] == 0
