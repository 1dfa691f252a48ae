"""A lesson in a browser, by keyboard with scripts and by presses without; the illustrated rules on
one screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from play.tabletop import lessons

from .looking import DESKTOP, PHONE, see, too_wide
from .test_table_layout import COVERED, SHOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET: Final = (820, 1180)
KEYS: Final = [lesson.key for lesson in lessons.all_lessons()]
GAMES: Final = [lesson.key for lesson in lessons.all_lessons() if lesson.game]


def expect_finished(page: Page, key: str) -> None:
    steps = len(lessons.get(key).steps)
    expect(page.get_by_text(f"Done: {steps} of {steps}")).to_be_visible()


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_is_played_by_keyboard_with_the_task_always_visible(
    key: str, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"/play/learn/{key}/")
    missed = []
    for step in range(1, len(lessons.get(key).steps) + 1):
        expect(page.get_by_text(f"Step {step} of")).to_be_visible()
        for size in (PHONE, TABLET, DESKTOP):
            see(page, size, "light")
            unseen = [
                what for what in ("#turn .says", "button.wanted") if not page.evaluate(SHOWN, what)
            ]
            if page.locator("[data-zoom-by='1.4']").is_visible():
                unseen += [f"{text} below the zoom buttons" for text in page.evaluate(COVERED)]
            missed += [f"step {step}, {size}: {each}" for each in (*unseen, *too_wide(page))]
        page.locator("button.wanted").first.focus()
        page.keyboard.press("Enter")
    expect_finished(page, key)
    assert not missed, "\n".join(missed)


@pytest.mark.parametrize("key", ["lunacy", "orders"])
def test_a_lesson_is_played_without_scripts_and_a_move_is_undone(
    key: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(f"/play/learn/{key}/")
    page.locator("button.wanted").first.click()
    page.get_by_role("link", name="Undo").click()
    for _ in lessons.get(key).steps:
        page.locator("button.wanted").first.click()
    expect_finished(page, key)


@pytest.mark.everyday
def test_a_wrong_move_is_explained_next_to_the_task(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/play/learn/renamed/")
    page.get_by_role("button", name="Lay nothing").click()
    expect(page.get_by_role("alert")).to_have_text(lessons.get("renamed").steps[0].explanation)
    expect(page.get_by_text("Step 1 of")).to_be_visible()


@pytest.mark.parametrize("key", GAMES)
def test_illustrated_rules_fit_one_desktop_screen_or_two_phone_screens(
    key: str, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"/play/rules/{key}/")
    for size, screens in ((DESKTOP, 1), (PHONE, 2)):
        see(page, size, "light")
        bottom = page.locator(".rule-pictures").evaluate(
            "each => each.getBoundingClientRect().bottom + scrollY"
        )
        assert bottom <= screens * size[1], f"{size}: {bottom}"
        assert too_wide(page) == []
