"""Play the founder's hour: `python -m benchmarks.founders_hour [PACE]`.

The benchmark starts an empty site from a new clone with `make run`. A founder creates a club with
the preset "Tonight, online", three friends join with the invite link, and the four play two whole
weeks in four browsers, with ambushes and driven duels. They only use links and buttons, and never
reload a page. On each new page, they read the text of the first screen before they act.

The run takes as long as the evening, because the site's deadlines follow the real clock. With a
PACE below 1, people read and press faster. To try out the script, use 0.1.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from playwright.async_api import Browser, Locator, Page, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.machine import chromium

from .line import Line, progress, report
from .start import clone_running

WEEKS: Final = 2
WORD_SECONDS: Final = 0.25
PRESS_SECONDS: Final = 2.0
FIELD_SECONDS: Final = 3.0
"""Time that a person takes to read a word, to press a link or button, and to fill in a field."""
GOAL_MINUTES: Final = 35
MAX_MINUTES: Final = 60
"""Deadline of a run. An evening that has not ended by then does not end."""
WAIT_GOAL_MINUTES: Final = 5
"""Maximum length of the evening, and maximum waiting time of each person."""
POLL_SECONDS: Final = 0.3
"""Time between two looks at a page that someone waits for."""
ORDERS: Final = ("infiltrate", "infiltrate", "counterspy", "counterspy")
"""Actions on each order sheet."""
PEOPLE: Final = {"fay": (1280, 800), "gil": (390, 844), "hux": (1280, 800), "ivy": (390, 844)}
"""Names and window sizes. The first person creates the club."""
BUSY: Final = ".htmx-request, .htmx-swapping, .htmx-settling"
"""Selector of elements that HTMX is replacing."""
CARD: Final = ".next-step"
"""Selector of the club page's card with the next task."""
PASTIMES: Final = re.compile("garage|rivals")
"""Links of the card that a person without a task follows once."""
IDLE_ACTIONS: Final = re.compile("View$|View (week|duel|teams)|Draft orders")
"""Buttons of cards without a pending task."""
OPTIONAL_TASKS: Final = re.compile("Exchange|Replace|Assign|Repair|Review the house rules")
"""Titles of optional tasks that a person looks at once a week, or does if it takes few presses."""
WATCHING: Final = "watching the duel"
"""Cause of a wait of someone whose cars are out, and who sees the rest of the duel live."""
QUICK_MOVE: Final = "button[value^='place.'], button[value^='ready.'], button[value^='drive-']"
"""Selector of buttons that make a move in one press."""
FIRST_SCREEN: Final = """() => {
  const lines = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const parent = node.parentElement, text = node.textContent.trim().replace(/\\s+/g, ' ');
    if (!text || parent.closest('script, style, select, svg, .unseen, .skip')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const isSeen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight;
    if (isSeen && parent.checkVisibility()) lines.push(text);
  }
  return lines;
}"""
"""JavaScript function that returns the lines of text in the window."""


class EveningOver(Exception):
    """Raised when the last week is over."""


