"""A club's own arenas over the API (C130)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.arenas import PIT, add_arena

from .conftest import Api

pytestmark = pytest.mark.django_db
BODY: dict[str, Any] = {
    name: value
    for name, value in msgspec.json.decode(msgspec.json.encode(PIT)).items()
    if name != "key"
}


def test_c130_a_gm_saves_an_arena_and_members_read_it(api: Api) -> None:
    path = api.club_url("arenas/own-the-pit/")
    answer = api.ask("gm", "PUT", path, BODY)
    assert answer.status_code == 200
    assert msgspec.json.decode(answer.content, type=type(PIT)) == PIT
    assert api.read(path, "spectator") == answer.json()
    listed = api.read(api.club_url("arenas/"), "owner")
    assert [arena["name"] for arena in listed["own_arenas"]] == ["The Pit"]
    assert [arena["key"] for arena in listed["site_arenas"]] == [
        "foundry_floor",
        "kessel_oval",
        "saltmarket",
    ]


def test_c130_a_gm_deletes_an_arena_but_none_of_the_site(api: Api) -> None:
    add_arena(api.club)
    path = api.club_url("arenas/own-the-pit/")
    assert api.ask("gm", "DELETE", path).status_code == 204
    assert api.ask("gm", "DELETE", path).status_code == 404
    assert api.ask("gm", "DELETE", api.club_url("arenas/saltmarket/")).status_code == 404
    assert api.read(api.club_url("arenas/saltmarket/"), "owner")["name"] == "Saltmarket"


def test_v173_an_arena_that_cars_cannot_cross_is_refused(api: Api) -> None:
    wall = {"left": 15, "low": 0, "right": 16, "high": 32}
    answer = api.ask("gm", "PUT", api.club_url("arenas/own-yard/"), BODY | {"blocks": [wall]})
    assert answer.status_code == 422
    assert "There is no route from gate 1 to gate 2." in answer.content.decode()
