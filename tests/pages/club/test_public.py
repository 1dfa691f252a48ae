"""A club's public page: open to anyone once a GM opened it; its cards; and asking to join there."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.garage.models import Vehicle
from campaign.league.models import DeskAct, Membership, Team
from campaign.members.models import JoinAsk
from campaign.members.services import joining
from campaign.news.services.public_page import set_public
from core.notifications.models import Notice
from core.web.pictures.cards import card_svg
from core.web.png import can_draw, printable
from core.web.refusals import Refused
from home.selectors.public import public_week
from home.views.public import week_card
from tests.secrecy.objects import addresses

from .conftest import NOT_FOUND, House, words
from .test_careers import drive

pytestmark = pytest.mark.django_db

PAGES: Final = sorted(name for name in addresses() if name.startswith("club-public"))
WHO: Final = ("anonymous", "stranger", "owner", "gm", "spectator")


def open_public_page(house: House) -> None:
    """Open the club's public page as the GM."""
    club = house.club
    set_public(campaign=club.campaign, is_public=True, actor=club.gm, now=club.at)
    club.campaign.refresh_from_db()


def path(house: House, name: str) -> str:
    """Return a public address of the club about existing objects."""
    things: dict[str, Any] = {
        "number": 1, "season": 1, "pk": house.club.who(0, "Rook").pk,
    }  # fmt: skip
    named = {key: things[key] for key in addresses()[name] if key != "slug"}
    return house.path(name, **named)


def test_a_closed_public_page_looks_like_an_unknown_club(house: House) -> None:
    drive(house)
    for name in PAGES:
        there = path(house, name)
        nowhere = there.replace(house.club.campaign.slug, "no-such-club")
        for who in WHO:
            answers = [house.get(address, who) for address in (there, nowhere)]
            assert [answer.status_code for answer in answers] == [NOT_FOUND] * 2, (name, who)
            assert answers[0].content == answers[1].content, (name, who)
            assert dict(answers[0].headers) == dict(answers[1].headers)


def test_a_gm_opens_and_closes_the_public_page_publicly(house: House) -> None:
    switch = house.path("desk-public-page")
    assert house.get(switch, "owner").status_code == NOT_FOUND
    assert "Anyone can see" in house.read(switch, "gm")
    page = house.done(switch, {"confirmed": "1"}, "gm")
    assert "This is your club’s public page." in page
    told = "opened the club’s public page"
    assert told in house.read(house.path("news"))
    assert told in house.read(reverse("notices"), "spectator")
    assert "Opened the club’s public page" in house.read(house.path("desk-log"), "rival")
    assert house.get(house.path("club-public"), "anonymous").status_code == 200
    house.done(switch, {"confirmed": "1"}, "gm")
    assert house.get(house.path("club-public"), "anonymous").status_code == NOT_FOUND
    with house.club.scope():
        assert DeskAct.objects.filter(kind__in=["page-opened", "page-closed"]).count() == 2


def test_anyone_sees_standings_calendar_news_and_duellists_but_no_members(house: House) -> None:
    drive(house)
    open_public_page(house)
    front = house.read(house.path("club-public"), "anonymous")
    for said in ("Anvil", "Basilisk", "Orders due", "Ask to join", "Rook"):
        assert said in front
    for name in PAGES:
        if "season" in addresses()[name]:
            assert house.get(path(house, name), "anonymous").status_code == NOT_FOUND
            continue
        answer = house.get(path(house, name), "anonymous")
        assert answer.status_code == 200, name
        body = answer.content.decode(errors="replace")
        for user in house.people.values():
            assert user.get_username() not in body, (name, user)
    assert "Vesper" not in house.read(house.path("club-public-duellists"), "anonymous")
    vesper = house.path("club-public-duellist", pk=house.club.who(0, "Vesper").pk)
    assert house.get(vesper, "anonymous").status_code == NOT_FOUND


def test_acts_of_gms_are_not_in_the_public_news(house: House) -> None:
    open_public_page(house)
    news = house.read(house.path("club-public-news"), "anonymous")
    assert "is open for orders" in news
    assert "public page" not in news
    assert "public page" in house.read(house.path("news"))


