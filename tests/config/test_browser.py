"""The site in a real browser keeps its own content security policy on every kind of screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_a_visitor_can_open_the_sign_in_page_on_every_screen(
    open_page: Callable[..., Page], screen: str
) -> None:
    page = open_page(screen)
    answer = page.goto("/accounts/login/")
    assert answer is not None
    assert answer.status == 200
    assert page.locator("input[name=login]").is_visible()
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == screen.endswith(
        "dark"
    )


def test_a_session_persists_across_pages(
    open_page: Callable[..., Page], django_user_model: Any
) -> None:
    page = open_page(user=django_user_model.objects.create_user("dusty", "dusty@league.example"))
    page.goto("/accounts/email/")
    assert page.url.endswith("/accounts/email/")
    assert page.get_by_text("dusty@league.example").first.is_visible()


@pytest.mark.slow("opens a browser")
def test_the_api_page_renders_under_the_csp(open_page: Callable[..., Page]) -> None:
    page = open_page(tolerated="Applying inline style")  # Swagger tries one, and does without
    page.goto("/api/docs/")
    page.get_by_text("Return the name and version of this site").first.wait_for(timeout=60_000)
