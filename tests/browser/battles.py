"""A battle of Shambattle in two browsers, and mouse actions on its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from engine.dice import SeededDice, seed_from
from minigames.shambattle.doctrine import DOCTRINE
from minigames.shambattle.rules.game import SHAMBATTLE
from play.selectors.matches import current_match
from play.services import moving, seating, tables
from tests.factories import person

from .steady import SOON, answered, caught_up, heed, still

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from core.accounts.models import User
    from engine.values import Seat
    from minigames.shambattle.rules.values import State
    from play.models import Table


class Battle:
    """A table of two people."""

    def __init__(
        self, screens: tuple[str, str], open_page: Callable[..., Page], countdown: int = 4
    ) -> None:
        self.people: tuple[User, User] = (person("mia"), person("sam"))
        table: Table = tables.open_table(
            user=self.people[0],
            game="shambattle",
            options={"countdown": countdown},
            seats=("me", "open"),
            coached=True,
        )
        self.table = seating.sit_down(table_id=table.pk, user=self.people[1], seat=1)
        self.path = reverse("play-table", kwargs={"table": table.pk})
        self.pages = [
            heed(open_page(screen, user=who))
            for screen, who in zip(screens, self.people, strict=True)
        ]

    @property
    def state(self) -> State:
        self.table.refresh_from_db()
        assert self.table.match is not None
        state: State = current_match(self.table.match).state
        return state

    def play_until(self, step: str, side: Seat) -> None:
        """Let doctrine play both sides without a page until this step."""
        while (state := self.state).table.step != step or state.table.side != side:
            (seat,) = SHAMBATTLE.to_act(state)
            move = DOCTRINE.choose(
                SHAMBATTLE.view(state, seat), seat, SeededDice(seed_from("page"), 0)
            )
            moving.make_move(table_id=self.table.pk, user=self.people[seat], move=move)

    def look(self) -> None:
        for page in self.pages:
            page.goto(self.path)


def press(page: Page, choice: str) -> None:
    """Press a choice's button as soon as it exists, and wait for the result."""
    button = page.locator(f"#menus button[value='{choice}'], #menus #choice-{choice}").first
    button.wait_for(timeout=SOON)
    answered(page, lambda: button.click(timeout=SOON))


def at(page: Page, east: float, north: float) -> tuple[float, float]:
    """Return the screen position of a point of the table."""
    found: list[float] = page.evaluate(
        """([east, north]) => {
            const map = document.querySelector("[data-shambattle]");
            const unit = Number(map.dataset.shambattle);
            const high = Number(map.dataset.high) / 100;
            const {x, y} = new DOMPoint(east * unit, (high - north) * unit)
                .matrixTransform(map.getScreenCTM());
            return [x, y];
        }""",
        [east, north],
    )
    return found[0], found[1]


def ghost(page: Page, code: str) -> tuple[int, int]:
    """Return the position of a figure's ghost in hundredths of an inch, once it has reached its
    destination.
    """
    caught_up(page)
    one = page.locator(f"[data-ghost='{code}']")
    one.wait_for(timeout=SOON)
    east, north = (one.get_attribute("data-spot") or "").split(", ")
    return round(float(east) * 100), round(float(north) * 100)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag a figure from one point of the table to another, after earlier actions have been
    drawn.
    """
    caught_up(page)
    still(page)
    page.mouse.move(*at(page, *start))
    page.mouse.down()
    page.mouse.move(*at(page, *end), steps=4)
    page.mouse.up()
