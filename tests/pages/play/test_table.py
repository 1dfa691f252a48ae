"""The table's page: content by reader, moves with and without scripts, refusals, questions,
previews.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoAssertNumQueries

from play.models import Chair, Move
from play.services import tables
from tests.engine.games.bids import BIDS
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from .parlour import Parlour

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


def test_a_player_sees_board_choices_chairs_and_log(parlour: Callable[..., Parlour]) -> None:
    page = parlour().read("first")
    for said in (
        "Your move",
        "Round 1 of 3: seal a bid.",
        "Bid 3",
        "Six is all you have.",
        "Visible to you only",
        "2 bidders begin.",
        "The board in words",
    ):
        assert said in page
    assert "You are watching" not in page


def test_a_spectator_sees_the_public_board_and_cannot_move(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    page, html = at.read("watcher"), at.get("watcher").content.decode()
    assert "You are watching" in page and "Resign" not in page
    assert 'id="moves"' not in html and "data-presses" not in html
    assert at.move("watcher", "bid:3").status_code == 422
    assert not Move.objects.exists()


def test_the_board_is_escaped_and_linked_to_its_choices(parlour: Callable[..., Parlour]) -> None:
    page = parlour().get("first").content.decode()
    assert '<a href="#choice-bid.3a.2" tabindex="-1" data-presses aria-label="Bid 2"' in page
    assert 'data-price="2"' in page and "Not a name" not in page
    assert 'id="choice-bid.3a.2"' in page


def test_a_move_without_scripts_redirects_to_the_table(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    answer = at.move("first", "bid:4")
    assert answer.status_code == 303 and answer["Location"] == at.path()
    assert "You bid 4." in at.read("first")


def test_a_move_with_htmx_returns_the_changed_parts(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    answer = at.move("first", "bid:4", fragment="play")
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in page
    assert 'id="play"' in page and 'id="talk-lines" hx-swap-oob="true"' in page
    assert 'data-announce="You sealed 4.' in page


@pytest.mark.parametrize("fragment", ["", "play"])
def test_a_stale_move_is_refused_and_the_new_board_shown(
    fragment: str, parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(BIDS), "stands_when_stale", lambda _game, _move: False)
    at = parlour()
    seen = at.heard("first")
    at.bid("first", 4)
    at.bid("second", 2)
    answer = at.post("first", "play-move", {"choice": "bid:1", "heard": seen}, fragment=fragment)
    assert answer.status_code == 409
    page = words(answer)
    assert "Round 2 of 3" in page and "The match has changed since you loaded the page" in page
    assert Move.objects.count() == 2


def test_an_illegal_move_is_refused_at_its_choice_and_the_input_kept(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    answer = at.move("first", "wager", wager__amount="9", wager__manner="loud")
    page = answer.content.decode()
    assert answer.status_code == 422
    form = page.partition('data-offer="wager"')[2].partition("</form>")[0]
    assert "A wager is a whole number from 1 to 6." in form
    assert 'value="9"' in form and 'value="loud"\n                    selected' in form


def test_a_disabled_choice_is_refused_with_its_reason(parlour: Callable[..., Parlour]) -> None:
    answer = parlour().move("first", "bid:7")
    assert answer.status_code == 422 and "Six is all you have." in words(answer)


def test_a_choice_with_confirmation_asks_on_a_page_without_scripts(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    question = at.move("first", "bid:6", query="?ask")
    assert question.status_code == 200 and "Bid all you have?" in words(question)
    assert not Move.objects.exists()
    assert at.move("first", "bid:6", query="?ask", confirmed="1").status_code == 303
    assert "You bid 6." in at.read("first")


def test_a_form_sent_twice_moves_once(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    sent = {"idempotency": "k" * 32, "choice": "bid:2", "heard": at.heard("first")}
    assert [at.client("first").post(at.path("play-move"), sent).status_code for _ in range(2)] == [
        303,
        303,
    ]
    assert Move.objects.count() == 1


def test_a_preview_draws_the_board_and_makes_no_move(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    answer = at.post(
        "first", "play-preview", {"choice": "wager", "wager.amount": "3"}, fragment="play"
    )
    page = answer.content.decode()
    assert answer.status_code == 200 and "This is a preview" in page
    assert page.count('class="marked"') == 1 and not Move.objects.exists()


def test_the_page_does_not_show_that_the_opponent_has_bid(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    before = {who: _without_keys(at, who) for who in ("first", "watcher")}
    pulse = {who: at.get(who, at.path("play-pulse")).content for who in before}
    at.bid("second", 3)
    for who, page in before.items():
        assert _without_keys(at, who) == page
        assert at.get(who, at.path("play-pulse")).content == pulse[who]


def _without_keys(at: Parlour, who: str) -> str:
    import re

    page = at.get(who).content.decode()
    return re.sub(
        r'name="(idempotency|csrfmiddlewaretoken)"\s+value="[^"]*"|data-now="[^"]*"', "", page
    )


@pytest.mark.parametrize("who", ["first", "watcher"])
def test_the_page_takes_few_queries(
    who: str, parlour: Callable[..., Parlour], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    at = parlour()
    at.client(who)
    with django_assert_max_num_queries(MOST_QUERIES):
        at.read(who)
    with django_assert_max_num_queries(4):
        at.get(who, at.path("play-pulse"))


def test_a_table_waiting_for_players_says_what_to_do(parlour: Callable[..., Parlour]) -> None:
    at = parlour(open_seat=True)
    host, guest = at.read("first"), at.read("second")
    assert (
        "Fill the seats" in host
        and "Create link" in host
        and "Bot that thinks ahead" in host
        and "Take this seat" not in host
    )
    assert "Take this seat" in guest and "Create link" not in guest
    assert at.post("second", "play-sit", {"seat": "1"}).status_code == 303
    assert "Your move" in at.read("second")


def test_a_bot_is_seated_and_removed(parlour: Callable[..., Parlour]) -> None:
    at = parlour(open_seat=True)
    assert at.post("second", "play-seat-bot", {"seat": "1", "bot": "random"}).status_code == 303
    assert "Take this seat" in at.read("second")
    assert at.post("first", "play-seat-bot", {"seat": "1", "bot": "random"}).status_code == 303
    chairs = at.read("first").partition("Players")[2]
    assert "Seat 2" in chairs and "bot plays at random" in " ".join(chairs.split())
    at.table.refresh_from_db()
    assert at.table.is_playing


def test_an_invite_link_seats_a_player_at_an_unlisted_table(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour(open_seat=True, visibility="invited")
    assert at.get("second").status_code == 404
    link = (
        at.post("first", "play-invite")
        .content.decode()
        .partition('id="invite-link">')[2]
        .partition("<")[0]
    )
    path = link.partition("testserver")[2]
    assert "Sign in and join" in words(at.get("nobody", path))
    assert "Join game" in at.read("second", path)
    assert at.client("second").post(path, {"idempotency": "j" * 32}).status_code == 303
    assert "Your move" in at.read("second")
    assert at.get("watcher", path).status_code == 404


def test_the_host_removes_a_person_before_the_start(parlour: Callable[..., Parlour]) -> None:
    at = parlour(open_seat=True)
    first, second = at.people["first"], at.people["second"]
    at.table = tables.open_table(
        user=first, game="bids", options={}, seats=("me", "open", "open"), key="k" * 16
    )
    at.post("second", "play-sit", {"seat": "1"})
    path, name = f"{at.path('play-unseat')}?seat=1", second.get_username()
    assert f"Remove {name}" in at.read("first") and "Remove" not in at.read("second")
    assert f"Remove {name} from the table?" in at.read("first", path)
    for who in ("second", "watcher"):
        assert at.get(who, path).status_code == 404
    assert at.get("first", at.path("play-unseat")).status_code == 404
    assert at.post("first", "play-unseat", {"confirmed": "1"}, query="?seat=1").status_code == 303
    assert f"You removed {name}." in at.read("first")
    assert f"{first.get_username()} removes the player from Seat 2." in at.read("second")
    assert at.get("first", path).status_code == 404


def test_resigning_asks_first(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    page = at.read("first", at.path("play-resign"))
    assert "cannot be undone" in page
    assert "Until you have made 1 move, resigning counts as leaving the match" in page
    at.table.refresh_from_db()
    assert at.table.is_playing
    assert at.post("first", "play-resign", {"confirmed": "1"}).status_code == 303
    assert "Play again" in at.read("first") and "The other side resigned." in at.read("watcher")
    assert at.get("watcher", at.path("play-resign")).status_code == 404


def test_t14_a_player_continues_against_a_bot_when_the_opponent_is_away(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    assert "missed three moves" not in at.read("first")
    Chair.objects.filter(table=at.table, seat=1).update(missed=3)
    assert "missed three moves in a row. What do you want to do?" in at.read("first")
    assert "missed three moves" not in at.read("second")
    assert "missed three moves" not in at.read("watcher")
    assert at.post("first", "play-claim", {"action": "bots"}).status_code == 303
    page = at.read("first")
    assert "missed three moves" not in page and "a bot took over" in page


def test_a_pause_needs_both_players_and_either_can_resume(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.post("first", "play-pause")
    assert "Withdraw pause request" in at.read("first") and "Agree to a pause" in at.read("second")
    at.post("second", "play-pause")
    page = at.read("first")
    assert (
        "Paused" in page
        and "Resume" in page
        and 'id="moves"' not in at.get("first").content.decode()
    )
    assert at.move("first", "bid:2").status_code == 422
    at.post("second", "play-resume")
    assert "Your move" in at.read("first")


def test_talk_reaches_the_members_of_its_channel(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    assert (
        at.post(
            "first", "play-say", {"channel": "table", "text": "Good luck <b>all</b>"}
        ).status_code
        == 303
    )
    private = at.post(
        "first", "play-say", {"channel": "own-0", "text": "six it is"}, fragment="talk"
    )
    assert private.status_code == 200 and "six it is" in words(private)
    for who in ("second", "watcher"):
        page = at.get(who).content.decode()
        assert "Good luck &lt;b&gt;all&lt;/b&gt;" in page and "six it is" not in page
    assert "You can read this channel but not write in it." in at.read("watcher")
    assert (
        at.post(
            "second", "play-say", {"channel": "own-0", "text": "me too"}, fragment="talk"
        ).status_code
        == 422
    )


def test_notes_are_visible_to_their_author_only(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    assert at.post("first", "play-note", {"text": "they bluff"}).status_code == 303
    assert "they bluff" in at.read("first")
    assert "they bluff" not in at.read("second")


def test_a_deputy_is_named_and_everyone_sees_it(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    name = at.people["watcher"].get_username()
    assert at.post("first", "play-deputy", {"username": name}).status_code == 303
    assert f"{name} can move for this player." in at.read("second")
    assert at.move("watcher", "bid:5").status_code == 303
    assert "You bid 5." in at.read("first")


def test_a_rematch_leads_both_players_to_the_same_table(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.play_out()
    assert at.post("watcher", "play-rematch").status_code == 303
    places = {at.post(who, "play-rematch")["Location"] for who in ("first", "second")}
    assert len(places) == 1 and at.path() not in places


def test_the_end_of_a_match_shows_who_won_and_why(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.play_out()
    assert f"{at.people['first'].get_username()} won. All rounds." in at.read("watcher")


@pytest.mark.parametrize(
    "name",
    ["play-table", "play-pulse", "play-frames", "play-history", "play-close", "play-resign"],
)
def test_unknown_and_forbidden_pages_get_the_same_404(
    name: str, parlour: Callable[..., Parlour]
) -> None:
    at = parlour(visibility="invited", watched=False)
    forbidden = at.get("watcher", at.path(name))
    unknown = at.get(
        "watcher", at.path(name).replace(str(at.table.pk), "00000000-0000-4000-8000-000000000000")
    )
    assert (forbidden.status_code, forbidden.content) == (404, unknown.content)
    assert at.get("nobody", at.path(name)).status_code == 302


def test_t14_everyone_sees_how_many_moves_a_player_missed(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    assert "in a row" not in at.read("watcher")
    Chair.objects.filter(table=at.table, seat=1).update(missed=2)
    for who in ("first", "second", "watcher"):
        assert "Missed 2 moves in a row." in at.read(who)
    at.play_out()
    assert "in a row" not in at.read("watcher")
