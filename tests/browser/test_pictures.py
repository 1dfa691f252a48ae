"""The screenshots of the documents show the demo club on a fixed day and are up to date."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from django.conf import settings
from django.core.management import call_command
from django_scopes import scopes_disabled
from PIL import Image

from campaign.league.models import Week
from core.accounts.models import User
from play.services import seating, tables
from tests import luck

from .pictures import (
    AT_THE_DUEL,
    BY_DAY,
    HEAVIEST,
    IMAGES,
    PICTURES,
    Picture,
    keep,
    outline,
    photograph,
    stored_outlines,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from .conftest import Clock

    Opener = Callable[..., Page]

ROOT: Final = Path(settings.BASE_DIR)
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
FRIDAY: Final = datetime(2040, 3, 9, 18, 30, tzinfo=UTC)
"""Time of the screenshots: two days before the demo club's orders are due."""
LISTED: Final = (("tomas", "renamed", 3), ("vera", "shambattle", 2))
"""Tables waiting for players: host, game and number of seats."""


def _found_club() -> dict[str, str]:
    """Create the demo club with tables in the lobby, one played by ines and one to watch; return
    the values of address placeholders.
    """
    call_command("demo", stdout=StringIO())
    people = {user.username: user for user in User.objects.all()}
    for who, game, seats in LISTED:
        tables.open_table(
            user=people[who], game=game, options={}, seats=("me", *["open"] * (seats - 1))
        )
    with luck.ruling("ines moves first"):
        opened = [
            tables.open_table(user=people[one], game=game, options={}, seats=("me", "open"))
            for one, game in (("otto", "lunacy"), ("tomas", "ambush"))
        ]
        for table, other in zip(opened, ("ines", "sam"), strict=True):
            seating.sit_down(table_id=table.pk, user=people[other], seat=1)
    return {"table": str(opened[0].pk)}


def _look(picture: Picture, named: dict[str, str], open_page: Opener, now: datetime) -> Page:
    """Open the screenshot's page on its screen and wait until it is at rest."""
    who = User.objects.get(username=picture.who) if picture.who else None
    page = open_page(picture.screen, user=who, timezone_id="UTC")
    width, height = picture.size
    page.set_viewport_size({"width": width, "height": height})
    page.clock.set_fixed_time(now)
    answer = page.goto(picture.path.format(**named))
    assert answer is not None and answer.status == 200, f"{picture.name}: {page.url}"
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")
    return page


@pytest.fixture
def taken(site_clock: Clock, open_page: Opener) -> tuple[dict[str, bytes], dict[str, list[str]]]:
    """Return each screenshot as of now with its page's outline."""
    files: dict[str, bytes] = {}
    outlines: dict[str, list[str]] = {}

    def take(pictures: tuple[Picture, ...], now: datetime) -> None:
        for picture in pictures:
            page = _look(picture, named, open_page, now)
            outlines[picture.name] = outline(page, picture)
            files[picture.name] = photograph(page, picture)
            page.context.close()

    site_clock.traveller.move_to(FRIDAY)
    with scopes_disabled():
        named = _found_club()
        take(BY_DAY, FRIDAY)
        week = Week.objects.get(season__campaign__slug="demo", number=4)
        for moment in (week.due_at, week.settle_at, week.duel_at):
            site_clock.put(moment)
        take(AT_THE_DUEL, week.duel_at)
    return files, outlines


def test_every_screenshot_of_the_documents_is_up_to_date(
    taken: tuple[dict[str, bytes], dict[str, list[str]]],
) -> None:
    """With `PICTURES=1` (`make pictures`) they are stored in the documents."""
    files, outlines = taken
    if os.environ.get("PICTURES"):
        keep(files, outlines)
    kept = stored_outlines()
    old = [
        "\n".join(unified_diff(kept[name], said, f"{name} as taken", f"{name} today", lineterm=""))
        for name, said in outlines.items()
        if kept.get(name) != said
    ]
    assert not old, "\n\n".join(["Pictures are old: make pictures takes them anew.", *old])


@pytest.mark.everyday
def test_each_screenshot_exists_with_its_size_and_is_not_blank() -> None:
    for picture in PICTURES:
        assert picture.file.stat().st_size <= HEAVIEST, picture.name
        with Image.open(picture.file) as image:
            assert picture.part or image.size == picture.size, picture.name
            colours = image.convert("RGB").getcolors(image.width * image.height) or []
        assert len(colours) > 8, picture.name


@pytest.mark.everyday
def test_every_screenshot_file_is_taken_by_a_test() -> None:
    assert {file.name for file in IMAGES.iterdir()} == {one.file.name for one in PICTURES}
    assert set(stored_outlines()) == {one.name for one in PICTURES}


@pytest.mark.everyday
def test_every_screenshot_is_shown_in_a_document() -> None:
    shown = "".join(
        file.read_text(encoding="utf-8")
        for file in (ROOT / "README.md", *ROOT.glob("docs/**/*.md"))
    )
    unseen = [one.name for one in PICTURES if f"images/{one.file.name})" not in shown]
    assert not unseen
