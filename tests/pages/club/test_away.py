"""The club sees who is away, and the holiday page says what happens to orders."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from core.web import clock
from core.web.moments import day_and_time
from play.models import Holiday

from .conftest import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(at_club: Callable[..., House]) -> House:
    return at_club(options={"show_sealed": True, "resolve_when_sealed": True})


def api(house: House, path: str, who: str) -> Any:
    address = f"/api/v1/campaigns/{house.club.campaign.slug}/{path}"
    answer = house.get(address, who)
    assert answer.status_code == 200, answer.content
    return answer.json()


def leave(house: House) -> Holiday:
    due = house.club.open_week.due_at
    return Holiday.objects.create(
        user=house.people["owner"], starts=house.club.at, ends=due + timedelta(days=1)
    )


def test_the_member_list_and_the_week_show_who_is_away(house: House) -> None:
    week = house.path("week", number=1)
    assert "Away" not in house.read(house.path("members"), "spectator")
    assert "Away" not in house.read(week, "rival")
    leave(house)
    assert "Away until" in house.read(house.path("members"), "spectator")
    page = house.read(week, "rival")
    assert "Away: Anvil (until" in page and "Not yet" in page
    assert "Teams that are away are skipped" in page


def test_a_future_holiday_is_shown_to_the_club(house: House) -> None:
    now = house.club.at
    starts, ends = now + timedelta(days=2), now + timedelta(days=9)
    Holiday.objects.create(user=house.people["owner"], starts=starts, ends=ends)
    page = house.read(house.path("members"), "rival")
    assert f"Away from {day_and_time(starts)}" in page and "Away until" not in page
    row = next(row for row in api(house, "members/", "rival")["results"] if row["holiday_from"])
    assert row["username"] == house.people["owner"].username and row["away_until"] is None
    assert row["holiday_until"] == ends.isoformat().replace("+00:00", "Z")
    assert "You are on holiday" not in house.read(house.path("club"))


def test_a_member_who_is_back_early_reads_that_orders_are_not_awaited(house: House) -> None:
    leave(house)
    assert "You are on holiday" in house.read(house.path("club"))
    steps = api(house, "next/", "owner")["steps"]
    assert [step["path"] for step in steps].count("/play/away/") == 1
    assert "You are on holiday" not in house.read(house.path("club"), "rival")


def test_the_api_shows_who_is_away(house: House) -> None:
    holiday = leave(house)
    until = holiday.ends.isoformat().replace("+00:00", "Z")
    people = api(house, "members/", "rival")["results"]
    away = {row["username"]: row["away_until"] for row in people}
    assert away.pop(house.people["owner"].username) == until and set(away.values()) == {None}
    week = api(house, "weeks/1/", "rival")
    assert [(row["team"]["name"], row["until"]) for row in week["away"]] == [("Anvil", until)]
    assert [(row["ready"], row["away"]) for row in week["orders_in"]] == [
        (False, True),
        (False, False),
    ]


def test_the_holiday_page_says_what_happens_to_the_users_orders(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: house.club.at)
    day = house.club.open_week.due_at.date()
    first = house.club.at.date()
    page = house.done("/play/away/", {"starts": first.isoformat(), "ends": day.isoformat()})
    assert "Anvil, Test club: orders of week 1" in page
    assert "Nothing will be sent" in page and "Use a stand-in bot" in page
    assert "Going on holiday?" in house.read(house.path("members"))


@pytest.mark.everyday
def test_c22_the_extension_page_states_its_cost(house: House) -> None:
    before, path = house.week().due_at, house.own("espionage:more-time")
    assert "Request an extension" in house.read(house.own("espionage:orders"))
    asked = house.read(path)
    assert "uses one of Anvil’s excused misses" in asked and house.week().due_at == before
    house.done(path, {"confirmed": "1"})
    assert house.week().due_at > before
    assert day_and_time(house.week().due_at) in asked
    looked = house.get(path)
    assert "can be extended only once" in house.read(looked["Location"])
    assert "Anvil requested an extension" in house.read(house.path("week", number=1), "rival")
    assert "can be extended only once" in house.refused(path, {"confirmed": "1"})


def test_c22_members_see_everyones_reliability(house: House) -> None:
    assert "new" in house.read(house.path("members"), "rival")
    for row in api(house, "members/", "rival")["results"]:
        assert row["reliability"] is None
    assert "Going on holiday?" in house.read("/me/")
