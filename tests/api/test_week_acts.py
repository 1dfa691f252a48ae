"""Rare operations over the API: starting a week, stuck weeks, beacon rounds, pauses, Gold Cross,
edited posts, the season's story.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from campaign.league.models import DeskAct, Week
from espionage.selectors.draws import awaited_source, seal_of
from espionage.services.tick import tick
from tests.beacon import chain, signature
from tests.factories import open_week

from .conftest import Api, gather, settle, some_key

CLONED = {"gold_cross": True}


def test_only_a_gm_starts_an_evening(api: Api, set_clock: Any) -> None:
    settle(api, set_clock)
    set_clock(api.club.open_week.duel_at + timedelta(hours=1))
    path = api.club_url("weeks/start/")
    api.do("POST", path, {"evening": False}, who="token", status=404)
    week = api.do("POST", path, {"evening": False}, who="gm", status=201)
    assert (week["number"], week["status"]) == (2, "open")
    assert api.read(api.club_url("weeks/1/"), "spectator")["status"] == "closed"
    again = api.do("POST", path, {"evening": False}, who="gm", status=409)
    assert again["errors"][0]["detail"]


def test_e16_a_gm_retries_a_stuck_week(api: Api) -> None:
    path = api.club_url("weeks/1/retry/")
    assert api.do("POST", path, who="gm", status=409)["errors"][0]["code"] == "wrong-time"
    with api.club.scope():
        Week.objects.filter(pk=api.club.open_week.pk).update(
            parked_at=api.now, attempts=3, fault="resolve: KeyError"
        )
    assert [one["week"]["number"] for one in api.read(api.club_url("desk/"), "gm")["stuck"]] == [1]
    api.do("POST", path, who="token", status=404)
    assert api.do("POST", path, who="gm")["number"] == 1
    assert api.read(api.club_url("desk/"), "gm")["stuck"] == []


def test_c97_a_gm_moves_the_weekly_duel_to_the_tabletop(db: None, set_clock: Any) -> None:
    api = gather(set_clock, options={"duel_mode": "quick"})
    path, reason = api.club_url("weeks/1/duels/0/paper/"), {"reason": "The dice are loaded."}
    assert api.read(api.club_url("weeks/1/duels/0/"))["arena"] == {
        "stage": "to-come", "table": None, "mode": "quick",
    }  # fmt: skip
    api.do("POST", path, reason, who="token", status=404)
    assert api.do("POST", path, {"reason": " "}, who="gm", status=422)["errors"][0]["attr"]
    found = api.do("POST", path, reason, who="gm")
    assert found["arena"] == {"stage": "paper", "table": None, "mode": "quick"}
    again = api.do("POST", path, reason, who="gm", status=409)
    assert again["errors"][0]["code"] == "wrong-time"


def test_c101_an_event_states_its_mode_and_a_gm_moves_it_to_the_tabletop(
    db: None, set_clock: Any
) -> None:
    api = gather(set_clock, options={"duel_mode": "live"})
    said = {"name": "Ash Cup", "starts_at": (api.now + timedelta(hours=1)).isoformat()}
    api.do("POST", api.club_url("weeks/1/events/"), said, who="gm", status=201)
    event, reason = api.club_url("weeks/1/duels/1/"), {"reason": "The hall is flooded."}
    assert api.read(event)["arena"] == {"stage": "to-come", "table": None, "mode": "live"}
    api.do("POST", f"{event}paper/", reason, who="token", status=404)
    found = api.do("POST", f"{event}paper/", reason, who="gm")
    assert found["arena"] == {"stage": "paper", "table": None, "mode": "live"}
    assert api.read(api.club_url("weeks/1/duels/0/"))["arena"]["stage"] == "to-come"
    api.do("POST", f"{event}paper/", reason, who="gm", status=409)


def test_any_member_submits_the_awaited_beacon_round(
    db: None, set_clock: Any, settings: Any
) -> None:
    settings.DICE_BEACON = chain()
    api = gather(set_clock, week="planned", options={"settle_hours": 24})
    open_week(api.club, api.club.open_week)
    set_clock(api.club.at)
    due = api.club.open_week.due_at
    tick(now=due)
    set_clock(due)
    with api.club.scope():
        seal = seal_of(api.club.open_week)
        waits = awaited_source(seal) if seal else None
    assert waits is not None
    path = api.club_url("weeks/1/beacon/")
    said = {"signature": signature(waits.round)}
    api.do("POST", path, said, who="stranger", status=404)
    assert api.do("POST", path, {"signature": "ff" * 48}, status=409)["errors"][0]["detail"]
    assert api.do("POST", path, said, status=201) == {"round": waits.round, **said}


def test_a_gm_ends_a_pause_of_the_league(api: Api) -> None:
    path, pause = api.club_url("go-on/"), api.club_url("pause/")
    api.do("POST", path, {}, who="gm", status=409)
    api.do("POST", pause, {"weeks": 3, "reason": "Snow."}, who="gm")
    assert api.read(pause, "spectator")["pause"]["weeks"] == 3
    api.do("POST", path, {}, who="token", status=404)
    assert api.do("POST", path, {}, who="gm") == {"pause": None}
    assert api.read(pause, "spectator") == {"pause": None}


def test_a_memory_is_stored_at_gold_cross_if_the_club_uses_it(db: None, set_clock: Any) -> None:
    api = gather(set_clock, options=CLONED)
    rook = api.team_url(f"characters/{api.club.who(0, 'Rook').pk}/")
    money = api.read(api.team_url("money/"))["free"]
    api.do("POST", f"{rook}gold-cross/", {"do": "store"}, who="rival", status=404)
    assert api.do("POST", f"{rook}gold-cross/", {"do": "store"})["name"] == "Rook"
    assert api.read(api.team_url("money/"))["free"] == money - 25_000
    refused = api.do("POST", f"{rook}gold-cross/", {"do": "revive"}, status=409)
    assert "is alive" in refused["errors"][0]["detail"]


def test_c82_an_author_edits_a_post_within_ten_minutes(api: Api, set_clock: Any) -> None:
    said = {"kind": "board", "title": "Lifts", "text": "Who dirves on Friday?"}
    thread = api.do("POST", api.club_url("talk/"), said, status=201)
    posts = api.club_url(f"talk/{thread['id']}/")
    post = api.club_url(f"talk/posts/{api.read(posts)['results'][0]['id']}/")
    right = {"text": "Who drives on Friday?"}
    refused = api.do("PATCH", post, right, who="rival", status=422)
    assert refused["errors"][0]["code"] == "not-yours"
    assert api.do("PATCH", post, right)["text"] == right["text"]
    assert api.read(posts, "spectator")["results"][0]["text"] == right["text"]
    set_clock(api.now + timedelta(minutes=11))
    assert api.do("PATCH", post, {"text": "Nobody?"}, status=409)["errors"][0]["detail"]


def test_members_read_a_closed_seasons_story_and_the_public_if_the_club_is_public(
    api: Api, set_clock: Any
) -> None:
    settle(api, set_clock)
    path, anybody = api.club_url("seasons/1/story/"), f"/api/v1/clubs/{api.slug}/seasons/1/story/"
    api.do("GET", path, status=404)
    week = api.club.open_week
    set_clock(week.duel_at + timedelta(hours=1))
    closes = {"without_duels": True}
    for _ in range(3):  # those after the one that is struck out move up by a number
        api.do("POST", api.club_url("weeks/2/cancel/"), {"reason": "Summer."}, who="gm", status=204)
    tick(now=week.closes_at)
    set_clock(week.closes_at + timedelta(hours=1))
    assert api.do("POST", api.club_url("seasons/1/close/"), closes, who="gm")["closed_at"]
    story = api.read(path, "spectator")
    assert story["season"]["number"] == 1
    assert [row["team"] for row in story["beside"]] == ["Anvil", "Basilisk", "Cobra"]
    api.do("GET", anybody, who="anonymous", status=404)
    api.do("PUT", api.club_url("public-page/"), {"on": True}, who="gm")
    assert api.read(anybody, "anonymous") == story


# --- another weekly schedule ----------------------------------------------------------------------


def test_c106_planned_weeks_are_rescheduled_once_for_a_key(api: Api) -> None:
    rules, path = api.club_url("house-rules/"), api.club_url("weeks/reschedule/")
    api.do("PATCH", rules, {"options": {}, "timezone": "Mars"}, who="gm", status=422)
    changes = {"options": {"duel_day": "friday"}, "timezone": "Europe/Berlin"}
    assert api.do("PATCH", rules, changes, who="gm")["duel_day"] == "friday"
    assert api.read(api.club_url())["timezone"] == "Europe/Berlin"
    body = {"first": "2040-03-17", "reason": "We voted for Fridays."}
    api.do("POST", path, body, who="owner", status=404)
    key = some_key()
    first, again = (api.do("POST", path, body, who="gm", idempotency_key=key) for _ in range(2))
    assert first == again
    assert [week["moments"]["duel_at"] for week in first["weeks"]] == [
        "2040-03-23T18:00:00Z", "2040-03-30T17:00:00Z", "2040-04-06T17:00:00Z"
    ]  # fmt: skip
    for day in ("0001-01-01", "2030-01-01", "2043-01-01", "9999-12-31"):
        api.do("POST", path, {**body, "first": day}, who="gm", status=409)
        api.do("POST", api.club_url("weeks/"), {"first": day}, who="gm", status=409)
    with api.club.scope():
        assert DeskAct.objects.filter(kind="weeks-rescheduled").count() == 1
