"""Play a guest's try-out to the podium on a phone: `python -m benchmarks.first_podium [PACE]`.

The benchmark starts the demo site from a new clone with `make run`. A guest plays a week of the
try-out and drives its duel with one-press plans. The guest reads and presses like the people of
`founders_hour`.
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Final

from playwright.async_api import Page, async_playwright

from tests.machine import chromium

from .founders_hour import POLL_SECONDS, Person
from .line import Line, progress, report
from .start import clone_running

GOAL_MINUTES: Final = 12
MAX_TURNS: Final = 8
"""Turns after which the duel must be over. A guest drives five (C25)."""


async def drive(guest: Person) -> int:
    """Plan each turn with one press and return the number of turns."""
    plan = guest.page.locator("#menus").get_by_role("button", name="Duellist")
    turns = 0
    while not await guest.page.locator("#turn.over").count():
        if turns > MAX_TURNS:
            raise RuntimeError(f"The duel is not over after {turns} turns.")
        if await guest.page.locator("#turn.mine").count():
            await guest.read()
            await guest.press_in_place(plan, "/move/")
            turns += 1
        await asyncio.sleep(POLL_SECONDS)
    return turns


async def play_week(page: Page, pace: float) -> tuple[Person, int]:
    """Play the week of the try-out until the podium is shown. Return the guest and the turns."""
    guest = Person("guest", page, 0, pace)
    await page.goto("/")
    await guest.read()
    await guest.press_link("Try a week now")
    await guest.press_button("Start try-out")
    await guest.press_link("View orders")
    for button in ("Seal orders", "End order phase"):
        await guest.press_button(button)
    await guest.press_link("Back to Try-out club")
    for button in ("Finish by doctrine", "Drive the duel"):
        await guest.press_button(button)
    turns = await drive(guest)
    await guest.read()
    await guest.press_link("Back to Try-out club")
    if not await page.locator("svg.podium").count():
        await guest.press_button("Show the podium")
    await page.locator("svg.podium").wait_for()
    return guest, turns


async def run_browser(address: str, pace: float) -> Line:
    """Return the line with the guest's minutes from the home page to the podium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(chromium()), args=["--no-sandbox"]
        )
        context = await browser.new_context(
            base_url=address, viewport={"width": 390, "height": 844}, is_mobile=True
        )
        started = time.monotonic()
        guest, turns = await play_week(await context.new_page(), pace)
        minutes = (time.monotonic() - started) / 60
        await browser.close()
    return Line(
        f"from the home page to the podium: {guest.presses} presses, {guest.word_count} words, "
        f"{turns} turns",
        f"{minutes:.1f} min",
        goal=f"{GOAL_MINUTES} min",
        reached=minutes <= GOAL_MINUTES,
    )


def main() -> int:
    """Print the guest's minutes. A missed goal does not count as a failure."""
    pace = float(sys.argv[1]) if sys.argv[1:] else 1.0
    with clone_running() as (address, _):
        progress("a week of the try-out")
        line = asyncio.run(run_browser(address, pace))
    return report("The first podium", [line])


if __name__ == "__main__":
    sys.exit(main())
