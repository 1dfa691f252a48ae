"""A match in real browsers, by mouse, keyboard and text: moves of others appear by themselves, and
everything works without scripts.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from core.web import clock
from play.services import daily, rating, tournament_rounds, tournaments
from tests.pages.play.parlour import Parlour, add_bids, set_table
from tests.siege import SIEGE

from .looking import too_wide
from .steady import SOON, digested, has_focus, hold, let_go, reads, rested

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Page

    from core.accounts.models import User
    from play.models import Tournament

pytestmark = [pytest.mark.browser]


@pytest.fixture
def parlour(site: object, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Parlour]:
    add_bids(monkeypatch)
    return set_table


def cup(people: Iterable[User], *, begun: bool) -> Tournament:
    """Return a tournament of these people, open or in its first round."""
    everybody = list(people)
    row = tournaments.announce(
        user=everybody[0],
        name="Spring cup",
        game="bids",
        begins_at=clock.now() + timedelta(hours=1),
        round_minutes=60,
    )
    for who in everybody:
        tournaments.enter(tournament_id=row.pk, user=who)
    if begun:
        with clock.set_to(row.begins_at):
            tournament_rounds.advance_due()
    return row


def turn(page: Page, words: str) -> None:
    reads(page.locator("#turn h2"), words)


def wait_for(page: Page, words: str) -> None:
    page.locator("#play").get_by_text(words).first.wait_for(state="attached", timeout=SOON)
    rested(page)


REFUSED: Final = "whole number from 1 to 6"


def wager_too_much(page: Page) -> None:
    page.get_by_label("How much").fill("9")
    page.get_by_role("button", name="Wager", exact=True).click()


@pytest.mark.everyday
def test_two_players_with_mouse_and_keys_see_each_others_moves(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    first, second = (open_page("desktop-light", user=at.people[who]) for who in ("first", "second"))
    for page in (first, second):
        page.goto(at.path())
    first.locator("svg.drawing [data-price='4']").click()
    wait_for(first, "You bid 4.")
    first.locator("#announcer", has_text="You sealed 4.").wait_for(state="attached", timeout=SOON)
    assert first.url.endswith(at.path())
    second.locator("svg.drawing [data-price='1']").focus()
    second.keyboard.press("ArrowRight")
    has_focus(second, "dataset.price", "2")
    second.keyboard.press("Enter")
    wait_for(second, "Round 2 of 3")
    wait_for(first, "Round 2 of 3")


def test_without_streams_the_page_polls_for_updates(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page], settings: Any
) -> None:
    settings.LIVE_STREAMS = False
    at = parlour()
    page = open_page("phone-light", user=at.people["first"])
    page.clock.install()
    page.goto(at.path())
    assert page.get_attribute("#play", "data-live") == ""
    before = page.url
    at.bid("first", 5)
    at.bid("second", 2)
    page.clock.fast_forward(16_000)
    wait_for(page, "Round 2 of 3")
    assert page.url == before


def test_an_irreversible_move_is_confirmed_in_a_dialog(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("phone-light", user=at.people["first"])
    page.goto(at.path())
    page.get_by_role("button", name="Bid 6").click()
    reads(page.locator("dialog"), "Bid all you have?")
    page.get_by_role("button", name="Cancel").click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="Bid 6").click()
    page.locator("dialog button.sure").click()
    wait_for(page, "You bid 6.")


def test_fields_are_redrawn_on_change_and_a_refusal_is_shown_beside_them(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("desktop-dark", user=at.people["first"])
    page.goto(at.path())
    amount = page.get_by_label("How much")
    amount.fill("3")
    amount.press("Tab")
    page.locator("svg .marked[data-price='3']").wait_for()
    rested(page)
    expect(amount).to_have_value("3")
    wager_too_much(page)
    page.locator("form[data-offer=wager] .errorlist", has_text=REFUSED).wait_for()
    expect(amount).to_have_value("9")


def test_typed_input_survives_the_opponents_move(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("desktop-light", user=at.people["first"])
    page.goto(at.path())
    page.locator("#twin summary").click()
    page.get_by_label("How much").fill("5")
    before = page.get_attribute("#play", "data-version")
    at.say("second", "still there?")
    page.locator("#talk-lines", has_text="still there?").wait_for(state="attached", timeout=SOON)
    expect(page.locator("#play")).not_to_have_attribute("data-version", before or "")
    expect(page.get_by_label("How much")).to_have_value("5")
    expect(page.locator("#twin")).to_have_attribute("open", "")
    has_focus(page, "name", "wager.amount")


def test_a_dynamic_field_survives_the_opponents_move(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("desktop-light", user=at.people["first"])
    page.goto(at.path())
    page.get_by_label("How much").fill("3")
    page.get_by_label("How much").press("Tab")
    page.locator("svg .marked[data-price='3']").wait_for()
    rested(page)
    at.say("second", "still there?")
    page.locator("#talk-lines", has_text="still there?").wait_for(state="attached", timeout=SOON)
    page.locator("svg .marked[data-price='3']").wait_for(timeout=SOON)
    expect(page.get_by_label("How much")).to_have_value("3")


def test_a_refused_input_survives_the_opponents_move(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("desktop-light", user=at.people["first"])
    page.goto(at.path())
    wager_too_much(page)
    page.locator("form[data-offer=wager] .errorlist", has_text=REFUSED).wait_for()
    at.say("second", "still there?")
    page.locator("#talk-lines", has_text="still there?").wait_for(state="attached", timeout=SOON)
    expect(page.get_by_label("How much")).to_have_value("9")


def test_talk_appears_without_reload(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    first, watcher = (open_page("phone-dark", user=at.people[who]) for who in ("first", "watcher"))
    for page in (first, watcher):
        page.goto(at.path())
    for each in (first, watcher):
        each.get_by_role("radio", name="Talk").check()
    first.get_by_label("Write a message").fill("Good luck")
    first.get_by_role("button", name="Send").click()
    first.locator("#talk-lines", has_text="Good luck").wait_for()
    watcher.locator("#talk-lines", has_text="Good luck").wait_for(timeout=SOON)


COUNT_NEWS: Final = """
const Real = EventSource;
let news = 0;
globalThis.EventSource = class extends Real {
  constructor(path) {
    super(path);
    this.addEventListener("message", () => { document.body.dataset.news = news += 1; });
  }
};
"""


def test_events_during_an_update_appear_too(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("desktop-light", user=at.people["first"])
    page.add_init_script(COUNT_NEWS)
    page.goto(at.path())
    page.locator("body[data-news='1']").wait_for(timeout=SOON)
    held = hold(page, at.path())
    at.say("second", "the first word")
    page.locator("body[data-news='2']").wait_for(timeout=SOON)
    while not held:
        page.wait_for_timeout(20)
    at.say("second", "the second word")
    page.locator("body[data-news='3']").wait_for(timeout=SOON)
    let_go(page, held)
    page.locator("#talk-lines", has_text="the second word").wait_for(state="attached", timeout=SOON)


def test_a_refusal_is_shown_although_an_event_came_first(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("desktop-light", user=at.people["first"])
    page.add_init_script(COUNT_NEWS)
    page.goto(at.path())
    page.locator("body[data-news='1']").wait_for(timeout=SOON)
    held = hold(page, at.path("play-move"))
    looks: list[str] = []
    wager_too_much(page)
    page.on("request", lambda one: looks.append(one.url) if one.url.endswith(at.path()) else None)
    at.say("second", "the first word")
    page.locator("body[data-news='2']").wait_for(timeout=SOON)
    digested(page)
    assert not looks, "whoever pressed something reads its answer first"
    let_go(page, held)
    page.locator("form[data-offer=wager] .errorlist", has_text=REFUSED).wait_for(timeout=SOON)
    page.locator("#talk-lines", has_text="the first word").wait_for(state="attached", timeout=SOON)


@pytest.mark.parametrize("earlier", ["the look", "the press"])
def test_an_earlier_update_does_not_remove_a_refusal(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page], earlier: str
) -> None:
    """In either order of the answers."""
    at = parlour()
    page = open_page("desktop-light", user=at.people["first"])
    page.goto(at.path())
    looked, pressed = hold(page, at.path()), hold(page, at.path("play-move"))
    at.say("second", "the first word")
    while not looked:
        page.wait_for_timeout(20)
    wager_too_much(page)
    for held in (looked, pressed) if earlier == "the look" else (pressed, looked):
        let_go(page, held)
    page.locator("form[data-offer=wager] .errorlist", has_text=REFUSED).wait_for(timeout=SOON)
    page.locator("#talk-lines", has_text="the first word").wait_for(state="attached", timeout=SOON)


@pytest.mark.everyday
def test_everything_works_without_scripts(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    page = open_page("phone-light", user=at.people["first"], java_script_enabled=False)
    page.goto(at.path())
    page.get_by_role("button", name="Preview on the board").click()
    reads(page.locator("#main"), "This is a preview")
    page.get_by_role("button", name="Bid 6").click()
    reads(page.locator("#main"), "Bid all you have?")
    page.get_by_role("button", name="Bid 6").click()
    reads(page.locator("#main"), "You bid 6.")
    at.bid("second", 1)
    page.goto(at.path())
    turn(page, "Round 2 of 3")
    page.locator("#table-menu > summary").click()
    page.get_by_role("link", name="Step through the match").click()
    page.get_by_role("link", name="Back").click()
    reads(page.locator("#stepping"), "Step 2 of 3")


def test_a_game_is_started_from_the_lobby(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour(open_seat=True)
    page = open_page("desktop-light", user=at.people["watcher"])
    page.goto("/play/")
    page.get_by_role("link", name="Set up a table of Sealed Bids").click()
    page.get_by_label("Seat 2").select_option("bot:random")
    page.get_by_role("button", name="Open table").click()
    turn(page, "seal a bid")


def test_the_slider_steps_through_a_finished_match(
    parlour: Callable[..., Parlour], open_page: Callable[..., Page]
) -> None:
    at = parlour()
    at.play_out()
    page = open_page("desktop-light", user=at.people["first"])
    page.goto(at.path("play-history"))
    page.locator("#step").fill("2")
    page.get_by_text("Step 2 of").wait_for()
    assert "step=2" in page.url
    page.get_by_label("View as").select_option("truth")
    page.get_by_text("The truth of round").first.wait_for()


@pytest.mark.deeper
@pytest.mark.parametrize("screen", ["phone-dark", "desktop-light"])
def test_every_page_of_play_keeps_wcag_on_all_screens_and_themes(
    parlour: Callable[..., Parlour],
    open_page: Callable[..., Page],
    axe: Callable[[Page], None],
    screen: str,
) -> None:
    """See `looking.py` for the combinations of width and theme."""
    at, waiting, over = parlour(coached=True), parlour(open_seat=True), parlour()
    over.play_out()
    rating.rate_due()
    daily.deal_today()
    dealt = daily.today().isoformat()
    at.say("second", "Good luck")
    cups = [cup(at.people.values(), begun=begun) for begun in (False, True)]
    page = open_page(screen, user=at.people["first"])
    stranger = open_page(screen, user=waiting.people["watcher"])
    stops = [
        *(
            (page, path)
            for path in (
                "/play/",
                "/play/new/bids/",
                "/play/games/bids/",
                "/play/lab/achtung/",
                "/play/away/",
                "/play/games/bids/ladder/",
                "/play/tournaments/",
                "/play/tournaments/new/bids/",
                *(f"/play/tournaments/{one.pk}/" for one in cups),
                "/play/daily/",
                f"/play/daily/{dealt}/",
                f"/play/people/{at.people['first'].get_username()}/",
                at.path(),
                at.path("play-history"),
                at.path("play-resign"),
            )
        ),
        *((stranger, path) for path in (waiting.path(), over.path(), over.path("play-history"))),
    ]
    for number, (where, path) in enumerate(stops):
        where.goto(path)
        if SIEGE or (screen == "desktop-light") == bool(number % 2):
            axe(where)
        assert not too_wide(where), path
        assert where.locator("h1").count() == 1
