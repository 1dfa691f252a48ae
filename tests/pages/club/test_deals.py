"""Offers in letters, used by the two teams and by a third."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest

from campaign.deals.models import Deal
from core.web.templatetags.house import portrait
from espionage.models import OrderSheet
from espionage.rules.orders import Order
from espionage.services.tick import tick
from tests.espionage.services.test_life_of_a_week import give

from .conftest import NOT_FOUND, House


@pytest.fixture
def house(at_club: Callable[..., House]) -> House:
    house = at_club(teams=3)
    house.people["third"] = house.club.players[2]
    return house


def offered_pact(house: House) -> Deal:
    """Offer Basilisk a pact on Anvil's page."""
    page = house.done(
        house.own("deal-new", kind="pact"),
        {"to": "basilisk", "weeks": "2", "amount": "500", "is_public": "on", "text": "Peace?"},
    )
    assert "Offer made." in page
    with house.club.scope():
        return Deal.objects.get(state="open")


def rival_path(house: House, name: str, **named: object) -> str:
    return house.path(name, team=house.club.teams[1].slug, **named)


def test_c109_a_pact_is_offered_read_in_a_letter_and_accepted(house: House) -> None:
    deal = offered_pact(house)
    letter = house.read(rival_path(house, "letter", to="anvil"), "rival")
    assert "Peace?" in letter
    assert "No missions against each other for 2 weeks. Each team stakes $500." in letter
    assert "Accept offer Decline offer" in letter
    assert "Withdraw offer" in house.read(house.own("letter", to="basilisk"))
    accept = rival_path(house, "deal-accept", deal=deal.pk)
    assert "You pay $500 to the site now." in house.read(accept, "rival")
    house.done(accept, {"confirmed": "1"}, "rival")
    assert "Pact Accepted" in house.read(house.own("deals"))
    assert "Deal with another team" in house.read(house.own("money"))


def test_c107_an_offer_is_withdrawn_and_a_third_team_never_sees_it(house: House) -> None:
    deal = offered_pact(house)
    third = house.club.teams[2].slug
    assert "No deals yet" in house.read(house.path("deals", team=third), "third")
    for name in ("deal-accept", "deal-decline", "deal-withdraw"):
        path = house.path(name, team=third, deal=deal.pk)
        assert house.get(path, "third").status_code == NOT_FOUND
    assert house.get(house.own("deal-accept", deal=deal.pk)).status_code == NOT_FOUND
    assert house.get(house.own("deal-new", kind="war")).status_code == NOT_FOUND
    house.done(house.own("deal-withdraw", deal=deal.pk), {"confirmed": "1"})
    assert "Pact Withdrawn" in house.read(house.own("deals"))


@pytest.mark.everyday
def test_c112_a_guard_is_offered_and_accepted_and_stands_on_the_sheet(house: House) -> None:
    rook = str(house.club.who(0, "Rook").pk)
    terms = {"character": rook, "to": "basilisk", "week": "1", "amount": "250", "text": ""}
    assert "Offer made." in house.done(house.own("deal-new", kind="loan"), terms)
    with house.club.scope():
        deal = Deal.objects.get(kind="loan")
    accept = rival_path(house, "deal-accept", deal=deal.pk)
    page = house.read(accept, "rival")
    assert "Rook of Anvil guards Basilisk in week 1. Price: $250." in page
    assert "You pay $250 to the site now." in page
    house.done(accept, {"confirmed": "1"}, "rival")
    assert "Guard Accepted" in house.read(house.own("deals"))
    assert portrait("Rook") in house.get(house.own("deals")).content.decode()
    page = house.read(orders_with_a_row(house, 0))
    assert "Rook: guards Basilisk this week" in page
    assert "lent by Anvil" in house.read(orders_with_a_row(house, 1), "rival")


def orders_with_a_row(house: House, team: int) -> str:
    """Save an order for Vesper, and return the address of the team's order form."""
    other = house.club.teams[1 - team]
    order = Order(
        spy=str(house.club.who(team, "Vesper").pk),
        action="infiltrate",
        target_team=str(other.pk),
    )
    give(house.club, team, order, state=OrderSheet.State.DRAFT)
    return house.path("espionage:orders", team=house.club.teams[team].slug)


def test_c107_a_passage_of_a_report_is_copied_into_an_offer(house: House) -> None:
    orders_with_a_row(house, 0)
    week = house.week()
    for moment in (week.due_at, week.settle_at):
        house.go_to(moment)
        tick(now=moment)
    page = house.get(house.own("espionage:report", number=1)).content.decode()
    form = re.search(r"<form[^>]*deals/new/report/.*?</form>", page, re.DOTALL)
    assert form
    assert "Sell this" in form[0]
    text = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", form[0], re.DOTALL)[1])  # type: ignore[index]
    fields = {"about": "basilisk", "title": "Week 1: Vesper", "report": text, "fill": "1"}
    filled = house.client("owner").post(house.own("deal-new", kind="report"), fields)
    assert filled.status_code == 200
    assert text.splitlines()[0] in html.unescape(filled.content.decode())
    with house.club.scope():
        assert not Deal.objects.exists()
