"""Lists: stable pages, allowed filters and orderings, and counts of one's own rows only."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Api


def names(found: Any, key: str = "name") -> list[Any]:
    return [row[key] for row in found["results"]]


def test_pages_have_no_gaps_or_overlaps(api: Api) -> None:
    path, seen = api.team_url("characters/?page_size=4"), []
    first = api.read(path)
    while path:
        page = api.read(path)
        seen += names(page)
        path = page["next"]
    assert (first["count"], first["previous"]) == (6, None)
    assert seen == sorted(seen)
    assert len(set(seen)) == 6


def test_the_last_page_links_to_the_previous_one(api: Api) -> None:
    last = api.read(api.team_url("characters/?page_size=4&page=2&ordering=-name"))
    assert last["next"] is None
    assert names(api.read(last["previous"]))[0] == "Wrench"


@pytest.mark.parametrize(
    ("tail", "first"),
    [
        ("characters/?ordering=-name", "Wrench"),
        ("characters/?health=dead", None),
        ("vehicles/?condition=sound", "Anvil 1"),
    ],
)
def test_lists_are_filtered_and_ordered(api: Api, tail: str, first: str | None) -> None:
    assert (names(api.read(api.team_url(tail))) or [None])[0] == first


def test_weeks_are_listed_by_season(api: Api) -> None:
    assert names(api.read(api.club_url("weeks/?ordering=-number")), "number") == [4, 3, 2, 1]
    assert names(api.read(api.club_url("weeks/?status=open")), "number") == [1]
    assert api.get(api.club_url("weeks/?season=2")).status_code == 404


def test_gear_on_sale_has_the_clubs_price(api: Api) -> None:
    wares = api.read(api.club_url("gear/?kind=explosive"))["results"]
    assert {(ware["gear"]["key"], ware["price"], ware["on_sale"]) for ware in wares} == {
        ("plastique", 3000, True)
    }


def test_news_are_filtered_by_week_and_kind(settled: Api) -> None:
    every = settled.read(settled.club_url("news/?ordering=at"))["results"]
    assert [line["at"] for line in every] == sorted(line["at"] for line in every)
    about = settled.read(settled.club_url("news/?week=1&kind=week-settled"))
    assert (about["count"], about["results"][0]["week"]) == (1, 1)


def test_a_user_lists_and_marks_only_their_own_notices(settled: Api) -> None:
    mine = settled.read("/api/v1/notices/")["results"]
    theirs = settled.read("/api/v1/notices/", "rival")["results"]
    assert not {one["id"] for one in mine} & {one["id"] for one in theirs}
    body = {"notices": [mine[0]["id"], theirs[0]["id"]]}
    assert settled.do("POST", "/api/v1/notices/read/", body)["marked"] == 1
    assert settled.read("/api/v1/notices/?unread=false")["count"] == 1


def test_only_owners_see_holds_of_money_and_gear(api: Api) -> None:
    assert api.read(api.team_url("money/"))["aside"] == 0
    assert api.read(api.team_url("money/"), "gm")["aside"] is None
    api.do("POST", api.team_url("store/buy/"), {"wanted": {"knife": 1}})
    assert names(api.read(api.team_url("store/"), "gm"), "aside") == [None]


def test_only_owners_see_the_gms_remark_on_their_roster(api: Api) -> None:
    from tests.factories import add_team

    team = add_team(api.club, "Newcomers", approved=False)
    url = api.club_url(f"teams/{team.slug}/")
    api.do("POST", f"{url}send-back/", {"remark": "Two drivers, please."}, who="gm")
    assert api.read(url, "gm")["remark"] == "Two drivers, please."
    assert api.read(url, "rival")["remark"] == ""
    assert api.read(url, "rival")["asked_at"] is None


def test_the_money_ledger_is_paged(api: Api) -> None:
    api.do("POST", api.team_url("store/buy/"), {"wanted": {"knife": 1}})
    rows = api.read(api.team_url("money/rows/"))["results"]
    one_by_one = [
        api.read(api.team_url(f"money/rows/?page_size=1&page={number}"))["results"][0]
        for number in range(1, len(rows) + 1)
    ]
    assert [row["balance"] for row in one_by_one] == [row["balance"] for row in rows]
    assert rows[0]["balance"] == api.read(api.team_url("money/"))["balance"]


def test_rival_vehicles_show_only_what_was_seen_in_duels(settled: Api, set_clock: Any) -> None:
    path = settled.team_url("seen-vehicles/", 1)
    assert settled.read(path)["count"] == 0
    set_clock(settled.club.open_week.duel_at)
    form = settled.read(settled.club_url("weeks/1/duels/0/form/"), "gm")
    for place, team in enumerate(form["form"]["teams"], 1):
        team["place"] = place
    settled.do("POST", settled.club_url("weeks/1/duels/0/result/"), form, who="gm", status=201)
    seen = settled.read(path)["results"]
    assert [car["exterior"]["name"] for car in seen] == ["Basilisk 1"]
    assert "design" not in seen[0]
    assert "sheet" not in seen[0]


@pytest.mark.everyday
def test_a_playing_gm_does_not_see_a_rivals_damage(settled: Api, set_clock: Any) -> None:
    set_clock(settled.club.open_week.duel_at)
    form = settled.read(settled.club_url("weeks/1/duels/0/form/"), "gm")
    for place, team in enumerate(form["form"]["teams"], 1):
        team["place"] = place
    car, driver = str(settled.club.car(0).pk), str(settled.club.who(0, "Wrench").pk)
    form["vehicles"] = [
        {"vehicle": car, "fate": "survived", "damage": [{"part": "armour:front", "lost": 3}]}
    ]
    form["hurt"] = [{"character": driver, "lost": 1}]
    settled.do("POST", settled.club_url("weeks/1/duels/0/result/"), form, who="gm", status=201)
    shown = settled.read(settled.club_url("weeks/1/duels/0/form/"), "gm-who-plays")
    assert shown["hurt"] == []
    assert not any(fate["damage"] for fate in shown["vehicles"])
    assert settled.read(settled.club_url("weeks/1/duels/0/form/"), "gm")["hurt"] == form["hurt"]


def test_a_correction_by_a_playing_gm_keeps_the_damage_they_cannot_see(
    settled: Api, set_clock: Any
) -> None:
    test_a_playing_gm_does_not_see_a_rivals_damage(settled, set_clock)
    shown = settled.read(settled.club_url("weeks/1/duels/0/form/"), "gm-who-plays")
    body = {"result": shown, "reason": "A kill was forgotten."}
    shown["form"]["people"][0]["kills"] = 1
    settled.do("POST", settled.club_url("weeks/1/duels/0/correction/"), body, who="gm-who-plays")
    after = settled.read(settled.club_url("weeks/1/duels/0/form/"), "gm")
    assert len(after["hurt"]) == 1
    assert any(fate["damage"] for fate in after["vehicles"])
