"""Duels and events over the API: entered, changed, drafted, signed, disputed, recorded, corrected
(C27, C50, E22).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import pytest

from campaign.desk.rules.founding import Opening
from campaign.desk.services import corrections, founding
from campaign.league.models import Week
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line

from .conftest import Api, some_key

OWNERS = ("owner", "rival")
"""Owners of the driving teams."""


def enter(api: Api, where: str, team: int = 0, driver: str = "Rook") -> Any:
    """Enter a team's car with this driver."""
    entry = {
        "vehicle": str(api.club.car(team).pk),
        "crew": {"driver": str(api.club.who(team, driver).pk)},
    }
    path = api.team_url(f"weeks/1/{where}entries/", team)
    return api.do("POST", path, entry, who=OWNERS[team], status=201, idempotency_key=some_key())


def settle(api: Api, *harm: Line) -> None:
    """Settle the week with these wounds."""
    week = api.club.open_week
    posting.post(harm)
    with api.club.scope():
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)


def form(api: Api, winner: int = 0) -> dict[str, Any]:
    """Return a result form in which one of the two teams won."""
    return {
        "teams": [
            {"team": str(api.club.teams[team].pk), "place": 1 + (team != winner)} for team in (0, 1)
        ],
        "people": [
            {
                "character": str(api.club.who(team, "Rook").pk),
                "team": str(api.club.teams[team].pk),
                "kills": int(team == winner),
            }
            for team in (0, 1)
        ],
    }


@pytest.fixture(params=["duels/0/", "duels/1/"])
def started_duel(api: Api, set_clock: Any, request: Any) -> tuple[Api, str]:
    """Return a duel or event with two teams at the start, and its address."""
    where = str(request.param)
    event = where == "duels/1/"
    hour = api.club.open_week.duel_at
    if event:
        hour = api.now + timedelta(hours=2)
        made = {"name": "Ash Cup", "arena": "Kessel Oval", "starts_at": hour.isoformat()}
        api.do("POST", api.club_url("weeks/1/events/"), made, who="gm", status=201)
    for team in (0, 1):
        enter(api, where, team)
    if not event:
        settle(api)
    set_clock(hour)
    return api, f"weeks/1/{where}"


def draft(api: Api, where: str, winner: int = 0) -> Any:
    """Draft the record as the owner."""
    seen = (api.read(api.club_url(f"{where}record/"))["draft"] or {"number": 0})["number"]
    said = {"record": {"form": form(api, winner)}, "seen": seen}
    return api.do("POST", api.team_url(f"{where}draft/"), said, status=201)


def test_c27_a_record_is_booked_when_the_second_team_signs(started_duel: tuple[Api, str]) -> None:
    api, where = started_duel
    paper = draft(api, where)
    assert (paper["booked"], paper["draft"]["number"]) == (False, 1)
    assert paper["waited_for"] == ["basilisk"]
    marks = {
        "vehicles": [
            {
                "vehicle": str(api.club.car(1).pk),
                "damage": [{"part": "armour:front", "lost": 4}],
            }
        ]
    }
    signed = api.do(
        "POST", api.team_url(f"{where}sign/", 1), {"draft": 1, "marks": marks}, who="rival"
    )
    assert (signed["booked"], signed["waited_for"]) == (True, [])
    result = api.read(api.club_url(where), "spectator")["result"]
    assert [row["place"] for row in result["form"]["teams"]] == [1, 2]


def test_c27_a_gm_dismisses_a_dispute_with_a_reason(started_duel: tuple[Api, str]) -> None:
    api, where = started_duel
    draft(api, where)
    said = api.do(
        "POST", api.team_url(f"{where}dispute/", 1), {"reason": "We won that."}, who="rival"
    )
    assert [(one["team_name"], one["reason"]) for one in said["disputes"]] == [
        ("Basilisk", "We won that.")
    ]
    reason = {"reason": "Three people saw it."}
    refused = api.ask("token", "POST", api.club_url(f"{where}dismiss/"), reason)
    assert refused.status_code == 404
    let_stand = api.do("POST", api.club_url(f"{where}dismiss/"), reason, who="gm")
    assert [one["settled"] != "" for one in let_stand["disputes"]] == [True]


def test_c27_a_gm_records_a_missing_result_and_corrects_it_with_a_reason(
    started_duel: tuple[Api, str],
) -> None:
    api, where = started_duel
    blank = api.read(api.club_url(f"{where}form/"), "gm")
    assert [row["place"] for row in blank["form"]["teams"]] == [1, 1]
    found = api.do(
        "POST", api.club_url(f"{where}result/"), {"form": form(api)}, who="gm", status=201
    )
    assert (found["result"]["revision"], found["result"]["reason"]) == (1, "")
    swapped = {"result": {"form": form(api, winner=1)}, "reason": "Swapped by mistake."}
    found = api.do("POST", api.club_url(f"{where}correction/"), swapped, who="gm")
    assert (found["result"]["revision"], found["result"]["reason"]) == (2, "Swapped by mistake.")


