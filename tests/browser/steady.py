"""When a page has come to rest. Nothing is read, pressed or dragged while an answer is still on its
way or being taken in.

htmx takes an answer in in two steps: what is new stands there, and a moment later what was
scrolled, unfolded or in focus is so again. And a change in a form is asked about a moment after it
was made. Whoever reads in between reads something that no person ever sees for long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from .people import BUSY

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Request, Route

SOON: Final = 25_000
"""Milliseconds in which a page must have heard of something by itself: before it asks on its own
account.
"""
expect.set_options(timeout=SOON)

_ASKS: Final = """
document.addEventListener("change", (event) => {
    if (event.target.closest?.("form[data-offer]")) document.body.dataset.asks = "1";
});
document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id === "play") delete document.body.dataset.asks;
});
"""


def heed(page: Page) -> Page:
    """From the next address on this page says of itself whether a change in a form of its has been
    answered.
    """
    page.add_init_script(_ASKS)
    return page


def rested(page: Page) -> None:
    """Wait until no answer is on its way or being taken in."""
    page.locator(BUSY).first.wait_for(state="detached", timeout=SOON)


def caught_up(page: Page) -> None:
    """Wait until what was typed, picked or drawn last has been answered, and the answer has been
    taken in. For pages that `heed`.
    """
    page.locator("body:not([data-asks])").wait_for(state="attached", timeout=SOON)
    rested(page)


def still(page: Page, board: str = "[data-window]") -> None:
    """Wait until nothing on the page moves any more, and have the board in the middle of the
    screen.
    """
    rested(page)
    page.locator(board).first.evaluate(
        "board => document.fonts.ready.then(() => board.scrollIntoView({block: 'center', "
        "behavior: 'instant'}))"
    )


def answered(page: Page, act: Callable[[], object], within: int = SOON) -> None:
    """Do something that plays a move, and wait until the page has taken the answer in."""
    with page.expect_response(
        lambda one: one.request.method == "POST" and "/preview/" not in one.url, timeout=within
    ) as answer:
        act()
    assert answer.value.ok, answer.value.text()
    rested(page)


def reads(place: Locator, words: str) -> None:
    """These words stand there, or will at once."""
    expect(place).to_contain_text(words)


def has_focus(page: Page, what: str, value: str) -> None:
    """The element with this property of this value has the focus, or will at once."""
    page.wait_for_function(
        f"value => document.activeElement.{what} === value", arg=value, timeout=SOON
    )


def hold(
    page: Page, path: str, only: Callable[[Request], bool] = lambda _: True
) -> list[Callable[[], None]]:
    """The next answer for this path is made at once and waits here until it is let go."""
    held: list[Callable[[], None]] = []
    seen: list[Route] = []

    def made(route: Route) -> None:
        if seen or not only(route.request):
            route.fallback()
            return
        seen.append(route)
        answer = route.fetch()
        held.append(lambda: route.fulfill(response=answer))

    page.route(lambda address: address.endswith(path), made)
    return held


def let_go(page: Page, held: list[Callable[[], None]]) -> None:
    """Let an answer go once it is there, and wait until the page has it and has dealt with it."""
    while not held:
        page.wait_for_timeout(20)
    with page.expect_event("requestfinished", timeout=SOON):
        held.pop()()
    digested(page)


def digested(page: Page) -> None:
    """Wait until the page has done what it does of what it has heard so far: htmx settles twenty
    milliseconds after it has taken something in.
    """
    page.evaluate(
        "new Promise(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 40))"
    )
