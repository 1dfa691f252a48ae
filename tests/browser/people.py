"""People in their browsers: what a player and a GM do on the site, by the labels of its
controls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

BUSY = ".htmx-request, .htmx-swapping, .htmx-settling"
"""The class by which htmx marks a pending request."""


def unfolded(place: Locator) -> Locator:
    """Return the element after opening everything around it."""
    place.evaluate(
        "place => { for (let box = place.closest('details'); box; "
        "box = box.parentElement.closest('details')) box.open = true }"
    )
    return place


@dataclass
class Person:
    """A person with their own browser."""

    name: str
    page: Page

    def __post_init__(self) -> None:
        self.page.set_default_timeout(30_000)

    @property
    def main(self) -> Locator:
        """Return the page's main element."""
        return self.page.locator("#main")

    def go(self, path: str) -> None:
        """Open an address."""
        answer = self.page.goto(path)
        assert answer is not None and answer.ok, (
            f"{self.name} gets {answer and answer.status} at {path}"
        )

    def follow(self, link: str) -> None:
        """Follow a link by its text and wait for the next page."""
        with self.page.expect_navigation():
            self.main.get_by_role("link", name=link).first.click()

    def press(self, button: str) -> None:
        """Press a button by its text and wait for the next page."""
        with self.page.expect_navigation():
            self.main.get_by_role("button", name=button).first.click()

    def type(self, **fields: str) -> None:
        """Fill in fields by their names."""
        for name, value in fields.items():
            unfolded(self.main.locator(f"[name='{name}']").first).fill(value)

    def reads(self, words: str) -> bool:
        """Return whether the page contains this text."""
        return words in " ".join(self.main.inner_text().split())

    def sign_up(self) -> None:
        """Create an account on the sign-up page."""
        secret = f"{self.name} drops dead letters"
        self.type(
            username=self.name,
            email=f"{self.name}@league.example",
            password1=secret,
            password2=secret,
        )
        self.press("Sign up")


@dataclass
class Player(Person):
    """A player; `home` is the address of their team after its creation."""

    home: str = ""

    def found(self, team: str) -> None:
        """Create a team by hand."""
        self.follow("Create team")
        self.main.get_by_text("Build your own team").click()
        self.main.get_by_label("Name").last.fill(team)
        self.press("Create team")
        self.home = self.page.url

    def hire(self, name: str, archetype: str) -> None:
        """Hire a person with the points of an archetype."""
        self.go(f"{self.home}roster/hire/?from={archetype}")
        self.type(name=name)
        self.press("Hire")
        assert self.reads(name)

    def build(self, name: str, stock: str) -> None:
        """Build a vehicle from a stock design."""
        self.go(f"{self.home}garage/build/?stock={stock}")
        self.type(name=name)
        self.press("Build and pay")
        assert self.reads(name)

    def buy(self, **gear: int) -> None:
        """Buy gear for the store."""
        self.go(f"{self.home}store/")
        for kind, count in gear.items():
            field = self.main.locator(f"#buy_{kind}")
            field.evaluate(
                "field => { const box = field.closest('details'); if (box) box.open = true }"
            )
            field.fill(str(count))
        self.press("Buy")

    # --- the order form ---

    def option(self, field: str, words: str) -> str:
        """Return the value of an option by the beginning of its label."""
        choices = self.main.locator(f"[name='{field}'] option").evaluate_all(
            "all => all.map(one => [one.value, one.textContent.trim()])"
        )
        found: str = next(value for value, text in choices if text.startswith(words))
        return found

    def pick(self, field: str, words: str) -> None:
        """Select an option of the order form by its label and wait for the dependent fields."""
        value, picked = self.option(field, words), self.main.locator(f"[name='{field}']")
        unfolded(picked)
        with self.page.expect_response("**/orders/row/**"):
            picked.select_option(value)
        self.page.wait_for_selector(BUSY, state="detached")

    def order(self, row: int, who: str, action: str, against: str = "", **more: str) -> None:
        """Fill in a row: character, action, target, then the dependent fields by their names."""
        self.pick(f"r{row}-spy", who)
        self.pick(f"r{row}-action", action)
        for field, words in {"target_team": against, **more}.items():
            if words:
                self.pick(f"r{row}-{field}", words)

    def pack(self, row: int, gear: str) -> None:
        """Put a piece of gear into the kit of a row."""
        unfolded(self.main.locator(f"#id_r{row}-gear"))
        value = self.main.locator(f"#id_r{row}-gear option", has_text=gear).first.get_attribute(
            "value"
        )
        with self.page.expect_response("**/orders/row/**"):
            self.main.locator(f"#id_r{row}-gear").select_option(value)
        self.main.locator(f"#kit-r{row} .kit-lines", has_text=gear).wait_for()
        self.page.wait_for_selector(BUSY, state="detached")

    def move(self, who: str, way: str) -> None:
        """Move a character's order up or down by its button."""
        button = self.main.locator(f"button[aria-label='Move {who} {way}']")
        unfolded(button)
        button.click()

    def names_in_order(self) -> list[str]:
        """Return the characters on the form from the top."""
        picked = self.main.locator(
            ".orders select[name$='-spy'] option:checked"
        ).all_text_contents()
        return [words.partition(",")[0].strip() for words in picked]

    def drag(self, who: str, onto: str) -> None:
        """Drag a character's order below another's."""
        rows = self.main.locator(".orders > li")
        order = self.names_in_order()
        handle = rows.nth(order.index(who)).locator("[data-handle]")
        self.page.evaluate("document.fonts.ready.then(() => true)")
        handle.scroll_into_view_if_needed()
        start, end = handle.bounding_box(), rows.nth(order.index(onto)).bounding_box()
        assert start and end
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(start["x"] + start["width"] / 2, end["y"] + end["height"] - 4, steps=5)
        mouse.up()
