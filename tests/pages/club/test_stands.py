"""Who watches a club's duel driven on the site: the driving teams, the club, or anyone (V73,
C104).
"""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from autoduel.rules.values import Autopilot
from campaign.duels.models import DrivenDuel
from campaign.duels.services import driven
from campaign.league.models import Membership, TeamOwner
from campaign.news.models import News
from campaign.news.services.public_page import set_public
from core.web import clock
from espionage.services.tick import tick
from play.models import ChatLine
from play.selectors import chat, table_view
from play.selectors.participants import place
from play.services import moving, thinking
from tests.factories import found_club

from .conftest import CAST, NOT_FOUND, House
from .test_arena import settled

DRIVERS = {"owner", "rival"}
CLUB = DRIVERS | {"gm", "spectator"}
SIGNED_IN = CLUB | {"stranger"}
PAGES = ("play-table", "play-pulse", "play-frames", "play-history", "api-table", "api-table-log")
WATCHED_BY = {"teams": DRIVERS, "club": CLUB, "anybody": SIGNED_IN}

AtClub = Callable[..., House]
LONG = {"opens_day": "wednesday", "due_day": "friday", "closes_day": "tuesday"}
"""A calendar with enough time for a slow duel."""


def house_driving(at_club: AtClub, stands: str, mode: str = "quick", **calendar: str) -> House:
    """Put a car of each team in the arena, at the time of the duel."""
    house = settled(at_club, mode, stands=stands, **calendar)
    house.go_to(house.club.open_week.duel_at)
    tick(now=house.club.at)
    return house


def table(house: House) -> UUID:
    with house.club.scope():
        found = DrivenDuel.objects.get().table_id
    assert found is not None
    return found


def drive_to_the_end(house: House) -> None:
    while thinking.think(limit=500, seconds=60):
        pass
    with house.club.scope():
        assert DrivenDuel.objects.get().over_at is not None


def who_reads(house: House, name: str, at: UUID) -> set[str]:
    """Return the roles that get the page; all others must get the same bytes as for an
    unknown one.
    """
    readers = set()
    for who in CAST:
        answer = house.get(reverse(name, args=[at]), who)
        nothing = house.get(reverse(name, args=[uuid4()]), who)
        if answer.status_code == 200:
            readers.add(who)
        else:
            assert answer.status_code == nothing.status_code, (name, who)
            assert answer.content == nothing.content, (name, who)
        assert nothing.status_code in {302, 401, NOT_FOUND}
    return readers


@pytest.mark.parametrize("stands", WATCHED_BY)
def test_c104_the_house_rules_decide_who_watches_a_duel(at_club: AtClub, stands: str) -> None:
    house = house_driving(at_club, stands)
    here, watched_by = table(house), WATCHED_BY[stands]
    everybody = {"anonymous"} if stands == "anybody" else set()
    for name in PAGES:
        visitors = set() if name.startswith("api") else everybody
        assert who_reads(house, name, here) == watched_by | visitors, name


@pytest.mark.slow("drives duels to their ends")
@pytest.mark.parametrize("stands", WATCHED_BY)
def test_c104_after_the_duel_the_whole_club_can_watch_the_replay(
    at_club: AtClub, stands: str
) -> None:
    house = house_driving(at_club, stands)
    drive_to_the_end(house)
    wanted = {*SIGNED_IN, "anonymous"} if stands == "anybody" else CLUB
    for name in ("play-table", "play-history"):
        assert who_reads(house, name, table(house)) == wanted, name
    duel = house.path("duel", number=1)
    for who in sorted(CLUB):
        assert "Watch the replay" in house.read(duel, who), who


