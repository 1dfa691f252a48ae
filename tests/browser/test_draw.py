"""The draw sheet of a set of heats, before and after the draw (C66)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.duels.rules.acts import HeatsMaking
from campaign.duels.services import meets
from tests.factories import found_club

from .looking import NARROW, axe, see, too_wide, unfold

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def test_c66_the_draw_sheet_fits_phone_and_desktop_and_is_accessible(
    site_clock: Clock, open_page: Callable[..., Page]
) -> None:
    club = found_club(teams=5, characters=4)
    site_clock.put(club.at)
    plan = HeatsMaking(
        name="Ash Cup",
        closes_at=club.at + timedelta(hours=1),
        starts_at=club.at + timedelta(hours=2),
        final_at=club.at + timedelta(hours=6),
        go_on=1,
        heats=2,
    )
    with club.scope():
        final = meets.make(week=club.open_week, plan=plan, actor=club.gm, now=club.at)
        for number in range(len(club.teams)):
            club.enter(number, duel=final)
    found = []
    for words in ("The heats are not drawn yet", "Heat 2"):
        for look in ("phone-dark", "desktop-light"):
            page = open_page(look, user=club.players[0])
            page.goto(f"/c/{club.campaign.slug}/weeks/1/duels/1/draw/")
            assert page.get_by_text(words).first.is_visible()
            unfold(page)
            found += [(look, words, each) for each in (*axe(page), *too_wide(page))]
            see(page, NARROW)
            found += [("narrow", words, each) for each in too_wide(page)]
        site_clock.put(plan.closes_at)
    assert not found, found