@dataclass
class Person:
    """A person with a browser.

    `waits` contains the seconds that the person waited, by cause. `pastime` is the number of
    seconds spent on pastimes. `tasks_done` contains tasks and pastimes.
    """

    name: str
    page: Page
    number: int
    pace: float
    home: str = ""
    presses: int = 0
    word_count: int = 0
    pastime: float = 0.0
    weeks_started: int = 0
    waits: Counter[str] = field(default_factory=Counter)
    lines_read: set[str] = field(default_factory=set)
    tasks_done: set[str] = field(default_factory=set)

    @property
    def path(self) -> str:
        """The path of the page's URL."""
        return re.sub(r"^https?://[^/]+|[?#].*$", "", self.page.url)

    @property
    def main(self) -> Locator:
        return self.page.locator("#main")

    # --- reading and pressing ---------------------------------------------------------------------

    async def read(self) -> None:
        """Read the new lines on the first screen. In a line in which only numbers are new, only
        these are read.
        """
        count = 0
        for line in await self.page.evaluate(FIRST_SCREEN):
            pattern = re.sub(r"\b[A-Z]{0,2}\d[\d¾½¼,.:]*", "#", line)
            if line not in self.lines_read and re.search("[a-z]", line):
                count += pattern.count("#") if pattern in self.lines_read else len(line.split())
            self.lines_read.update((line, pattern))
        self.word_count += count
        await asyncio.sleep(count * WORD_SECONDS * self.pace)

    async def press(self, target: Locator) -> None:
        """Press a link or button that leads to another page, and read that page."""
        await asyncio.sleep(PRESS_SECONDS * self.pace)
        self.presses += 1
        async with self.page.expect_navigation():
            await target.first.click()
        await self.read()

    async def press_link(self, label: str | re.Pattern[str]) -> None:
        await self.press(self.main.get_by_role("link", name=label))

    async def press_button(self, label: str | re.Pattern[str]) -> None:
        await self.press(self.main.get_by_role("button", name=label))

    async def press_in_place(self, target: Locator, answer: str) -> None:
        """Press a button that changes the page, and wait for the response.

        `answer` is a part of the response's URL.
        """
        await asyncio.sleep(PRESS_SECONDS * self.pace)
        self.presses += 1
        async with self.page.expect_response(lambda response: answer in response.url):
            await target.first.click()
        await self.page.wait_for_selector(BUSY, state="detached")

    async def fill(self, **values: str) -> None:
        for name, value in values.items():
            await asyncio.sleep(FIELD_SECONDS * self.pace)
            await self.main.locator(f"[name={name}]").first.fill(value)

    async def sign_up(self) -> None:
        secret = f"{self.name} drops dead letters"
        await self.fill(
            username=self.name,
            email=f"{self.name}@league.example",
            password1=secret,
            password2=secret,
        )
        await self.press_button("Sign up")

    async def go_home(self) -> None:
        """Press the link to the club's page."""
        await self.press(self.page.locator(f"a[href='{self.home}']:visible"))

    async def wait_until(self, cause: str, is_over: Callable[[], Awaitable[bool]]) -> None:
        began = time.monotonic()
        while not await is_over():  # noqa: ASYNC110 - the page is another process
            await asyncio.sleep(POLL_SECONDS)
        self.waits[cause] += round(time.monotonic() - began)

    async def is_shown(self, target: Locator) -> bool:
        return bool(await target.count()) and await target.first.is_visible()

    async def assign_points(self) -> None:
        """Give all general points of each person to one skill, and go back."""
        forms = self.main.locator("form[action$='/assign/']")
        for _ in range(await forms.count()):
            form = forms.first
            points = (await form.locator(".tag").inner_text()).split()[0]
            await asyncio.sleep((FIELD_SECONDS + 2 * PRESS_SECONDS) * self.pace)
            await form.locator("select").first.select_option(index=1)
            await form.locator("[name=amount]").fill(points)
            await self.press(form.locator("button[type=submit]"))
        await self.go_home()

    async def repair(self) -> None:
        """Repair the first damaged vehicle, and go back."""
        button = self.main.get_by_role("button", name="Repair selected")
        if await self.is_shown(button):
            await self.press(button)
        await self.go_home()

    # --- a week -----------------------------------------------------------------------------------

    async def create_team(self) -> None:
        await self.press_link(re.compile("Create (a )?team"))
        await self.press_button("Create this team")

    async def write_orders(self) -> None:
        """Repeat last week's orders or fill in a sheet, seal it, and go on to the duel."""
        repeat = self.main.get_by_role("link", name=re.compile("Same as in week"))
        if await self.is_shown(repeat):
            await self.press(repeat)
        else:
            await self._fill_in_sheet()
        await self.press_button("Seal orders")
        await self.press_link("Choose duel drivers")

    async def _fill_in_sheet(self) -> None:
        people = await self._options("r1-spy")
        for row, action in enumerate(ORDERS, 1):
            if row > 1:
                await self.press_button("Add an order")
            await self._pick(f"r{row}-spy", people[row - 1][0])
            actions = await self._options(f"r{row}-action")
            values = (value for value, text in actions if text.lower().startswith(action))
            await self._pick(f"r{row}-action", next(values))
            if action == "infiltrate":
                rivals = await self._options(f"r{row}-target_team")
                value, _ = rivals[(row + self.number) % len(rivals)]
                await self._pick(f"r{row}-target_team", value)

    async def _options(self, name: str) -> list[list[str]]:
        options: list[list[str]] = await self.main.locator(f"[name='{name}'] option").evaluate_all(
            "all => all.filter(each => each.value && !each.disabled)"
            ".map(each => [each.value, each.textContent.trim()])"
        )
        return options

    async def _pick(self, name: str, value: str) -> None:
        field_ = self.main.locator(f"[name='{name}']")
        await asyncio.sleep(2 * PRESS_SECONDS * self.pace)
        self.presses += 2
        if await field_.input_value() != value:
            async with self.page.expect_response("**/orders/row/**"):
                await field_.select_option(value)
            await self.page.wait_for_selector(BUSY, state="detached")

    async def play(self) -> None:
        """Play a match to its end with doctrine's plans, and go back to the club's page.

        In the first turn of a duel, look at the plan before sealing it. Later turns take one press.
        """
        is_first = True
        while not await self.is_shown(self.page.locator("#turn.over")):
            if not await self.is_shown(self.page.locator("#turn.mine")):
                await self.wait_at_table()
                continue
            await self.read()
            plan = self.page.get_by_role("button", name="Fill in by doctrine")
            if is_first and await self.is_shown(plan):
                await self.press_in_place(plan, "/preview/")
                seal = self.page.get_by_role("button", name="Seal this plan")
                await self.press_in_place(seal, "/move/")
            else:
                await self.press_in_place(self.page.locator(QUICK_MOVE), "/move/")
            is_first = False
        await self.read()
        await self.press(self.main.locator(f"a.button[href^='{self.home}']:visible"))

    async def wait_at_table(self) -> None:
        """Wait for one's turn, for the end of the match, or until one only watches."""
        cause = await self._table_wait()

        async def is_over() -> bool:
            return await self._is_awaited() or await self._table_wait() != cause

        await self.wait_until(cause, is_over)

    async def _table_wait(self) -> str:
        """Return the cause of a wait at a table. A person whose cars are out watches the duel."""
        if "you watch" in await self.page.locator("#turn h2").inner_text():
            return WATCHING
        is_ambush = await self.is_shown(self.page.locator("#main.at-ambush"))
        return f"others' moves in {'an ambush' if is_ambush else 'the duel'}"

    async def _is_awaited(self) -> bool:
        return await self.is_shown(self.page.locator("#turn.mine, #turn.over"))

    async def play_evening(self) -> None:
        """Act until the evening is over. If a page changes during a press, try again."""
        while True:
            with suppress(PlaywrightTimeout):
                await self.act()

    async def act(self) -> None:
        """Do the page's task. Otherwise, go to the club's page and follow its card."""
        enter = self.main.get_by_role("button", name=re.compile("^Enter "))
        if self.path.startswith("/play/"):
            await self.play()
        elif self.path.endswith("/orders/"):
            await self.write_orders()
        elif self.path.endswith("/duels/0/") and await self.is_shown(enter):
            await self.press(enter)
        elif self.path.endswith("/desk/start/"):
            await self.press_button("Start week")
        elif self.path.endswith("/roster/"):
            await self.assign_points()
        elif self.path.endswith("/workshop/"):
            await self.repair()
        elif self.path != self.home:
            await self.go_home()
        else:
            await self.follow_card()

    async def follow_card(self) -> None:
        """Press the card's button if there is a task, confirm that the team is ready, or wait."""
        before = await self._state()
        card = self.page.locator(CARD)
        title = await card.locator("h2").first.inner_text()
        action = card.locator(".actions a.button")
        label = await action.first.inner_text() if await self.is_shown(action) else "View"
        ready = self.page.get_by_role("button", name="We are ready")
        week = "".join(await self.page.locator("#week").all_inner_texts())
        key = f"{title} {week}"
        start = self.main.get_by_role("link", name=re.compile("^Start week"))
        if await self.is_shown(start) and self.weeks_started == WEEKS:
            raise EveningOver
        if not IDLE_ACTIONS.match(label) and not (
            OPTIONAL_TASKS.match(title) and key in self.tasks_done
        ):
            self.tasks_done.add(key)
            self.weeks_started += label == "Start week"
            await self.press(action)
        elif await self.is_shown(start):
            self.weeks_started += 1
            await self.press(start)
        elif await self.is_shown(ready):
            await self.press(ready)
        else:
            await self.pass_time(key, before)

    async def pass_time(self, card: str, before: list[str]) -> None:
        """Follow one of the card's links, or wait until the page differs from `before`."""

        async def has_changed() -> bool:
            return await self._state() != before

        offers = self.page.locator(f"{CARD} p a:visible", has_text=PASTIMES)
        for label in await offers.all_inner_texts():
            key = f"{card} {label}"
            if key not in self.tasks_done:
                self.tasks_done.add(key)
                began = time.monotonic()
                await self.press(self.page.get_by_role("link", name=label))
                await self.go_home()
                self.pastime += time.monotonic() - began
                return
        await self.wait_until(card, has_changed)

    async def _state(self) -> list[str]:
        texts: list[str] = await self.page.locator(
            f"{CARD} h2, {CARD} .actions, #ready ~ form"
        ).all_inner_texts()
        return texts