@pytest.mark.parametrize("stands", WATCHED_BY)
@pytest.mark.slow("drives a duel to its end")
def test_c104_no_page_links_to_a_table_its_reader_cannot_open(at_club: AtClub, stands: str) -> None:
    house = house_driving(at_club, stands)
    here = str(table(house))
    pages = [house.path("duel", number=1), house.path("week", number=1), house.path("club")]
    pages += [
        reverse("play"),
        reverse("me"),
        reverse("api-duel", args=[house.club.campaign.slug, 1, 0]),
    ]
    found = {
        who: any(here in house.get(page, who).content.decode() for page in pages) for who in CLUB
    }
    assert {who for who, leads in found.items() if leads} == CLUB & WATCHED_BY[stands]
    assert here not in house.get(reverse("play"), "stranger").content.decode()
    duel = house.read(pages[0], "spectator")
    assert ("Only the participating teams can watch" in duel) is (stands == "teams")
    assert ("even without an account" in duel) is (stands == "anybody")
    with house.club.scope():
        (line,) = News.objects.filter(kind=driven.NEWS_KIND)
    assert ("The participating teams can watch" in line.text) is (stands == "teams")


def open_public_page(house: House) -> str:
    """Open the club's public page as the GM and return its address."""
    club = house.club
    set_public(campaign=club.campaign, is_public=True, actor=club.gm, now=club.at)
    return house.path("club-public")


def has_link_to_table(house: House, name: str) -> bool:
    """Return whether the public page and the API link to the club's table, and a visitor can open
    it. A film starts at its beginning, so that the link does not reveal the end.
    """
    there = reverse(name, args=[table(house)])
    told = house.get(house.path("api-club"), "anonymous").json()["duels"]
    page = house.get(house.path("club-public"), "anonymous").content.decode()
    film = "?step=1&amp;play=1#stepping" if name == "play-history" else ""
    if f'href="{there}{film}"' not in page:
        assert f'href="{there}"' not in page
        assert there not in [duel["path"] for duel in told]
        return False
    stage = "over" if film else "driving"
    assert told == [
        {
            "name": "The duel of week 1",
            "season": 1,
            "week": 1,
            "stage": stage,
            "table": str(table(house)),
            "path": there,
        }
    ]
    assert house.get(there + unescape(film), "anonymous").status_code == 200
    return True


@pytest.mark.slow("drives duels to their ends")
@pytest.mark.parametrize("stands", WATCHED_BY)
def test_c104_the_public_page_links_only_to_what_anyone_can_watch(
    at_club: AtClub, stands: str
) -> None:
    house, anybody = house_driving(at_club, stands), stands == "anybody"
    front = open_public_page(house)
    assert has_link_to_table(house, "play-table") is anybody
    assert not has_link_to_table(house, "play-history")
    page = house.read(front, "anonymous")
    assert ("The duel of week 1 is in progress" in page) is anybody
    drive_to_the_end(house)
    assert has_link_to_table(house, "play-history") is anybody
    assert not has_link_to_table(house, "play-table")
    page = house.read(front, "anonymous")
    assert ("Replays of recent duels The duel of week 1 Season 1" in page) is anybody
    assert "is in progress" not in page and "In the arena" not in page


@pytest.mark.everyday
def test_c104_the_public_page_drops_the_link_of_a_duel_moved_to_the_tabletop(
    at_club: AtClub,
) -> None:
    house = house_driving(at_club, "anybody")
    front = open_public_page(house)
    assert has_link_to_table(house, "play-table")
    out = {"reason": "The dice are loaded."}
    house.done(house.path("desk-duel-paper", number=1), out, "gm")
    assert not has_link_to_table(house, "play-table")
    page = house.read(front, "anonymous")
    assert "In the arena" not in page and "Replays" not in page


def test_c104_another_clubs_public_page_does_not_show_the_duel(at_club: AtClub) -> None:
    house, other = house_driving(at_club, "anybody"), found_club()
    open_public_page(house)
    set_public(campaign=other.campaign, is_public=True, actor=other.gm, now=house.club.at)
    theirs = reverse("club-public", args=[other.campaign.slug])
    assert has_link_to_table(house, "play-table")
    assert "In the arena" not in house.read(theirs, "anonymous")
    told = house.get(reverse("api-club", args=[other.campaign.slug]), "anonymous").json()
    assert told["duels"] == []


def test_c104_a_duel_keeps_the_rule_of_its_week(at_club: AtClub) -> None:
    house = house_driving(at_club, "teams")
    club = house.club.campaign
    club.house_rules = {**club.house_rules, "stands": "anybody"}
    club.save(update_fields=["house_rules"])
    assert who_reads(house, "play-table", table(house)) == DRIVERS


