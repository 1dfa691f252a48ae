"""The tour: every page and state for every role, on phone and desktop, in both themes (see
`looking.py` for the combinations).

No axe finding (WCAG 2.2 AA and best practices), nothing wider than a phone of 320 pixels, no
browser error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.conftest import session_cookie

from . import tour
from .looking import Ears, axe_script, findings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.conftest import Site

    from .places import Place

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db,
    pytest.mark.timeout(300),
]

VISITORS = list(dict.fromkeys(stop.visitor for stop in tour.stops()))


def test_every_page_address_is_on_the_tour() -> None:
    assert not tour.unvisited()


def test_every_page_and_every_visitor_is_on_each_days_tour() -> None:
    for what in (lambda stop: stop.name, lambda stop: stop.visitor):
        assert {*map(what, tour.of_today())} == {*map(what, tour.stops())}


@pytest.fixture
def _django_db_helper(places: dict[str, Place]) -> None:
    """Replace pytest-django's helper: these tests only read and need no rollback."""


@pytest.fixture
def page(
    browser: Browser, _site: Site, places: dict[str, Place], visitor: tuple[str, str | None]
) -> Iterator[Page]:
    """Return a browser page for the visitor."""
    place, who = visitor
    context = browser.new_context(base_url=_site.url, locale="en-GB", service_workers="block")
    context.add_init_script(path=axe_script())
    context.set_default_timeout(20_000)
    if who is not None:
        name, value = session_cookie(places[place].people[who])
        context.add_cookies([{"name": name, "value": value, "url": _site.url}])
    yield context.new_page()
    context.close()


@pytest.mark.promise("pages")
@pytest.mark.parametrize(
    "visitor", VISITORS, ids=lambda visitor: "-".join(each or "stranger" for each in visitor)
)
def test_every_page_is_accessible_and_fits_on_every_screen(
    page: Page,
    places: dict[str, Place],
    visitor: tuple[str, str | None],
    tried: Callable[[int], None],
) -> None:
    """A usual run visits the stops of the day (`tour.of_today`)."""
    ears, place, today = Ears(page), places[visitor[0]], tour.of_today()
    made = {
        number: stop
        for number, stop in enumerate(tour.stops())
        if stop.visitor == visitor and stop in today
    }
    found = [
        each
        for number, stop in made.items()
        for each in findings(page, stop, place, ears, by_day=bool(number % 2))
    ]
    assert not found, "\n" + "\n".join(found)
    tried(len(made))