async def create_club(founder: Person) -> str:
    """Create the club and return the invite link."""
    await founder.page.goto("/")
    await founder.read()
    await founder.press(founder.page.get_by_role("link", name="Sign up"))
    await founder.sign_up()
    await founder.press_link("Create a club")
    await founder.main.get_by_label("Tonight, online").check()
    await founder.fill(name="Harbour Lights")
    await founder.press_button("Create club")
    founder.home = founder.path.partition("desk/")[0]
    await founder.press_link("Create link")
    await founder.press_button("Create link")
    return (await founder.main.locator(".copy .code").inner_text()).strip()


async def open_windows(browser: Browser, address: str, pace: float) -> list[Person]:
    """Return the people, each with a browser window of their own."""
    people = []
    for number, (name, (width, height)) in enumerate(PEOPLE.items()):
        context = await browser.new_context(
            base_url=address, viewport={"width": width, "height": height}, is_mobile=width < 600
        )
        people.append(Person(name, await context.new_page(), number, pace))
    return people


async def run_evening(browser: Browser, address: str, pace: float) -> tuple[float, list[Person]]:
    """Play the evening. Return its length in minutes and the people."""
    people = await open_windows(browser, address, pace)
    founder, *friends = people
    began = time.monotonic()
    link = await create_club(founder)
    teams = asyncio.Barrier(len(people))

    async def run_friend(friend: Person) -> None:
        friend.home = founder.home
        await friend.page.goto(link)
        await friend.read()
        await friend.press_link("Sign up and join")
        await friend.sign_up()
        await friend.press_button(re.compile("^Join"))
        await friend.create_team()
        await teams.wait()
        await friend.play_evening()

    async def run_founder() -> None:
        await founder.go_home()
        await founder.create_team()
        waited = time.monotonic()
        await teams.wait()
        founder.waits["friends' teams"] += round(time.monotonic() - waited)
        await founder.play_evening()

    tasks = [asyncio.create_task(run_founder())]
    tasks += [asyncio.create_task(run_friend(friend)) for friend in friends]
    finished, others = await asyncio.wait(
        tasks, return_when=asyncio.FIRST_EXCEPTION, timeout=MAX_MINUTES * 60
    )
    for task in others:
        task.cancel()
    if not finished:
        places = ", ".join(f"{person.name} at {person.path}" for person in people)
        raise SystemExit(f"The evening did not end in {MAX_MINUTES} minutes: {places}")
    for task in finished:
        problem = task.exception()
        if problem and not isinstance(problem, EveningOver):
            raise problem
    return (time.monotonic() - began) / 60, people


