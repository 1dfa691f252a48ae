"""The lobby, opening a table, a game's page, stepping through a match, holidays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from autoduel.tabletop.options import Options
from play.clocking import Clock
from play.models import Table
from play.selectors.options import options_of
from play.selectors.participants import chairs_of
from play.services import leaving
from play.services.tables import open_table
from play.views.lobby import A_PAGE
from tests.factories import person
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from .parlour import Parlour

pytestmark = pytest.mark.django_db
FORM = {
    "clock": "none",
    "visibility": "listed",
    "watched": "on",
    "option_house": "Anvil",
    "count": "2",
    "seat_1": "me",
    "seat_2": "bot:random",
}


@pytest.fixture
def visitor(client: Client) -> Client:
    client.force_login(person("visitor"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def send(client: Client, path: str, **fields: Any) -> Any:
    return client.post(path, {"idempotency": uuid4().hex, **fields})


def test_the_navigation_links_to_the_games(visitor: Client) -> None:
    assert '<a href="/play/">Games</a>' in visitor.get("/me/").content.decode()


def test_an_empty_lobby_says_what_to_do(visitor: Client) -> None:
    page = words(visitor.get("/play/"))
    for said in (
        "Play now",
        "No open games right now. Play now starts a match against bots.",
        "Sealed Bids",
        "5 minutes",
        "No public matches are being played right now.",
    ):
        assert said in page


def test_the_lobby_lists_own_open_and_public_tables_with_own_turns_first(
    parlour: Callable[..., Parlour],
) -> None:
    at, waiting = parlour(), parlour(open_seat=True)
    mine = at.read("first", "/play/")
    assert "Your move" in mine
    at.bid("first", 2)
    assert "Your move" not in at.read("first", "/play/")
    seen = at.read("watcher", "/play/")
    assert "View and join" in seen and "Watch" in seen
    assert waiting.people["first"].get_username() in seen


def test_finished_matches_stand_below_the_open_games(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    page = at.read("first", "/play/")
    assert page.index("Your matches") < page.index("Open games")
    at.play_out()
    page = at.read("first", "/play/")
    assert page.index("Your matches") > page.index("Open games")


def test_the_lobby_shows_the_time_left_for_the_readers_move_only(
    parlour: Callable[..., Parlour], settings: Any
) -> None:
    settings.ARENA_HOURS = []  # the card of the open arena shows a time, too
    at = parlour(clock=_slow())
    assert "23 h 59 min left" in at.read("first", "/play/") or "1 day left" in at.read(
        "first", "/play/"
    )
    assert " left" not in at.read("watcher", "/play/")
    at.bid("first", 2)
    assert " left" not in at.read("first", "/play/")


def test_the_lobby_takes_few_queries(
    parlour: Callable[..., Parlour], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    at = parlour()
    for _ in range(3):
        parlour(open_seat=True)
    at.client("first")
    with django_assert_max_num_queries(16):
        at.read("first", "/play/")


def test_every_list_of_the_lobby_is_paged(visitor: Client) -> None:
    owners = person("early"), person("late")
    for number in range(23):
        open_table(
            user=owners[number // 12],
            game="renamed",
            options={},
            seats=("me", "open"),
            name=f"Number {number:02}",
        )
    first = visitor.get("/play/").content.decode()
    assert "Page 1 of 5" in first
    assert "Number 22" in first
    assert "Number 02" not in first
    assert 'href="?open=2"' in first
    second = visitor.get("/play/?open=5&page=1").content.decode()
    assert "Page 5 of 5" in second
    assert "Number 02" in second
    assert "Number 03" not in second
    assert 'href="?open=4&amp;page=1"' in second


def test_play_now_takes_the_last_seat_of_the_longest_waiting_open_table(visitor: Client) -> None:
    tables = [
        open_table(user=person(f"host {n}"), game=game, options={}, seats=seats)
        for n, (game, seats) in enumerate(
            (
                ("renamed", ("me", "open", "open")),  # would still wait for someone
                ("renamed", ("me", "open")),
                ("bids", ("me", "open")),
            )
        )
    ]
    assert send(visitor, "/play/now/", game="bids")["Location"] == f"/play/{tables[2].pk}/"
    assert send(visitor, "/play/now/")["Location"] == f"/play/{tables[1].pk}/"
    waiting, *started = [Table.objects.get(pk=table.pk).status for table in tables]
    assert waiting == Table.Status.OPEN and set(started) == {Table.Status.PLAYING}


def test_play_now_without_an_opponent_starts_a_match_against_bots(visitor: Client) -> None:
    slow = Clock(kind="correspondence", seconds=90_000)
    open_table(user=person("host"), game="bids", options={}, seats=("me", "open"), clock=slow)
    form = {"game": "bids", "idempotency": "once"}
    first = visitor.post("/play/now/", form)["Location"]
    assert visitor.post("/play/now/", form)["Location"] == first
    again = send(visitor, "/play/now/")["Location"]
    own = Table.objects.filter(opened_by__username__startswith="visitor")
    assert {first, again} == {f"/play/{table.pk}/" for table in own}
    assert {(table.game, table.status, table.rated) for table in own} == {
        ("bids", Table.Status.PLAYING, False)
    }


def test_a_newcomers_first_duel_is_a_short_one_against_a_newcomer(visitor: Client) -> None:
    open_table(user=person("host"), game="autoduel", options={}, seats=("me", "open"))
    first = send(visitor, "/play/now/", game="autoduel")["Location"]
    assert send(visitor, "/play/now/", game="autoduel")["Location"] == first
    table = Table.objects.get(opened_by__username__startswith="visitor")
    assert first == f"/play/{table.pk}/" and (table.status, table.coached) == ("playing", True)
    options = options_of(table)
    assert isinstance(options, Options)
    assert (options.arena, options.turns) == ("foundry_floor", 20)
    assert [chair.bot for chair in chairs_of(table)] == ["", "duellist:newcomer"]


def test_after_the_first_duel_play_now_seats_people_against_others(visitor: Client) -> None:
    send(visitor, "/play/now/", game="autoduel")
    first = Table.objects.get()
    assert first.opened_by is not None
    leaving.resign(table_id=first.pk, user=first.opened_by)
    table = open_table(user=person("host"), game="autoduel", options={}, seats=("me", "open"))
    assert send(visitor, "/play/now/", game="autoduel")["Location"] == f"/play/{table.pk}/"


def test_play_now_refuses_an_unknown_game(visitor: Client) -> None:
    answer = send(visitor, "/play/now/", game="nothing")
    assert "Choose a game from the list." in words(visitor.get(answer["Location"]))
    assert not Table.objects.exists()


def test_a_table_against_a_bot_starts_at_once(visitor: Client) -> None:
    answer = send(visitor, "/play/new/bids/", **FORM)
    assert answer.status_code == 303, words(answer)
    assert "Your move" in words(visitor.get(answer["Location"]))
    assert Table.objects.get().options == '{"house":"Anvil","strict":false}'


def test_the_form_is_built_from_the_options_and_filled_by_a_preset(visitor: Client) -> None:
    page = visitor.get("/play/new/bids/").content.decode()
    assert (
        "Auction house" in page
        and "Its name stands over the board." in page
        and 'value="Anvil &amp; &lt;Sons&gt;"' in page
    )
    assert 'name="option_strict" id="id_option_strict" checked' not in page.replace(
        "aria-describedby=", ""
    )
    preset = visitor.get("/play/new/bids/?preset=duel").content.decode()
    assert "checked" in preset.partition('name="option_strict"')[2][:120]


def test_adding_seats_keeps_the_input(visitor: Client) -> None:
    page = send(
        visitor,
        "/play/new/bids/",
        **{**FORM, "count": "3", "option_house": "Kept", "step": "seats"},
    ).content.decode()
    assert 'name="seat_3"' in page and 'value="Kept"' in page and "There is a problem" not in page
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"option_house": ""}, "This field is required."),
        ({"option_strict": "on", "count": "3", "seat_3": "open"}, "need 2 players"),
        ({"seat_2": "me"}, "You can take only one seat."),
        ({"clock": "live", "seconds": "1"}, "greater than or equal to 5"),
        ({"clock": "slot", "slot": "25:99", "zone": "UTC"}, "Enter the time of day"),
        ({"clock": "slot", "slot": "20:00", "zone": "Nowhere"}, "Choose a time zone"),
        ({"clock": "correspondence", "hours": ""}, "Enter a value for this clock."),
    ],
)
def test_an_invalid_form_opens_no_table(wrong: dict[str, str], said: str, visitor: Client) -> None:
    answer = send(visitor, "/play/new/bids/", **{**FORM, **wrong})
    assert answer.status_code == 422 and said.lower() in words(answer).lower(), words(answer)
    assert not Table.objects.exists()


def test_a_slow_clock_is_saved(visitor: Client) -> None:
    send(visitor, "/play/new/bids/", **{**FORM, "clock": "correspondence", "hours": "48"})
    assert Table.objects.get().clock.description == "48 hours per move"


def test_an_unknown_game_is_a_404(visitor: Client) -> None:
    assert (
        visitor.get("/play/new/chess/").status_code
        == visitor.get("/play/games/chess/").status_code
        == 404
    )


def test_a_games_page_shows_its_credit_without_signing_in(client: Client) -> None:
    page = words(client.get("/play/games/bids/"))
    assert "Sealed Bids by The testers, 2026." in page


def test_a_player_goes_on_holiday_and_comes_back(parlour: Callable[..., Parlour]) -> None:
    at = parlour(clock=_slow())
    answer = at.client("first").post(
        "/play/away/", {"idempotency": uuid4().hex, "starts": "2020-01-01", "ends": "2090-01-01"}
    )
    assert answer.status_code == 422
    today = _today()
    assert (
        at.client("first")
        .post("/play/away/", {"idempotency": uuid4().hex, "starts": today, "ends": today})
        .status_code
        == 303
    )
    assert "On holiday until" in at.read("second")
    assert (
        at.client("first")
        .post("/play/away/", {"idempotency": uuid4().hex, "back": "1"})
        .status_code
        == 303
    )
    assert "On holiday until" not in at.read("second")


def _slow() -> Any:
    from play.clocking import Clock

    return Clock(kind="correspondence", seconds=86_400)


def _today() -> str:
    from django.utils import timezone

    return timezone.now().date().isoformat()


# --- stepping through a match ---------------------------------------------------------------------


def test_a_player_steps_through_the_events_of_their_own_seat(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    at.bid("first", 4)
    path = at.path("play-history")
    assert "Step 2 of 2" in at.read("first", path) and "You sealed 4." in at.read("first", path)
    assert "Step 1 of 2" in at.read("first", f"{path}?step=1&from=mine")
    assert "Step 1 of 1" in at.read("second", path) and "You sealed" not in at.read("second", path)
    assert at.get("second", f"{path}?from=0").status_code == 404
    assert at.get("second", f"{path}?from=truth").status_code == 404


def test_after_the_match_everyone_can_view_every_seat_and_the_truth(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    at.play_out()
    path = at.path("play-history")
    assert "You sealed 5." in at.read("watcher", f"{path}?from=0&step=2")
    truth = at.read("watcher", f"{path}?from=truth&step=2")
    assert "The truth of round 1" in truth and "Sealed: 5, 0." in truth
    page = at.get("watcher", path).content.decode()
    assert (
        'type="range"' in page and 'rel="prev"' in page and "Everything, including secrets" in page
    )


@pytest.mark.parametrize("query", ["from=9", "from=nonsense", "from=-1"])
def test_an_invalid_viewpoint_is_a_404(query: str, parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.play_out()
    assert at.get("first", f"{at.path('play-history')}?{query}").status_code == 404


def test_a_users_tables_are_paged(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    for _ in range(A_PAGE):
        open_table(user=at.people["first"], game="lunacy", options={}, seats=("me", "open"))
    first, second = (at.read("first", f"/play/?page={page}") for page in (1, 2))
    assert first.count("Lunacy at the Labs") > second.count("Lunacy at the Labs")
    assert "Page 2 of 2" in second
