"""A person's time zone over the API: it is private, and no other answer depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .conftest import Api

PATH = "/api/v1/me/clock/"


def test_a_user_sets_a_time_zone_and_unknown_zones_are_refused(api: Api) -> None:
    assert api.read(PATH) == {"timezone": ""}
    assert api.do("PUT", PATH, {"timezone": "Asia/Tokyo"}) == {"timezone": "Asia/Tokyo"}
    assert api.read("/api/v1/me/")["timezone"] == "Asia/Tokyo"
    refused = api.do("PUT", PATH, {"timezone": "Mars/Olympus"}, status=422)
    assert refused["errors"][0]["attr"] == "timezone"
    assert api.read(PATH) == {"timezone": "Asia/Tokyo"}
    assert api.read(PATH, "gm") == {"timezone": ""}, "it is theirs alone"


def test_times_are_utc_whatever_the_users_time_zone(api: Api) -> None:
    before = api.read(api.club_url("weeks/1/"))
    api.do("PUT", PATH, {"timezone": "Asia/Tokyo"})
    assert api.read(api.club_url("weeks/1/")) == before
    assert before["moments"]["due_at"].endswith("Z")
