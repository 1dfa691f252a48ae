"""Names without spaces that are wider than a phone wrap, and no page scrolls sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from campaign.league.models import Team
from campaign.roster.models import Character
from tests.factories import found_club

from .looking import see, too_wide

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Donaudampfschifffahrtsgesellschaft"
"""34 letters, the length of the longest team name seen in other leagues."""
PHONE = (360, 800)


def test_a_long_name_wraps_on_the_pages_of_a_club(
    open_page: Callable[..., Page], site: Any
) -> None:
    club = found_club(teams=3)
    with club.scope():
        Team.objects.filter(pk=club.teams[0].pk).update(name=LONG)
        Character.objects.filter(pk=club.who(0, "Vesper").pk).update(name=LONG)
    here, own = f"/c/{club.campaign.slug}/", f"teams/{club.teams[0].slug}/"
    owner = ("", "teams/", "standings/", "news/", own, f"{own}orders/", f"{own}money/")
    gm = ("desk/", "desk/teams/", "desk/people/")
    found = []
    for user, pages in ((club.players[0], owner), (club.gm, gm)):
        page = open_page("phone-light", user=user)
        see(page, PHONE)
        for path in pages:
            answer = page.goto(here + path)
            assert answer and answer.status == 200, path
            found += [f"{path}: {each}" for each in too_wide(page)]
    assert not found, "\n".join(found)
