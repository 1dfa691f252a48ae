"""The lab's pages on a phone: nothing is wider than the screen, and long content is folded by
subject.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from .looking import NARROW, axe, see, too_wide, unfold

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Opener = Callable[..., "Page"]
SCREENFULS = 6
"""Maximum height of a folded page in phone screens: its introduction and one line per section."""


@pytest.mark.parametrize("game", ["achtung", "ambush", "lunacy", "renamed", "shambattle", "week"])
def test_a_lab_page_fits_a_phone_and_sections_open_by_subject(game: str, open_page: Opener) -> None:
    page = open_page("phone-dark")
    page.goto(f"/play/lab/{game}/")
    assert too_wide(page) == []
    assert page.evaluate("document.documentElement.scrollHeight / window.innerHeight") < SCREENFULS
    assert axe(page) == []
    unfold(page)
    assert too_wide(page) == [], (
        "with everything unfolded, long tables scroll in a box of their own"
    )
    see(page, NARROW)
    assert too_wide(page) == []


def test_a_section_opens_by_press_and_by_link_without_scripts(open_page: Opener) -> None:
    page = open_page("phone-dark", java_script_enabled=False)
    page.goto("/play/lab/achtung/")
    page.get_by_role("heading", name="The Spy decides").click()
    page.get_by_text("If only one squad in the base game has a Spy").wait_for()
    page.goto("/play/lab/achtung/#the-unlocks")
    page.get_by_text("For each unlock, all players of its class in both teams had it").wait_for()