def test_c104_a_former_owner_of_a_driving_team_can_no_longer_watch(at_club: AtClub) -> None:
    house = house_driving(at_club, "teams")
    with house.club.scope():
        TeamOwner.objects.filter(user=house.people["rival"]).update(until=house.club.at)
    assert who_reads(house, "play-table", table(house)) == {"owner"}


def test_c104_a_former_member_can_no_longer_watch(at_club: AtClub) -> None:
    house = house_driving(at_club, "club")
    with house.club.scope():
        rows = Membership.objects.filter(user=house.people["spectator"])
        rows.update(left_at=house.club.at)
    assert who_reads(house, "play-table", table(house)) == CLUB - {"spectator"}


# --- what watchers see and say --------------------------------------------------------------------


@pytest.mark.parametrize("stands", ["club", "anybody"])
def test_v73_spectators_get_the_public_view_and_drivers_do_not_hear_them(
    at_club: AtClub, stands: str
) -> None:
    house = house_driving(at_club, stands, "live")
    at = table(house)
    with clock.set_to(house.club.at):

        def seen(who: str) -> Any:
            return table_view.view_table(place(at, house.people[who]))

        before = {who: house.get(reverse("play-pulse", args=[at]), who).content for who in DRIVERS}
        views = [seen(who).view for who in sorted(WATCHED_BY[stands] - DRIVERS)]
        assert all(view == views[0] for view in views)
        assert seen("owner").view != views[0]
        say, said = reverse("play-say", args=[at]), {"channel": "stands", "text": "Blue is late."}
        speaker = "stranger" if stands == "anybody" else "spectator"
        house.send(say, said, speaker)
        assert [line.text for line in ChatLine.objects.filter(channel="stands")] == [
            "Blue is late."
        ]
        assert "Blue is late." in [line.text for line in chat.lines(place(at, house.people["gm"]))]
        for who in DRIVERS:
            assert "Blue is late." not in house.read(reverse("play-table", args=[at]), who)
            assert house.get(reverse("play-pulse", args=[at]), who).content == before[who]


def test_c104_anonymous_visitors_only_read_and_hear_no_talk(at_club: AtClub) -> None:
    house = house_driving(at_club, "anybody")
    at = table(house)
    here, pulse = (reverse(name, args=[at]) for name in ("play-table", "play-pulse"))
    before = house.get(pulse, "anonymous").content
    house.send(reverse("play-say", args=[at]), {"channel": "stands", "text": "Now!"}, "spectator")
    page = house.read(here, "anonymous")
    assert "You are watching." in page and "Now!" not in page
    assert 'method="post"' not in house.get(here, "anonymous").content.decode()
    assert "/live/" not in house.get(here, "anonymous").content.decode()
    assert house.get(pulse, "anonymous").content == before
    for name in ("play-say", "play-note", "play-move", "play-share", "play-preview"):
        answer = house.client("anonymous").post(reverse(name, args=[at]), {"text": "Hello"})
        assert answer.status_code == 302 and "login" in answer["Location"], name
    assert house.get(f"{here}?as=0", "anonymous").status_code == 302
    assert house.get(reverse("play-history", args=[at]) + "?from=0", "anonymous").status_code == 404
    assert house.get(reverse("play-live", args=[at]), "anonymous").status_code == 401
    drive_to_the_end(house)
    assert "Now!" not in house.read(here, "anonymous")
    assert "Now!" in house.read(here, "owner")


@pytest.mark.slow("opens pages of two worlds")
def test_v73_a_sealed_plan_changes_nothing_for_spectators(at_club: AtClub) -> None:
    house = house_driving(at_club, "anybody", "slow", **LONG)
    at = table(house)
    watchers, front = ("spectator", "gm", "stranger", "anonymous"), open_public_page(house)

    def read() -> list[str]:
        names = ("play-table", "play-pulse", "play-frames", "play-history")
        pages = [front, *(reverse(name, args=[at]) for name in names)]
        return [house.read(page, who) for who in watchers for page in pages]

    with clock.set_to(house.club.at):
        before = read()
    moving.make_move(table_id=at, user=house.people["owner"], move=Autopilot())
    with clock.set_to(house.club.at):
        assert read() == before
