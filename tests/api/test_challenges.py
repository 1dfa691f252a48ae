"""Challenges over the API (C55 to C58): team 0 challenges team 1; nobody else finds the
challenge.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from .conftest import Api


def send_challenge(api: Api, **said: Any) -> Any:
    hour = (api.now + timedelta(hours=2)).isoformat()
    body = {"to": api.club.teams[1].slug, "starts_at": hour, **said}
    return api.do("POST", api.team_url("challenges/"), body, status=201)


def challenges(api: Api, team: int, who: str) -> Any:
    return api.read(api.team_url("challenges/", team), who)["results"]


@pytest.mark.everyday
def test_c56_only_the_two_teams_negotiate_and_accept_a_challenge(api: Api) -> None:
    made = send_challenge(api, words="Bring a broom.", arena="Kessel Oval")
    assert (made["state"], made["turn"]["slug"], made["event"]) == ("open", "basilisk", None)
    assert challenges(api, 0, "co-owner") == challenges(api, 1, "rival") == [made]
    there = f"challenges/{made['id']}"
    for team, who in ((2, "gm-who-plays"), (1, "gm"), (1, "spectator"), (0, "stranger")):
        for act in ("accept", "decline"):
            api.do("POST", api.team_url(f"{there}/{act}/", team), who=who, status=404)
    later = (api.now + timedelta(hours=5)).isoformat()
    turned = api.do(
        "POST", api.team_url(f"{there}/propose/", 1), {"starts_at": later}, who="rival", status=200
    )
    assert (turned["turn"]["slug"], turned["arena"]) == ("anvil", "")
    event = api.do("POST", api.team_url(f"{there}/accept/"), status=200)
    assert [team["slug"] for team in event["between"]] == ["anvil", "basilisk"]
    assert (event["pays"], event["counts"]) == (False, False)
    (seen,) = challenges(api, 0, "owner")
    assert (seen["state"], seen["turn"], seen["event"]) == ("accepted", None, event["number"])
    assert event in api.read(api.club_url("weeks/1/events/"), "spectator")
    forfeit = f"weeks/1/duels/{event['number']}/forfeit/"
    api.do("POST", api.team_url(forfeit, 1), who="rival", status=201)
    duel = api.read(api.club_url(f"weeks/1/duels/{event['number']}/"), "spectator")
    assert [row["place"] for row in duel["result"]["form"]["teams"]] == [1, 2]
    assert duel["result"]["reason"] == "Basilisk forfeits."


def test_c56_only_the_challenged_declines_and_only_the_challenger_withdraws(api: Api) -> None:
    made = f"challenges/{send_challenge(api)['id']}"
    answered = api.do("POST", api.team_url(f"{made}/withdraw/", 1), who="rival", status=422)
    assert answered["errors"][0]["code"] == "not-yours"
    assert (
        api.do("POST", api.team_url(f"{made}/decline/", 1), who="rival", status=200)["state"]
        == "declined"
    )
    made = f"challenges/{send_challenge(api)['id']}"
    taken = api.do("POST", api.team_url(f"{made}/withdraw/"), status=200)
    assert (taken["state"], taken["turn"]) == ("withdrawn", None)
