"""Wait until a page is at rest before reading, pressing or dragging.

htmx swaps in an answer in two steps: the new content appears, and a moment later scroll position,
open folds and focus are restored. Changes in a form are sent with a short delay. Reading in between
would see a state that no person ever notices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from .people import BUSY

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Request, Route

SOON: Final = 25_000
"""Milliseconds within which a page must hear of an event by its stream, before it polls."""
MOST_TABS: Final = 150
"""Number of presses of Tab after which an element counts as unreachable."""
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
    """Let later pages record whether changes in their forms have been answered."""
    page.add_init_script(_ASKS)
    return page


def rested(page: Page) -> None:
    """Wait until no request is pending and no answer is being swapped in."""
    page.locator(BUSY).first.wait_for(state="detached", timeout=SOON)


def caught_up(page: Page) -> None:
    """Wait until the last input has been answered and the answer swapped in. Needs `heed`."""
    page.locator("body:not([data-asks])").wait_for(state="attached", timeout=SOON)
    rested(page)


def still(page: Page, board: str = "[data-window]") -> None:
    """Wait until nothing on the page moves, and scroll the board to the middle of the screen."""
    rested(page)
    page.locator(board).first.evaluate(
        "board => document.fonts.ready.then(() => board.scrollIntoView({block: 'center', "
        "behavior: 'instant'}))"
    )


def answered(page: Page, act: Callable[[], object], within: int = SOON) -> None:
    """Perform an action that makes a move, and wait until the page has processed the answer."""
    with page.expect_response(
        lambda one: one.request.method == "POST" and "/preview/" not in one.url, timeout=within
    ) as answer:
        act()
    assert answer.value.ok, answer.value.text()
    rested(page)


def reads(place: Locator, words: str) -> None:
    """Expect this text on the page now or soon."""
    expect(place).to_contain_text(words)


def has_focus(page: Page, what: str, value: str) -> None:
    """Expect the focus on the element with this property, now or soon."""
    page.wait_for_function(
        f"value => document.activeElement.{what} === value", arg=value, timeout=SOON
    )


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until this element has the focus, and check that every element on the way is
    visible.
    """
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        here, seen = page.evaluate(
            """wanted => { const here = document.activeElement, box = here.getBoundingClientRect();
            const drawn = getComputedStyle(here).outlineStyle !== "none";
            const large = box.width > 0 && box.height > 0;
            const bar = document.querySelector(".order-bar");
            const under = bar && !bar.contains(here) ? bar.getBoundingClientRect() : {};
            const hidden = box.top >= under.top && box.bottom <= under.bottom;
            return [here.matches(wanted), here === document.body || large && drawn && !hidden] }""",
            wanted,
        )
        assert seen, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if here:
            return
    raise AssertionError(f"{wanted} cannot be reached by Tab")


def hold(
    page: Page, path: str, only: Callable[[Request], bool] = lambda _: True
) -> list[Callable[[], None]]:
    """Delay the next answer for this path until it is released."""
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
    """Release a delayed answer and wait until the page has processed it."""
    while not held:
        page.wait_for_timeout(20)
    with page.expect_event("requestfinished", timeout=SOON):
        held.pop()()
    digested(page)


def digested(page: Page) -> None:
    """Wait until the page has processed all received answers; htmx settles 20 milliseconds after a
    swap.
    """
    page.evaluate(
        "new Promise(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 40))"
    )
