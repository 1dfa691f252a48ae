"""A person's calendar feed over the API: create, replace and delete its address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from icalendar import Calendar

from campaign.calendar.models import CalendarKey
from campaign.calendar.services import calendar_feed

from .conftest import some_key

if TYPE_CHECKING:
    from .conftest import Api

PATH = "/api/v1/me/calendar/"


def path_of(api: Api, who: str) -> str:
    return reverse(
        "feed", args=[calendar_feed.token(CalendarKey.objects.get(user=api.people[who]))]
    )


def test_a_user_without_a_feed_gets_no_address_and_reading_creates_none(api: Api) -> None:
    assert api.read(PATH) == {"address": None, "made_at": None}
    assert not CalendarKey.objects.exists()


def test_a_created_feed_is_served_at_its_address(api: Api) -> None:
    made = api.do("POST", PATH)
    assert made == api.read(PATH)
    assert made["address"] == f"http://localhost:8000{path_of(api, 'owner')}" and made[
        "made_at"
    ] == api.now.strftime("%Y-%m-%dT%H:%M:%SZ")
    answer = api.get(path_of(api, "owner"), "anonymous")
    assert answer.status_code == 200
    assert {
        str(event["summary"]).partition(" · ")[2]
        for event in Calendar.from_ical(answer.content).events
    } == {api.club.campaign.name}


def test_creating_a_feed_again_replaces_its_address(api: Api) -> None:
    api.do("POST", PATH)
    old = path_of(api, "owner")
    new = api.do("POST", PATH)["address"]
    assert old not in new
    assert api.get(old, "anonymous").status_code == 404


def test_a_repeated_idempotency_key_creates_one_address(api: Api) -> None:
    key = some_key()
    first, again = (api.do("POST", PATH, idempotency_key=key) for _ in range(2))
    assert first == again == api.read(PATH)


def test_deleting_a_feed_twice_is_allowed(api: Api) -> None:
    api.do("POST", PATH)
    old = path_of(api, "owner")
    for _ in range(2):
        api.do("DELETE", PATH, status=204)
    assert api.read(PATH)["address"] is None
    assert api.get(old, "anonymous").status_code == 404


def test_each_user_reads_and_changes_only_their_own_feed(api: Api) -> None:
    mine = api.do("POST", PATH)
    for who in ("rival", "gm", "co-owner"):
        assert api.read(PATH, who)["address"] is None
        assert api.do("POST", PATH, who=who)["address"] != mine["address"]
        api.do("DELETE", PATH, who=who, status=204)
    assert api.read(PATH) == mine


def test_the_feed_requires_signing_in(api: Api) -> None:
    for method in ("GET", "POST", "DELETE"):
        api.do(method, PATH, who="anonymous", status=401)
    assert not CalendarKey.objects.exists()


def test_creating_a_feed_accepts_no_fields(api: Api) -> None:
    api.do("POST", PATH, {"key": "mine"}, status=400)
    assert not CalendarKey.objects.exists()
