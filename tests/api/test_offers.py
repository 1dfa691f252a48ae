"""Offers of vehicles over the API (C20): team 0 sells, team 1 buys; nobody else finds the offer."""

from __future__ import annotations

from typing import Any

from campaign.garage.services import garage

from .conftest import PEOPLE, Api, some_key

OUTSIDE = ("gm", "gm-who-plays", "spectator", "stranger")


def offer(api: Api, **said: Any) -> Any:
    path = api.team_url(f"vehicles/{api.club.car(0).pk}/offers/")
    return api.do("POST", path, {"to": api.club.teams[1].slug, "price": 9_000, **said}, status=201)


def offers(api: Api, team: int, who: str) -> Any:
    return api.read(api.team_url("offers/", team), who)["results"]


def test_c20_both_teams_read_an_offer_and_the_buyer_accepts_it(api: Api) -> None:
    garage.assign_crew(vehicle=api.club.car(0), crew={"driver": api.club.who(0, "Rook").pk})
    made = offer(api)
    assert (made["side"], made["seller"]["slug"], made["buyer"]["slug"], made["price"]) == (
        "made",
        "anvil",
        "basilisk",
        9_000,
    )
    assert offers(api, 0, "co-owner") == [made]
    (got,) = offers(api, 1, "rival")
    assert got == {**made, "side": "got"}
    assert (
        got["vehicle"]["name"],
        got["vehicle"]["condition"],
        got["vehicle"]["sheet"]["crew"],
    ) == ("Anvil 1", "sound", [])
    bought = api.do("POST", api.team_url(f"offers/{made['id']}/accept/", 1), who="rival")
    assert (bought["id"], bought["name"], bought["crew"]) == (made["vehicle"]["id"], "Anvil 1", {})
    assert offers(api, 0, "owner") == offers(api, 1, "rival") == []
    assert api.get(api.team_url(f"vehicles/{made['vehicle']['id']}/")).status_code == 404
    assert api.read(api.team_url("money/rows/", 1), "rival")["results"][0]["item"] == "trade"


def test_c20_only_the_buyer_declines_and_only_the_seller_withdraws(api: Api) -> None:
    first = offer(api)["id"]
    for team, who, act in (
        (1, "rival", "withdraw"),
        (0, "owner", "accept"),
        (0, "owner", "decline"),
    ):
        api.do("POST", api.team_url(f"offers/{first}/{act}/", team), who=who, status=404)
    api.do("POST", api.team_url(f"offers/{first}/decline/", 1), who="rival", status=204)
    second = offer(api, price=0)["id"]
    api.do("POST", api.team_url(f"offers/{second}/withdraw/"), status=204)
    for closed in (first, second):
        api.do("POST", api.team_url(f"offers/{closed}/accept/", 1), who="rival", status=404)


def test_c20_a_refused_offer_names_its_field_and_changes_nothing(api: Api) -> None:
    path = api.team_url(f"vehicles/{api.club.car(0).pk}/offers/")
    for body, status, field in (
        ({"to": "anvil", "price": 1}, 422, "to"),
        ({"to": "nobody", "price": 1}, 422, "to"),
        ({"to": "basilisk", "price": -1}, 400, "price"),
        ({"to": "basilisk", "price": 1.5}, 400, "price"),
        ({"to": "basilisk"}, 400, "price"),
    ):
        answer = api.ask("token", "POST", path, body)
        assert answer.status_code == status, (body, answer.content)
        assert field in answer.content.decode()
    assert offers(api, 0, "owner") == []


def test_c20_only_the_buyer_learns_that_the_money_is_missing(api: Api) -> None:
    made = offer(api, price=10**9)
    answer = api.ask("rival", "POST", api.team_url(f"offers/{made['id']}/accept/", 1))
    assert answer.json()["errors"][0]["code"] == "not-enough-money"
    assert offers(api, 0, "owner") == [made]
    refused = api.ask("token", "POST", api.team_url(f"vehicles/{api.club.car(0).pk}/sell/"))
    assert "Withdraw the offer first" in refused.content.decode()


def test_c20_accepting_twice_with_one_key_accepts_once(api: Api) -> None:
    path, key = api.team_url(f"offers/{offer(api)['id']}/accept/", 1), some_key()
    answers = [api.ask("rival", "POST", path, idempotency_key=key) for _ in range(2)]
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].content == answers[1].content


def test_c20_only_the_two_teams_find_the_offer(api: Api) -> None:
    made = offer(api)["id"]
    nowhere = {who: api.get("/api/v1/campaigns/no-such-club/", who).content for who in OUTSIDE}
    for who in OUTSIDE:
        for team in (0, 1):
            for method, tail in (
                ("GET", ""),
                *(("POST", f"{made}/{act}/") for act in ("accept", "decline", "withdraw")),
            ):
                answer = api.ask(who, method, api.team_url(f"offers/{tail}", team))
                assert (answer.status_code, answer.content) == (404, nowhere[who]), (
                    who,
                    team,
                    tail,
                )
    assert set(OUTSIDE) | {"owner", "co-owner", "token", "rival", "anonymous"} == set(PEOPLE)


def test_c20_the_gm_has_no_trade_operation(api: Api) -> None:
    for who in ("gm", "token"):
        api.do(
            "POST",
            api.team_url(f"vehicles/{api.club.car(0).pk}/trade/"),
            {"to": "basilisk", "price": 1, "reason": "So"},
            who=who,
            status=404,
        )
