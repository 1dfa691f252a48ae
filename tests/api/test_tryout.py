"""A try-out over the API (C25): started, advanced step by step, kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from core.web import clock

from .conftest import Api


@pytest.mark.slow("plays a whole week by the API")
def test_c25_only_its_person_advances_and_keeps_a_try_out(api: Api, set_clock: Any) -> None:
    made = api.do("POST", "/api/v1/tryouts/", status=201)
    path = f"/api/v1/campaigns/{made['slug']}/tryout/"
    assert api.read(path) == {"part": "orders", "week": 1}
    api.do("GET", path, who="rival", status=404)
    early = api.do("POST", path, {"step": "duel"}, status=409)
    assert early["errors"][0]["detail"]
    parts = []
    for step in ("orders", "publish", "drive", "duel", "again"):
        set_clock(clock.now() + timedelta(minutes=2))
        parts.append(api.do("POST", path, {"step": step})["part"])
    assert parts == ["fight", "report", "driving", "result", "orders"]
    assert api.read(path) == {"part": "orders", "week": 2}
    kept = api.do("POST", f"{path}keep/")
    assert (kept["slug"], kept["role"]) == (made["slug"], "gm")
    api.do("GET", path, status=404)
    assert kept["slug"] in {one["slug"] for one in api.read("/api/v1/campaigns/")["results"]}
