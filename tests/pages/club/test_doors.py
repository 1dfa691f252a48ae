"""Every page for every role: access, and at most fourteen queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from campaign.duels.models import DuelEntry
from campaign.garage.models import WorkOrder
from campaign.garage.services import workshop
from campaign.ledger.services.posting import Book

from .conftest import CAST, NOT_FOUND, House, words

QUERIES = 14
MEMBERS = {"owner", "rival", "gm", "spectator"}
BOOKS = {"owner", "gm"}
OWNERS = {"owner"}

CLUB_PAGES = {
    "talk": MEMBERS,
    "club": MEMBERS, "standings": MEMBERS, "club-ladder": MEMBERS, "duellists": MEMBERS,
    "honours": MEMBERS,
    "news": MEMBERS, "house-rules": MEMBERS, "members": MEMBERS, "weeks": MEMBERS, "teams": MEMBERS,
    "club-leave": MEMBERS, "votes": MEMBERS,
    "team-new": {"owner", "rival", "gm"}, "team-new-ready": {"owner", "rival", "gm"},
}  # fmt: skip
WEEK_PAGES = {"week": MEMBERS, "duel": MEMBERS, "duel-papers": MEMBERS}
TEAM_PAGES = {
    "letters": OWNERS,
    "team": MEMBERS, "team-edit": OWNERS, "team-approval": OWNERS, "team-hand-over": OWNERS,
    "team-deputy": OWNERS, "team-bot": OWNERS, "team-bot-off": OWNERS, "team-ready": OWNERS,
    "team-give-up": OWNERS, "team-withdraw": OWNERS, "roster": BOOKS, "hire": OWNERS,
    "garage": BOOKS, "build": OWNERS, "workshop": BOOKS, "store": BOOKS, "money": BOOKS,
}  # fmt: skip
CHARACTER_PAGES = {"character": BOOKS, "character-edit": OWNERS, "character-release": OWNERS}
VEHICLE_PAGES = {
    "vehicle": BOOKS, "vehicle-paper": BOOKS, "vehicle-edit": OWNERS, "vehicle-crew": OWNERS,
    "vehicle-refit": OWNERS, "vehicle-sell": OWNERS, "vehicle-scrap": OWNERS,
}  # fmt: skip


def addresses(house: House) -> dict[str, tuple[str, set[str]]]:
    """Return every readable page with its address and the roles with access."""
    someone, car = house.club.who(0, "Rook").pk, house.club.car(0).pk
    found = {name: (house.path(name), door) for name, door in CLUB_PAGES.items()}
    found |= {name: (house.path(name, number=1), door) for name, door in WEEK_PAGES.items()}
    found |= {name: (house.own(name), door) for name, door in TEAM_PAGES.items()}
    found |= {name: (house.own(name, pk=someone), door) for name, door in CHARACTER_PAGES.items()}
    found |= {name: (house.own(name, pk=car), door) for name, door in VEHICLE_PAGES.items()}
    return found


def busy(house: House) -> House:
    """Give every page content: an entry, damage, a wound, points, work, gear."""
    club = house.club
    with club.scope():
        car, team = club.car(0), club.teams[0]
        club.enter(0)
    house.book(Book.DAMAGE, car.pk, "armour:front", 4)
    house.book(Book.WOUND, club.who(0, "Sable").pk, "dp", 1)
    house.book(Book.SKILL, club.who(0, "Rook").pk, "general", 3)
    house.book(Book.STOCK, team.pk, "knife", 2)
    with club.scope():
        workshop.order_repair(
            week=club.open_week, worker=club.who(0, "Wrench"), vehicle=car, budget=500, now=club.at
        )
    return house


@pytest.mark.everyday
@pytest.mark.parametrize("who", CAST)
def test_every_page_opens_only_for_its_audience(
    who: str, house: House, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    busy(house)
    house.get(reverse("home"), who)
    for name, (path, door) in addresses(house).items():
        with django_assert_max_num_queries(QUERIES):
            answer = house.get(path, who)
        if who == "anonymous":
            assert answer.status_code == 302, name
            assert answer["Location"].startswith(reverse("account_login")), name
        else:
            assert answer.status_code == (200 if who in door else NOT_FOUND), (name, who)


def test_an_unknown_club_and_a_foreign_club_get_the_same_404(house: House) -> None:
    unknown = house.get("/c/no-such-club/", "stranger")
    theirs = house.get(house.path("club"), "stranger")
    assert (unknown.status_code, unknown.content) == (theirs.status_code, theirs.content)


def test_a_rivals_character_and_an_unknown_one_get_the_same_404(house: House) -> None:
    theirs = house.get(house.own("character", pk=house.club.who(0, "Rook").pk), "rival")
    nobody = house.get(house.own("character", pk="00000000-0000-4000-8000-000000000000"), "rival")
    assert (theirs.status_code, theirs.content) == (nobody.status_code, nobody.content)


def test_another_teams_character_is_not_found_under_the_users_team(house: House) -> None:
    assert (
        house.get(house.own("character", pk=house.club.who(1, "Rook").pk)).status_code == NOT_FOUND
    )
    assert house.get(house.own("vehicle", pk=house.club.car(1).pk)).status_code == NOT_FOUND


POSTS = (
    "duel-enter",
    "workshop-mechanic",
    "workshop-care",
    "workshop-repair",
    "character-assign",
    "store",
    "work-cancel",
    "duel-withdraw",
)


def posts(house: House) -> dict[str, str]:
    club = house.club
    with club.scope():
        entry, work = DuelEntry.objects.get(), WorkOrder.objects.get()
    return {
        "duel-withdraw": house.path("duel-withdraw", number=1, pk=entry.pk),
        "workshop-mechanic": house.own("workshop-mechanic"),
        "workshop-care": house.own("workshop-care"),
        "workshop-repair": house.own("workshop-repair", pk=club.car(0).pk),
        "character-assign": house.own("character-assign", pk=club.who(0, "Rook").pk),
        "store": house.own("store"),
        "work-cancel": house.own("work-cancel", pk=work.pk),
    }


@pytest.mark.parametrize("who", [who for who in CAST if who not in ("owner", "anonymous")])
def test_only_a_teams_owners_can_send_its_forms(who: str, house: House) -> None:
    busy(house)
    for name, path in posts(house).items():
        assert house.send(path, {"act": "buy", "confirmed": "1"}, who).status_code == NOT_FOUND, (
            name,
            who,
        )


def test_form_targets_answer_get_with_405(house: House) -> None:
    busy(house)
    for name in (
        "workshop-mechanic",
        "workshop-care",
        "work-cancel",
        "character-assign",
        "workshop-repair",
    ):
        assert house.get(posts(house)[name]).status_code == 405


def test_a_playing_gm_cannot_read_a_rivals_books(at_club: Callable[..., House]) -> None:
    house = at_club(gm_plays=True)
    rivals = house.club.teams[1].slug
    for name in ("roster", "garage", "workshop", "store", "money"):
        assert house.get(house.path(name, team=rivals), "gm").status_code == NOT_FOUND
        assert house.get(house.own(name), "gm").status_code == 200


def test_pages_are_not_cached(house: House) -> None:
    assert "no-store" in house.get(house.path("club"))["Cache-Control"]


def test_a_spectator_sees_only_public_facts_of_a_team(house: House) -> None:
    busy(house)
    page = words(house.get(house.own("team"), "spectator"))
    assert "Rook" in page
    assert "Driver" in page
    for secret in ("DP", "General", "$", "Anvil 1", "Orders", "Dossier"):
        assert secret not in page, secret


def without_keys(answer: Any) -> list[bytes]:
    """Return the page without form keys, which are new on every visit."""
    return [
        line
        for line in answer.content.splitlines()
        if b"csrf" not in line and b"idempotency" not in line
    ]


def test_e11_e20_the_gms_books_hide_entries_work_and_results_of_orders(house: House) -> None:
    club, car = house.club, house.club.car(0)
    house.book(Book.DAMAGE, car.pk, "armour:front", 4)
    pages = [house.own(name) for name in ("garage", "workshop")] + [house.own("vehicle", pk=car.pk)]
    before = [without_keys(house.get(path, "gm")) for path in pages]
    with club.scope():
        club.enter(0, vehicle=car)
        workshop.order_repair(
            week=club.open_week, worker=club.who(0, "Wrench"), vehicle=car, budget=500, now=club.at
        )
    assert before == [without_keys(house.get(path, "gm")) for path in pages]
    house.book(Book.SKILL, club.who(0, "Rook").pk, "espionage", 1, "w/mission/1/succeeded")
    path = house.own("character", pk=club.who(0, "Rook").pk)
    assert "Mission succeeded" in house.read(path)
    assert "Mission succeeded" not in house.read(path, "gm")
