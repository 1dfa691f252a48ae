"""Printing: one sheet of paper per page of the pack, and club pages without navigation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pytest

from tests.factories import Club

if TYPE_CHECKING:
    from playwright.sync_api import Page


pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
Opener = Callable[..., "Page"]

SIZES: Final = {"a4": (595, 842), "letter": (612, 792)}
"""Size of each paper format in points."""


def printed_sizes(page: Page) -> list[tuple[int, int]]:
    """Return the size of each printed page in points."""
    file = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_c30_the_pack_prints_one_sheet_per_page_and_nothing_else(
    paper: str, club: Club, open_page: Opener
) -> None:
    page = open_page("desktop-dark", user=club.gm)
    page.goto(f"/c/{club.campaign.slug}/weeks/1/duels/0/papers/?paper={paper}")
    sheets = page.locator("svg.printed").count()
    assert sheets == 8, "entries, events, arena, tables, modifiers, answers and two cars"
    assert printed_sizes(page) == [SIZES[paper]] * sheets


@pytest.mark.parametrize("name", ["roster", "garage", "dossier", "standings"])
def test_a_club_page_prints_unfolded_with_the_clubs_name_and_no_navigation(
    name: str, club: Club, open_page: Opener
) -> None:
    page = open_page("desktop-light", user=club.players[0])
    team = "" if name == "standings" else f"teams/{club.teams[0].slug}/"
    page.goto(f"/c/{club.campaign.slug}/{team}{name}/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 672, "height": 1000})  # the inner width of A4
    assert page.locator(".crumbs a").first.is_visible()
    for gone in page.locator(".masthead, .subnav, .foot nav, main .button, .help-here").all():
        assert not gone.is_visible()
    for fold in page.locator("details > :not(summary)").all():
        assert fold.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 672