def test_link_previews_show_a_card_that_changes_with_its_content(house: House) -> None:
    open_public_page(house)
    body = house.get(house.path("club-public"), "anonymous").content.decode()
    found = re.search(r'property="og:image" content="([^"]+)"', body)
    assert found
    assert '<meta name="robots" content="index, follow">' in body
    picture = house.get(found[1].removeprefix("http://testserver"), "anonymous")
    assert picture["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    before = picture["ETag"]
    drive(house)
    week = house.get(house.path("club-public-week-card", number=1), "anonymous")
    assert week.content.startswith(b"\x89PNG")
    assert house.get(house.path("club-public-card"), "anonymous")["ETag"] != before


def test_a_card_uses_numbers_for_names_its_fonts_cannot_draw(house: House) -> None:
    club = house.club
    with club.scope():
        Vehicle.objects.filter(pk=club.car(0).pk).update(name="大车")
        Team.objects.filter(pk=club.teams[1].pk).update(name="李家")
    drive(house)
    open_public_page(house)
    with scopes_disabled():
        week = public_week(club.campaign, 1, None)
        assert week
        card = card_svg(printable(week_card(week)))
    assert ">Anvil<" in card and ">Car 1 of Anvil<" in card
    assert ">Team 2<" in card
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", card)
    assert not [words for words in drawn if not can_draw(words)]


def test_a_public_week_has_a_recap_of_three_sentences_and_a_podium(house: House) -> None:
    drive(house)
    open_public_page(house)
    page = house.read(house.path("club-public-week", number=1), "anonymous")
    for said in ("Anvil", "won the duel of week 1 ahead of Basilisk", "Rook", "is in front with"):
        assert said in page, said
    assert (
        'class="podium"'
        in house.get(house.path("club-public-week", number=1), "anonymous").content.decode()
    )
    assert house.get(house.path("club-public-week", number=99), "anonymous").status_code == 404


def test_the_duel_page_starts_with_the_podium(house: House) -> None:
    assert 'class="podium"' not in house.get(house.path("duel", number=1)).content.decode()
    drive(house)
    body = house.get(house.path("duel", number=1)).content.decode()
    assert body.index('class="podium"') < body.index('id="result"')
    podium = body[body.index('class="podium"') : body.index('id="result"')]
    assert podium.count('class="small-car"') == 2 and podium.count("<image href=") == 2
    assert "1. Anvil, with Anvil 1" in words(house.get(house.path("duel", number=1)))


# --- asking to join -------------------------------------------------------------------------------


def test_a_visitor_signs_up_and_asks_to_join_and_a_gm_agrees(house: House) -> None:
    open_public_page(house)
    ask = house.path("club-public-ask")
    assert "Sign up and ask to join" in house.read(ask, "anonymous")
    assert house.send(ask, {"said": "Hello"}, "anonymous").status_code == 302
    assert "Request sent" in house.done(ask, {"said": "I have a car."}, "stranger")
    assert "asks to join the club" in house.read(reverse("notices"), "gm")
    desk = house.read(house.path("desk-people"), "gm")
    assert "Requests to join" in desk
    assert "I have a car." in desk
    with house.club.scope():
        row = JoinAsk.objects.get()
    assert house.get(house.path("desk-join-yes", pk=row.pk), "owner").status_code == NOT_FOUND
    house.done(house.path("desk-join-yes", pk=row.pk), {"confirmed": "1"}, "gm")
    assert "Welcome to" in house.read(reverse("notices"), "stranger")
    with house.club.scope():
        member = Membership.objects.get(user=house.people["stranger"])
    assert member.role == Membership.Role.PLAYER
    assert "are already a member of this club" in house.read(ask, "stranger")
    assert "are already a member of this club" in house.refused(ask, {"said": ""}, "stranger")


def test_a_declined_visitor_is_told_and_can_ask_again_after_a_week(house: House) -> None:
    open_public_page(house)
    club, stranger = house.club, house.people["stranger"]
    row = joining.ask(campaign=club.campaign, user=stranger, said="", now=club.at)
    assert joining.ask(campaign=club.campaign, user=stranger, said="", now=club.at) == row
    joining.answer(ask=row, agrees=False, actor=club.gm, now=club.at)
    with scopes_disabled():
        notice = Notice.objects.get(user=stranger)
    assert notice.campaign is None
    assert notice.path == house.path("club-public")
    with pytest.raises(Refused, match="recently"):
        joining.ask(campaign=club.campaign, user=stranger, said="", now=club.at)
    again = club.at + joining.RETRY_AFTER
    assert joining.ask(campaign=club.campaign, user=stranger, said="", now=again) != row
    with pytest.raises(Refused, match="answered differently"):
        joining.answer(ask=row, agrees=True, actor=club.gm, now=again)


def test_the_api_serves_the_public_page(house: House) -> None:
    drive(house)
    slug = house.club.campaign.slug
    outside = f"/api/v1/clubs/{slug}/"
    client = house.client("anonymous")
    assert client.get(outside).status_code == NOT_FOUND
    open_public_page(house)
    assert client.get(outside).json()["name"] == house.club.campaign.name
    week = client.get(f"{outside}weeks/1/").json()
    assert len(week["sentences"]) == 3
    assert week["winners"] == ["Anvil"]
    assert client.get(f"{outside}standings/").json()["rows"][0]["team"]["name"] == "Anvil"
    for more in ("news/", "duellists/"):
        assert client.get(f"{outside}{more}").status_code == 200
    assert client.post(f"{outside}ask/", {}, content_type="application/json").status_code == 401
