"""A person's calendar feed by the API: its address, another one, none any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from icalendar import Calendar

from campaign.league.models import CalendarKey
from campaign.league.services import calendar_feed

from .conftest import some_key

if TYPE_CHECKING:
    from .conftest import Api

PATH = "/api/v1/me/calendar/"


def path_of(api: Api, who: str) -> str:
    return reverse(
        "feed", args=[calendar_feed.token(CalendarKey.objects.get(user=api.people[who]))]
    )


def test_who_has_no_feed_is_told_so_and_looking_makes_none(api: Api) -> None:
    assert api.read(PATH) == {"address": None, "made_at": None}
    assert not CalendarKey.objects.exists()


def test_a_feed_is_made_and_read_where_its_address_says(api: Api) -> None:
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


def test_asked_for_again_there_is_another_address_and_the_old_one_is_none(api: Api) -> None:
    api.do("POST", PATH)
    old = path_of(api, "owner")
    new = api.do("POST", PATH)["address"]
    assert old not in new
    assert api.get(old, "anonymous").status_code == 404


def test_one_key_makes_one_address(api: Api) -> None:
    key = some_key()
    first, again = (api.do("POST", PATH, idempotency_key=key) for _ in range(2))
    assert first == again == api.read(PATH)


def test_a_feed_is_taken_away_as_often_as_one_likes(api: Api) -> None:
    api.do("POST", PATH)
    old = path_of(api, "owner")
    for _ in range(2):
        api.do("DELETE", PATH, status=204)
    assert api.read(PATH)["address"] is None
    assert api.get(old, "anonymous").status_code == 404


def test_everybody_reads_and_changes_their_own_alone(api: Api) -> None:
    mine = api.do("POST", PATH)
    for who in ("rival", "gm", "co-owner"):
        assert api.read(PATH, who)["address"] is None
        assert api.do("POST", PATH, who=who)["address"] != mine["address"]
        api.do("DELETE", PATH, who=who, status=204)
    assert api.read(PATH) == mine


def test_who_has_not_signed_in_has_none(api: Api) -> None:
    for method in ("GET", "POST", "DELETE"):
        api.do(method, PATH, who="anonymous", status=401)
    assert not CalendarKey.objects.exists()


def test_nothing_is_to_be_said_with_it(api: Api) -> None:
    api.do("POST", PATH, {"key": "mine"}, status=400)
    assert not CalendarKey.objects.exists()
