"""A person's time zone by the API: theirs alone, and no other answer goes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .conftest import Api

PATH = "/api/v1/me/clock/"


def test_a_zone_is_read_chosen_and_refused_where_there_is_none(api: Api) -> None:
    assert api.read(PATH) == {"timezone": ""}
    assert api.do("PUT", PATH, {"timezone": "Asia/Tokyo"}) == {"timezone": "Asia/Tokyo"}
    assert api.read("/api/v1/me/")["timezone"] == "Asia/Tokyo"
    refused = api.do("PUT", PATH, {"timezone": "Mars/Olympus"}, status=422)
    assert refused["errors"][0]["attr"] == "timezone"
    assert api.read(PATH) == {"timezone": "Asia/Tokyo"}
    assert api.read(PATH, "gm") == {"timezone": ""}, "it is theirs alone"


def test_moments_are_utc_whatever_clock_one_goes_by(api: Api) -> None:
    before = api.read(api.club_url("weeks/1/"))
    api.do("PUT", PATH, {"timezone": "Asia/Tokyo"})
    assert api.read(api.club_url("weeks/1/")) == before
    assert before["moments"]["due_at"].endswith("Z")