@pytest.mark.everyday
def test_a_result_of_a_closed_season_is_corrected_if_the_season_is_named(
    started_duel: tuple[Api, str], set_clock: Any
) -> None:
    api, where = started_duel
    api.do("POST", api.club_url(f"{where}result/"), {"form": form(api)}, who="gm", status=201)
    open_next_season(api)
    set_clock(api.now + timedelta(hours=1))
    swapped = {"result": {"form": form(api, winner=1)}, "reason": "Swapped by mistake."}
    correction = api.club_url(f"{where}correction/")
    assert api.ask("gm", "POST", correction, swapped).status_code in {404, 409}
    found = api.do("POST", f"{correction}?season=1", swapped, who="gm")
    assert found["result"]["revision"] == 2
    assert api.read(api.club_url(f"{where}?season=1"))["result"]["revision"] == 2
    if where == "weeks/1/duels/0/":
        table = api.read(api.club_url("standings/?season=1"))
        assert table["rows"][0]["team"]["name"] == "Basilisk"
        assert [one["reason"] for one in table["corrected_after_close"]] == ["Swapped by mistake."]


def open_next_season(api: Api) -> None:
    """Close the season with its recorded duels and open the next one."""
    club = api.club
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status="closed")
    season = founding.close_season(
        season=club.season, actor=club.gm, now=api.now, without_duels=True
    )
    founding.open_season(
        campaign=season.campaign,
        actor=club.gm,
        now=api.now,
        new=Opening(first=api.now.date() + timedelta(days=3)),
    )


def test_entries_records_and_moves_are_refused_in_a_closed_season(
    started_duel: tuple[Api, str],
) -> None:
    api, where = started_duel
    api.do("POST", api.club_url(f"{where}result/"), {"form": form(api)}, who="gm", status=201)
    open_next_season(api)
    team, club = api.team_url(where), api.club_url("weeks/1/")
    entry = {
        "vehicle": str(api.club.car(0).pk),
        "crew": {"driver": str(api.club.who(0, "Rook").pk)},
    }
    later = (api.club.open_week.due_at + timedelta(days=40)).isoformat()
    writes: tuple[Any, ...] = (
        ("token", f"{team}entries/", entry),
        ("token", f"{team}draft/", {"record": {"form": form(api)}}),
        ("token", f"{team}dispute/", {"reason": "We won that."}),
        ("token", f"{team}write-up/", {}),
        ("gm", f"{club}extend/", {"due_at": later, "reason": "Snow."}),
        ("gm", f"{club}void/", {"reason": "Snow."}),
        ("gm", f"{club}events/", {"name": "Late", "starts_at": later}),
    )
    for who, path, body in writes:
        answer = api.ask(who, "POST", f"{path}?season=1", body, idempotency_key=some_key())
        assert (path, answer.status_code) == (path, 409), answer.content
        assert answer.json()["errors"][0]["detail"]


LATER: Final = "2040-03-03T20:00:00Z"
HEATS: Final = {
    "name": "Cup", "closes_at": LATER, "starts_at": LATER, "final_at": LATER, "most": 4
}  # fmt: skip
WHY: Final = {"reason": "Snow."}
MARK: Final = {"id": str(UUID(int=1)), "clock": 1, "kind": "tick", "what": "armour:front"}
OF_THE_DUEL: Final = {
    "mark": ("token", "sheets/{entry}/", {"marks": [MARK]}),
    "roll": ("token", "roll/", {"words": "To hit", "dice": 2}),
    "sign": ("rival", "sign/", {"draft": 1}),
    "take out": ("gm", "paper/", WHY),
}
"""Writes about a duel or an event: person, method, address and body."""
OF_A_WEEK: Final = {
    "announce": ("gm", "PATCH", "", {"name": "Late"}),
    "extend": ("gm", "POST", "extend/", {"due_at": LATER, "reason": "Snow."}),
    "postpone": ("gm", "POST", "postpone/", {"weeks": 1, "reason": "Snow."}),
    "cancel": ("gm", "POST", "cancel/", WHY),
    "retry": ("gm", "POST", "retry/", None),
    "make an event": ("gm", "POST", "events/", {"name": "Late", "starts_at": LATER}),
    "has its own heats": ("gm", "POST", "heats/", HEATS),
}
"""Writes about a week, in the same form."""


@pytest.mark.parametrize("is_recorded", [True, False])
@pytest.mark.parametrize("write", OF_THE_DUEL)
def test_every_write_about_a_duel_of_a_closed_season_says_that_it_is_closed(
    started_duel: tuple[Api, str], write: str, is_recorded: bool
) -> None:
    api, where = started_duel
    entry = api.read(api.team_url(f"{where}sheets/"))["sheets"][0]["entry"]
    draft(api, where)
    if is_recorded:
        api.do("POST", api.club_url(f"{where}result/"), {"form": form(api)}, who="gm", status=201)
    open_next_season(api)
    who, tail, body = OF_THE_DUEL[write]
    above = api.club_url(where) if who == "gm" else api.team_url(where, int(who == "rival"))
    path = f"{above}{tail.format(entry=entry)}?season=1"
    assert "closed" in refusal_of(api, who, "POST", path, body)


