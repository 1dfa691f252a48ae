"""Replaying recent events on the board: three rivals' turns are shown one after the other, and
nothing waits for the replay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from engine.values import Seat
from play.selectors.participants import place
from play.selectors.table_view import view_table
from tests.middles import Middle, middle

from .steady import SOON, answered, reads, rested

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser]

MOVING = "no-preference"

PACE: Final = """
const real = setTimeout;
globalThis.setTimeout = (then, ms, ...more) =>
    real(then, ms > 600 && ms < 12000 ? ms * %s : ms, ...more);
"""
"""Factor by which moments are shown longer, so that nothing depends on the machine's speed."""
QUICK: Final = PACE % "0.02"
FROZEN: Final = PACE % "1000"

TOLD: Final = """
const told = [];
globalThis.told = told;
new MutationObserver(() => {
    const words = document.querySelector("#replay:not([hidden]) [data-replay-words]")?.textContent;
    if (words && words !== told.at(-1)) told.push(words);
}).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
"""
"""A script that records every text shown, however briefly."""


def bar(page: Page) -> Locator:
    return page.locator("#replay")


def position(page: Page) -> tuple[int, int]:
    """Return the number of the displayed moment and of all moments."""
    said = page.locator("[data-replay-count]").text_content() or ""
    number, _, whole = said.removeprefix("Lately, ").partition(" of ")
    return int(number), int(whole)


def log(there: Middle, since: int) -> list[str]:
    """Return the first seat's log from this line on."""
    return [line.text for line in view_table(place(there.table.pk, there.me)).lines][since:]


def go_round(there: Middle) -> list[str]:
    """Make the first seat's move and all others until it is asked again; return what it heard."""
    known = len(log(there, 0))
    there.move(Seat(0))
    there.until_mine(3)
    return log(there, known)


def shown_text(page: Page) -> str:
    return page.locator("[data-replay-words]").text_content() or ""


def step_through(page: Page) -> str:
    """Return all texts, step by step to the last one."""
    said = []
    page.locator("#replay-again").click()
    while bar(page).is_visible():
        said.append(shown_text(page))
        page.locator("#replay-step").click()
    return as_plain_text(said)


def as_plain_text(said: list[str]) -> str:
    """Return the texts joined with single spaces."""
    return " ".join(" ".join(said).split())


def test_three_rivals_turns_are_replayed_and_can_be_skipped(
    site: object,
    open_page: Callable[..., Page],
    axe: Callable[[Page], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = middle("renamed", monkeypatch)
    quick, page = (open_page(user=there.me, reduced_motion=MOVING) for _ in range(2))
    quick.add_init_script(QUICK + TOLD)
    page.add_init_script(FROZEN)
    for each in (quick, page):
        each.goto(there.path)
        rested(each)
        expect(bar(each)).to_be_hidden()
        each.goto("/play/")
    heard = go_round(there)

    # after an absence: the replay is started and runs to its end
    quick.goto(there.path)
    quick.wait_for_function(
        "() => told.length && document.getElementById('replay')?.hidden", timeout=SOON
    )
    assert as_plain_text(quick.evaluate("told")) == as_plain_text(heard)

    # it covers the board, and the player's menu does not wait
    page.goto(there.path)
    bar(page).wait_for(timeout=SOON)
    whole = position(page)[1]
    assert position(page)[0] == 1 < whole
    expect(page.locator(".board-window > .replayed")).to_have_count(1)
    assert page.locator("#menus button:enabled").count()

    # a step advances by one moment and pauses
    page.locator("#replay-step").click()
    assert position(page) == (2, whole)
    expect(page.locator("#replay-on")).to_be_visible()
    page.evaluate("() => document.getAnimations().forEach(each => each.finish())")
    axe(page)
    assert step_through(page) == as_plain_text(heard)

    # replay again, slower, and press Escape
    page.locator("#replay-show").click()
    bar(page).wait_for()
    page.locator("#replay-slower").click()
    expect(page.locator("#replay-slower")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(bar(page)).to_be_hidden()
    expect(page.locator(".replayed")).to_have_count(0)
    page.locator("#replay-show").click()
    page.locator("#replay-skip").click()
    expect(bar(page)).to_be_hidden()

    # the player's move ends the replay and is shown
    page.locator("#replay-show").click()
    bar(page).wait_for()
    answered(page, page.locator("#menus button:enabled").first.click)
    bar(page).wait_for(timeout=SOON)
    reads(page.locator("[data-replay-words]"), "You lay")
    page.locator(".board-window > .replayed").click()
    expect(bar(page)).to_be_hidden()
    assert page.url.endswith(there.path)


def test_events_during_a_replay_are_shown_as_they_come(
    site: object, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = middle("lunacy", monkeypatch)
    page = open_page("phone-dark", user=there.me, reduced_motion=MOVING)
    page.add_init_script(FROZEN)
    page.goto(there.path)
    rested(page)
    there.move(Seat(0))
    bar(page).wait_for(timeout=SOON)
    page.locator("#replay-step").click()
    there.until_mine(2)
    reads(page.locator("#turn h2"), "Your turn")
    rested(page)
    page.keyboard.press("Escape")
    expect(bar(page)).to_be_hidden()
    # the list of all moves makes room for the board
    page.locator("#more").check()
    page.locator("#replay-show").click()
    bar(page).wait_for()
    expect(page.locator("#more")).not_to_be_checked()
    page.keyboard.press("Escape")
    expect(bar(page)).to_be_hidden()
    page.reload()
    rested(page)
    expect(bar(page)).to_be_hidden()


def test_without_motion_the_replay_is_a_list_to_step_through(
    site: object, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = middle("lunacy", monkeypatch)
    page = open_page(user=there.me)
    page.goto(there.path)
    rested(page)
    page.goto("/play/")
    heard = go_round(there)
    page.goto(there.path)
    page.locator("#missed li").first.wait_for(timeout=SOON)
    assert as_plain_text(page.locator("#missed li").all_text_contents()) == as_plain_text(heard)
    expect(bar(page)).to_be_hidden()
    page.locator("#replay-show").click()
    bar(page).wait_for()
    assert page.evaluate("document.getAnimations().length") == 0
    assert step_through(page) == as_plain_text(heard)
    expect(page.locator(".replayed")).to_have_count(0)


def test_without_scripts_the_events_are_text(
    site: object, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = middle("lunacy", monkeypatch)
    page = open_page(user=there.me, java_script_enabled=False)
    heard = go_round(there)
    page.goto(there.path)
    latest = [line.text for line in view_table(place(there.table.pk, there.me)).latest_lines]
    reads(page.locator("div.lately"), " ".join(latest))
    page.get_by_role("radio", name="Log").check()
    for said in heard:
        expect(page.locator(".log")).to_contain_text(said)
    for hidden in ("#replay", "#replay-show", "#missed"):
        expect(page.locator(hidden)).to_be_hidden()
