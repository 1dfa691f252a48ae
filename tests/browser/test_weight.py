"""The transfer size of a page as a browser requests it, with compressed text and cached static
files.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import brotli
import pytest
from django.contrib.staticfiles import finders

from core.accounts.models import User
from play.services.tables import open_table
from tests.demo import found_demo

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

KILOBYTE: Final = 1000
FIRST: Final = 99 * KILOBYTE
NEXT: Final = 16 * KILOBYTE
REQUESTS: Final = 25
STATIC: Final = "/static/"
TEAM: Final = "/c/demo/teams/ironclad-freight/"
WALKS: Final = {
    "home": ("/me/", "/c/demo/"),
    "a club": ("/c/demo/", "/c/demo/standings/"),
    "standings": ("/c/demo/standings/", f"{TEAM}orders/"),
    "the order form": (f"{TEAM}orders/", f"{TEAM}reports/2/"),
    "a report": (f"{TEAM}reports/2/", "/c/demo/"),
    "the lobby": ("/play/", "/play/learn/"),
}
"""Start of each visit, and the next page."""


def weight_of(path: str, page: bytes) -> int:
    """Return the size of an answer: compressed for pages, precompressed for static files, 0 for
    streams.
    """
    if not path.startswith(STATIC):
        return len(gzip.compress(page, 6)) if page else 0
    body = Path(str(finders.find(path.removeprefix(STATIC)))).read_bytes()
    return len(body) if path.endswith((".woff2", ".png")) else len(brotli.compress(body))


class Visit:
    """A browser's visit, which caches static files for good."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.had: set[str] = set()
        self.asked: list[str] = []
        page.on("request", lambda request: self.asked.append(urlsplit(request.url).path))

    def fetched(self, address: str) -> dict[str, int]:
        """Open an address and return the requests made with their sizes."""
        self.asked.clear()
        answer = self.page.goto(address)
        self.page.evaluate("document.fonts.ready.then(() => null)")
        assert answer is not None
        assert answer.status == 200, address
        body = answer.body()
        new = {
            path: weight_of(path, body if path == address else b"")
            for path in self.asked
            if path not in self.had
        }
        self.had |= {path for path in new if path.startswith(STATIC)}
        return new


def test_a_first_visit_and_the_next_page_stay_within_their_weight_budgets(
    open_page: Callable[..., Page],
) -> None:
    found_demo()
    vera, found = User.objects.get(username="vera"), {}
    table = open_table(user=vera, game="shambattle", options={}, seats=("me", "bot:random"))
    match = f"/play/{table.pk}/"
    for name, (first, then) in {**WALKS, "a match": (match, match)}.items():
        visit = Visit(open_page(user=vera))
        found[name] = visit.fetched(first), visit.fetched(then)
    weighed = {name: [sum(page.values()) for page in pages] for name, pages in found.items()}
    assert max(len(first) for first, _ in found.values()) <= REQUESTS, found
    assert max(first for first, _ in weighed.values()) <= FIRST, weighed
    assert max(then for _, then in weighed.values()) <= NEXT, weighed
    assert not [path for path in found["a match"][1] if path.startswith(STATIC)]
