"""A deputy for a week on the pages: named by an owner, led to the orders, and without access to
anything else (C24).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from campaign.league.models import Deputy
from campaign.members.selectors.deputies import current_deputies
from campaign.members.services import members
from core.notifications.models import Notice
from espionage.models import OrderSheet
from espionage.rules.orders import NO_SHEET
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick
from tests.factories import person

from .conftest import NOT_FOUND, House
from .test_home import next_of


@pytest.fixture
def house(at_club: Callable[..., House]) -> House:
    """Return a club in which Ines plays without a team."""
    house = at_club(options={"settle_hours": 12})
    house.people["ines"] = person("ines")
    members.admit(
        campaign=house.club.campaign, user=house.people["ines"], role="player", now=house.club.at
    )
    return house


def name_of(house: House, who: str = "ines") -> str:
    return house.people[who].get_username()


def name_deputy(house: House, who: str = "ines", week: int = 1) -> str:
    """Let the owner name a deputy, and return the text of the next page."""
    return house.done(house.own("team-deputy"), {"username": name_of(house, who), "week": week})


def end_page(house: House) -> str:
    with house.club.scope():
        return house.own("team-deputy-end", pk=current_deputies(house.club.teams[0]).get().pk)


def test_an_owner_names_a_deputy_and_everyone_sees_it(house: House) -> None:
    said = f"{name_of(house)} is now deputy for Anvil in week 1."
    assert said in name_deputy(house)
    news = f"{name_of(house)} is deputy for Anvil in week 1."
    assert news in house.read(house.path("news"), "rival")
    assert f"{name_of(house)} is deputy in week 1" in house.read(house.own("team"), "rival")
    assert "Stop" not in house.read(house.own("team"), "rival")


def test_only_members_without_a_team_or_gm_role_can_be_chosen(house: House) -> None:
    page = house.get(house.own("team-deputy")).content.decode()
    listed = re.findall(r'<option value="([^"\d][^"]*)"', page)
    assert sorted(listed) == sorted([name_of(house), name_of(house, "spectator")])
    assert "Select a valid choice" in house.refused(
        house.own("team-deputy"), {"username": name_of(house, "rival"), "week": 1}
    )


def test_without_candidates_the_page_says_how_to_invite_someone(
    at_club: Callable[..., House],
) -> None:
    house = at_club(spectator=False, gm_plays=True)
    page = house.read(house.own("team-deputy"), "gm")
    assert "A deputy must be a member who does not run a team and is not a GM." in page
    assert house.path("desk-invites") in house.get(house.own("team-deputy"), "gm").content.decode()


def test_a_deputy_writes_the_orders_and_the_owner_sees_who_did(house: House) -> None:
    assert "Create your team" in next_of(house.read(house.path("club"), "ines"))
    name_deputy(house)
    first = next_of(house.read(house.path("club"), "ines"))
    assert "Write this week’s orders As deputy for Anvil." in first
    assert "As deputy for Anvil, Test club" in house.read("/me/", "ines")
    house.done(house.own("espionage:orders"), {"do": "passed", "seen": "0"}, "ines")
    assert "Anvil’s orders are in" in next_of(house.read(house.path("club"), "ines"))
    assert f"by {name_of(house)}" in house.read(house.own("espionage:orders"))


@pytest.mark.slow("opens every page")
def test_a_deputy_sees_no_links_to_pages_they_cannot_open(house: House) -> None:
    name_deputy(house)
    with house.club.scope():
        save_sheet(
            week_id=house.club.open_week.pk, team=house.club.teams[0], sheet=NO_SHEET,
            state=OrderSheet.State.DRAFT, seen_version=0, saved_by=house.people["owner"],
        )  # fmt: skip
    pages = [house.path("club"), house.own("team"), "/me/"]
    pages += [house.own(f"espionage:{page}") for page in ("orders", "receipt", "orders-print")]
    for page in pages:
        answer = house.get(page, "ines")
        assert answer.status_code == 200, page
        assert "Choose duel drivers" not in answer.content.decode(), "its entries are the owners'"
        for link in set(re.findall(r'href="(/(?:c|me)/[^"#]*)"', answer.content.decode())):
            assert house.get(link, "ines").status_code in {200, 302}, f"{page} leads to {link}"


def test_a_deputy_cannot_open_the_teams_other_pages(house: House) -> None:
    name_deputy(house)
    for page in (
        "roster", "garage", "workshop", "store", "money", "team-owners", "team-deputy", "team-edit",
        "espionage:reports", "espionage:dossier",
    ):  # fmt: skip
        assert house.get(house.own(page), "ines").status_code == NOT_FOUND, page
    assert house.get(house.own("espionage:orders") + "?again", "ines").status_code == 200


def test_a_deputy_can_resign_and_an_owner_can_end_it_after_confirmation(house: House) -> None:
    name_deputy(house)
    assert house.get(end_page(house), "rival").status_code == NOT_FOUND
    assert "You are no longer deputy for Anvil." in house.done(
        end_page(house), {"confirmed": "1"}, "ines"
    )
    assert house.get(house.own("espionage:orders"), "ines").status_code == NOT_FOUND
    assert "Create your team" in next_of(house.read(house.path("club"), "ines"))
    name_deputy(house)
    assert "is no longer deputy for Anvil" in house.done(end_page(house), {"confirmed": "1"})


def test_a_deputy_is_reminded_of_the_deadline_like_the_owners(house: House) -> None:
    name_deputy(house)
    tick(now=house.club.open_week.due_at - timedelta(hours=20))
    with house.club.scope():
        told = set(Notice.objects.filter(kind="orders-due").values_list("user", flat=True))
    assert {house.people["ines"].pk, house.people["owner"].pk} <= told


def test_after_publication_a_deputy_can_read_nothing_of_the_team(house: House) -> None:
    name_deputy(house)
    house.done(house.own("espionage:orders"), {"do": "passed", "seen": "0"}, "ines")
    week = house.club.open_week
    house.go_to(week.due_at + timedelta(minutes=1))
    tick(now=house.club.at)
    assert "Anvil" in next_of(house.read(house.path("club"), "ines"))
    assert "Sealed since" in house.read(house.own("espionage:orders"), "ines")
    house.go_to(week.settle_at + timedelta(minutes=1))
    tick(now=house.club.at)
    for page in ("orders", "receipt", "orders-print"):
        assert house.get(house.own(f"espionage:{page}"), "ines").status_code == NOT_FOUND
    sealed = house.own("espionage:report-receipt", number=1)
    assert house.get(sealed, "ines").status_code == NOT_FOUND
    with house.club.scope():
        assert Deputy.objects.get().ended_at is None
        assert not current_deputies(house.club.teams[0]).exists()


def test_every_page_of_a_deputy_takes_few_queries(
    house: House, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    name_deputy(house)
    asked = {
        "ines": [house.path("club"), house.own("team"), house.own("espionage:orders"), "/me/"],
        "owner": [house.own("team-deputy")],
    }
    for who, pages in asked.items():
        house.get("/me/", who)
        for page in pages:
            with django_assert_max_num_queries(15):
                house.get(page, who)
