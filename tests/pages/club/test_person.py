"""A person's page: shown to the chosen audience, and of a club only what the reader may know."""

from __future__ import annotations

from typing import Final

import pytest
from django.urls import reverse

from campaign.news.services.public_page import set_public
from core.accounts.models import User
from core.accounts.services import own_page
from core.web.refusals import Refused

from .conftest import NOT_FOUND, House
from .test_careers import drive

pytestmark = pytest.mark.django_db

SEES: Final = {
    "nobody": {"owner"},
    "clubs": {"owner", "rival", "gm", "spectator"},
    "anybody": {"owner", "rival", "gm", "spectator", "stranger", "anonymous"},
}
"""Roles that see the owner's page, by the chosen audience."""


def page(who: User) -> str:
    return reverse("person", args=[who.get_username()])


def test_a_persons_page_opens_for_its_audience_and_is_a_404_for_others(house: House) -> None:
    owner = house.people["owner"]
    assert owner.shown == "clubs"
    for whom, see in SEES.items():
        own_page.show_to(user=owner, visibility=whom)
        for who in SEES["anybody"]:
            answer = house.get(page(owner), who)
            nobody = house.get(reverse("person", args=["no-such-person"]), who)
            assert nobody.status_code == NOT_FOUND
            if who in see:
                assert answer.status_code == 200, (whom, who)
            else:
                assert answer.status_code == NOT_FOUND, (whom, who)
                assert answer.content == nobody.content


def test_only_fellow_members_see_a_club_unless_it_is_public(house: House) -> None:
    drive(house)
    club, owner = house.club, house.people["owner"]
    own_page.show_to(user=owner, visibility="anybody")
    assert club.campaign.name in house.read(page(owner), "rival")
    assert "drove 1 duel, won 1, and made 5 kills" in house.read(page(owner), "rival")
    for who in ("stranger", "anonymous"):
        assert club.campaign.name not in house.read(page(owner), who)
        assert "Anvil" not in house.read(page(owner), who)
    set_public(campaign=club.campaign, is_public=True, actor=club.gm, now=club.at)
    for who in ("stranger", "anonymous"):
        assert "Anvil" in house.read(page(owner), who)
    outside = house.client("anonymous").get(f"/api/v1/people/{owner.get_username()}/").json()
    assert outside["clubs"][0]["teams"][0]["won"] == 1
    assert not outside["clubs"][0]["shared"]


def test_the_audience_is_chosen_on_the_personal_page_or_by_the_api(house: House) -> None:
    owner = house.people["owner"]
    choose = reverse("own-page")
    assert "Saved." in house.done(choose, {"shown": "nobody"})
    assert "Nobody" in house.read(page(owner))
    house.refused(choose, {"shown": "everybody"})
    with pytest.raises(Refused, match="Choose one of: no one"):
        own_page.show_to(user=owner, visibility="everybody")
    owner.refresh_from_db()
    assert owner.shown == "nobody"