async def run_browser(address: str, pace: float) -> tuple[float, list[Person]]:
    """Play the evening in a new browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(chromium()), args=["--no-sandbox"]
        )
        try:
            return await run_evening(browser, address, pace)
        finally:
            await browser.close()


def main() -> int:
    """Print the length of the evening and each person's waiting time.

    Missed goals do not count as failures.
    """
    pace = float(sys.argv[1]) if sys.argv[1:] else 1.0
    os.environ["DEMO"] = "0"
    with clone_running() as (address, _):
        progress("two weeks in four browsers")
        minutes, people = asyncio.run(run_browser(address, pace))
    lines = [
        Line(
            "from an empty site to two weeks",
            f"{minutes:.1f} min",
            goal=f"{GOAL_MINUTES} min",
            reached=minutes <= GOAL_MINUTES,
        )
    ]
    lines += [waiting_line(person) for person in people]
    return report("The founder's hour", lines)


def waiting_line(person: Person) -> Line:
    """Return a person's presses, words and waiting time, with the longest waits.

    Watching a duel live is listed, but does not count as waiting.
    """
    waited = (person.waits.total() - person.waits[WATCHING]) / 60
    top_waits = ", ".join(f"{cause} {seconds} s" for cause, seconds in person.waits.most_common(6))
    return Line(
        f"{person.name}: {person.presses} presses, {person.word_count} words",
        f"waited {waited:.1f} min",
        goal=f"{WAIT_GOAL_MINUTES} min ({top_waits}; pastimes {person.pastime:.0f} s)",
        reached=waited <= WAIT_GOAL_MINUTES,
    )


if __name__ == "__main__":
    sys.exit(main())