def test_an_undriven_event_of_a_closed_season_cannot_be_called_off(
    started_duel: tuple[Api, str],
) -> None:
    api, where = started_duel
    open_next_season(api)
    path = f"{api.club_url(where)}call-off/?season=1"
    if "events" in where:
        assert "closed" in refusal_of(api, "gm", "POST", path, WHY)


@pytest.mark.parametrize("is_planned", [True, False])
@pytest.mark.parametrize("write", OF_A_WEEK)
def test_every_write_about_a_week_of_a_closed_season_says_that_it_is_closed(
    api: Api, write: str, is_planned: bool
) -> None:
    number = keep_planned_week(api) if is_planned else 1
    open_next_season(api)
    who, method, tail, body = OF_A_WEEK[write]
    path = api.club_url(f"weeks/{number}/{tail}?season=1")
    assert "closed" in refusal_of(api, who, method, path, body)


def test_orders_and_extensions_of_a_closed_season_are_refused(api: Api) -> None:
    number = keep_planned_week(api)
    open_next_season(api)
    for week, refused in ((1, "deadline of week 1 has passed"), (number, "is closed")):
        path = api.team_url(f"weeks/{week}/orders/?season=1")
        tag = api.get(path)["ETag"]
        assert refused in refusal_of(api, "token", "PUT", path, {"state": "passed"}, if_match=tag)
        path = api.team_url(f"weeks/{week}/more-time/?season=1")
        assert "is not open for orders" in refusal_of(api, "token", "POST", path)


def test_a_dispute_left_open_by_a_closed_season_can_be_dismissed(
    started_duel: tuple[Api, str],
) -> None:
    api, where = started_duel
    draft(api, where)
    api.do("POST", api.team_url(f"{where}dispute/", 1), {"reason": "We won that."}, who="rival")
    open_next_season(api)
    path = f"{api.club_url(where)}dismiss/?season=1"
    found = api.do("POST", path, {"reason": "Three people saw it."}, who="gm")
    assert [one["settled"] != "" for one in found["disputes"]] == [True]
    assert api.read(f"{api.club_url(where)}?season=1")["result"] is None


def keep_planned_week(api: Api) -> int:
    """Book a correction in the last planned week, so that closing the season keeps it."""
    with api.club.scope():
        last = Week.objects.select_related("season__campaign").latest("number")
    corrections.correct(
        book=Book.STANDING,
        owner=api.club.teams[0],
        item="correction",
        amount=23,
        actor=api.club.gm,
        reason="Moved in.",
        now=api.now,
        week=last,
    )
    return last.number


def refusal_of(api: Api, who: str, method: str, path: str, body: Any = None, **headers: str) -> str:
    """Return the message of a write refused by the state of the object."""
    answer = api.ask(who, method, path, body, idempotency_key=some_key(), **headers)
    assert answer.status_code == 409, (path, answer.status_code, answer.content[:500])
    return str(answer.json()["errors"][0]["detail"])


def test_c52_an_event_entry_can_be_withdrawn_until_the_event_starts(
    api: Api, set_clock: Any
) -> None:
    hour = api.now + timedelta(hours=2)
    made = {"name": "Night Race", "starts_at": hour.isoformat()}
    api.do("POST", api.club_url("weeks/1/events/"), made, who="gm", status=201)
    entry = api.team_url(f"weeks/1/duels/1/entries/{enter(api, 'duels/1/')['id']}/")
    api.do("DELETE", entry, who="rival", status=404)
    api.do("DELETE", entry, status=204)
    assert api.read(api.club_url("weeks/1/duels/1/"))["entries"] == []
    late = api.team_url(f"weeks/1/duels/1/entries/{enter(api, 'duels/1/')['id']}/")
    set_clock(hour)
    assert api.do("DELETE", late, status=409)["errors"][0]["code"] == "wrong-time"


def test_e22_after_settlement_a_substitute_drives_for_the_hurt_driver(
    api: Api, set_clock: Any
) -> None:
    entry, week = enter(api, "duels/0/"), api.club.open_week
    rook, sable = api.club.who(0, "Rook"), api.club.who(0, "Sable")
    instead = {"vehicle": entry["vehicle"], "crew": {"driver": str(sable.pk)}}
    path = api.team_url(f"weeks/1/duels/0/entries/{entry['id']}/replace/")
    early = api.do("POST", path, instead, status=409)
    assert early["errors"][0]["code"] == "wrong-time"
    cause = f"week:{week.pk}/defence/1/explosion"
    settle(api, Line(Book.WOUND, rook.pk, "dp", 2, cause, week.settle_at, week=week.pk))
    set_clock(week.settle_at + timedelta(hours=1))
    found = api.do("POST", path, instead)
    assert [rider["name"] for rider in found["crew"]] == ["Sable"]
    assert found["unfit"] == []
