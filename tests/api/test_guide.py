"""The tasks of ``docs/api.md``, done as the page describes them. The answers become the page's
examples.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from campaign.league.models import Week
from config.api import PersonThrottle
from tests.factories import add_team

from .conftest import Api, gather, some_key

OUTSIDE = "https://tools.example.org/dead-drop"


def test_the_guides_first_five_minutes_work(api: Api) -> None:
    me = api.read("/api/v1/me/")
    assert [club["slug"] for club in me["clubs"]] == [api.slug]
    opened = {"game": "ambush", "seats": ["me", "bot"]}
    table = api.do("POST", "/api/v1/play/tables/", opened, status=201, idempotency_key=some_key())
    assert (table["status"], table["seat"]) == ("playing", 0)
    wrong = api.do("POST", "/api/v1/play/tables/", {**opened, "seats": ["me", "dog"]}, status=422)
    assert wrong["errors"][0]["attr"].startswith("seats")


def test_the_guides_match_example_works(api: Api) -> None:
    opened = {"game": "ambush", "seats": ["me", "bot"]}
    table = api.do("POST", "/api/v1/play/tables/", opened, status=201)
    path = f"/api/v1/play/tables/{table['id']}/"
    seen = api.read(path)
    move = {"move": seen["menu"]["moves"][0], "heard": seen["heard"]}
    made = api.do("POST", f"{path}move/", move, idempotency_key=some_key())
    assert made["version"] != seen["version"]
    assert api.read(f"{path}log/")["heard"] >= seen["heard"]


def test_the_guides_orders_example_works(api: Api) -> None:
    path = api.team_url("weeks/1/orders/")
    choices = api.read(f"{path}choices/")
    spies = {one["name"]: one["id"] for one in choices["people"]}
    sheet = {
        "orders": [
            {
                "spy": spies["Vesper"],
                "action": "infiltrate",
                "target_team": choices["rivals"][0]["id"],
            },
            {"spy": spies["Rook"], "action": "counterspy"},
        ]
    }
    body = {"state": "final", "sheet": sheet}
    assert api.do("POST", f"{path}check/", body)["problems"] == []
    tag = api.get(path)["ETag"]
    saved = api.do("PUT", path, body, if_match=tag)
    assert (saved["state"], saved["version"]) == ("final", 1)
    late = api.ask("token", "PUT", path, body, if_match=tag)
    assert (late.status_code, late.json()["errors"][0]["code"]) == (412, "stale")
    assert api.ask("token", "PUT", path, body).status_code == 428


def test_the_guides_report_example_works(settled: Api) -> None:
    (listed,) = settled.read(settled.team_url("reports/"))["results"]
    assert listed["readable"]
    report = settled.read(settled.team_url(f"reports/{listed['week']}/"))
    assert len(report["events"]) == len(report["texts"])


def test_pending_tasks_are_one_list(api: Api) -> None:
    waits = api.read("/api/v1/errands/")
    assert [one["kind"] for one in waits["results"]] == ["orders"]
    assert api.read(api.club_url("next/"))["steps"][0]["path"]


def test_the_secret_of_a_new_hook_is_shown_once(api: Api, settings: Any) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]
    said = {"name": "The garage", "address": OUTSIDE}
    made = api.do("POST", api.club_url("desk/hooks/"), said, who="gm", status=201)
    assert made["secret"]
    assert api.read(api.club_url("desk/hooks/"), "gm")["results"][0].get("secret") is None


def test_duel_record_is_drafted_by_one_team_and_signed_by_the_other(
    api: Api, set_clock: Any
) -> None:
    for team, who in ((0, "token"), (1, "rival")):
        entry = {
            "vehicle": str(api.club.car(team).pk),
            "crew": {"driver": str(api.club.who(team, "Rook").pk)},
        }
        api.do("POST", api.team_url("weeks/1/duels/0/entries/", team), entry, who=who, status=201)
    week = api.club.open_week
    with api.club.scope():
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
    set_clock(week.duel_at)
    assert len(api.read(api.club_url("weeks/1/duels/0/"))["entries"]) == 2
    places = [
        {"team": str(team.pk), "place": place} for place, team in enumerate(api.club.teams[:2], 1)
    ]
    said = {"record": {"form": {"teams": places}}, "seen": 0}
    draft = api.do("POST", api.team_url("weeks/1/duels/0/draft/"), said, status=201)
    assert draft["waited_for"] == ["basilisk"]
    sign = {"draft": draft["draft"]["number"]}
    assert api.do("POST", api.team_url("weeks/1/duels/0/sign/", 1), sign, who="rival")["booked"]


def test_a_gm_approves_a_roster_and_moves_a_deadline(api: Api) -> None:
    add_team(api.club, "Late", approved=False)
    api.do("POST", api.club_url("teams/late/ask-approval/"), who="gm", status=404)
    needs = api.read(api.club_url("desk/"), "gm")
    assert needs["week"]["number"] == 1
    later = (api.club.open_week.due_at + timedelta(hours=6)).isoformat()
    said = {"due_at": later, "reason": "A holiday."}
    assert api.do("POST", api.club_url("weeks/1/extend/"), said, who="gm")["number"] == 1


def test_a_club_imports_its_old_records(db: None, set_clock: Any) -> None:
    api = gather(set_clock, week="planned")
    sheets = {
        "Season": [{"First week": "7"}],
        "Teams": [{"Team": "Red Kites", "Money": "12500"}],
        "People": [{"Team": "Red Kites", "Name": "Vesper", "Role": "spy", "Espionage": "40"}],
    }
    path = api.club_url("desk/moving/")
    checked = api.do("POST", f"{path}check/", {"sheets": sheets}, who="gm")
    assert (checked["problems"], checked["teams"], checked["people"]) == ([], 1, 1)
    moved = api.do("POST", path, {"sheets": sheets}, who="gm", status=201)
    assert moved
    assert api.read(path, "gm")["sheets"]


def error_code(answer: Any, code: int) -> str:
    """Return the error code of a refusal in the standard shape."""
    said = answer.json()
    assert answer.status_code == code, answer.content[:300]
    assert said.keys() == {"type", "errors"}
    assert [one.keys() for one in said["errors"]] == [{"code", "detail", "attr"}]
    return str(said["errors"][0]["code"])


@pytest.mark.parametrize(
    ("method", "tail", "body", "said", "code", "word"),
    [
        ("GET", "weeks/1/?sort=up", None, {}, 400, "unreadable"),
        ("GET", "weeks/1/", None, {"authorization": "Bearer dd_old"}, 401, "authentication_failed"),
        ("GET", "weeks/9/", None, {}, 404, "not_found"),
        ("GET", "weeks/1/", None, {"accept": "text/csv"}, 406, "not_acceptable"),
        ("POST", "talk/", {"kind": "board", "title": "", "text": "Hm."}, {}, 422, "length"),
    ],
)
def test_every_refusal_has_the_standard_shape(
    api: Api, method: str, tail: str, body: Any, said: dict[str, str], code: int, word: str
) -> None:
    assert error_code(api.ask("owner", method, api.club_url(tail), body, **said), code) == word


def test_a_token_without_the_scope_gets_scope_missing(api: Api) -> None:
    made = {"name": "A reader", "days": 30, "scopes": ["read"]}
    secret = api.do("PUT", f"/api/v1/me/tokens/{uuid4()}/", made, status=201)["secret"]
    said = {"kind": "board", "title": "Lifts", "text": "Who drives?"}
    api.token = secret
    assert error_code(api.ask("token", "POST", api.club_url("talk/"), said), 403) == "scope-missing"


def test_a_body_that_is_not_json_gets_415(api: Api) -> None:
    path = api.club_url("talk/")
    sent = api.clients["owner"].generic("POST", path, "kind=board", content_type="text/plain")
    assert error_code(sent, 415) == "unsupported_media_type"


@pytest.mark.parametrize(
    ("announced", "code", "word"),
    [
        ({"CONTENT_LENGTH": "2000000"}, 413, "too-large"),
        ({"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}, 411, "length-required"),
    ],
)
def test_a_body_that_is_too_long_or_has_no_length_is_refused(
    api: Api, announced: dict[str, Any], code: int, word: str
) -> None:
    path, kind = api.club_url("talk/"), "application/json"
    sent = api.clients["owner"].generic("POST", path, content_type=kind, **announced)
    assert error_code(sent, code) == word


def test_a_throttled_answer_says_when_to_retry(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PersonThrottle, "rate", "1/min", raising=False)
    api.read("/api/v1/me/")
    assert error_code(answer := api.get("/api/v1/me/"), 429) == "throttled"
    assert int(answer["Retry-After"]) > 0


def test_a_read_only_site_says_when_to_retry(api: Api) -> None:
    said = {"kind": "board", "title": "Lifts", "text": "Who drives?"}
    api.clients["owner"].raise_request_exception = False
    before = transaction.savepoint()
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    answer = api.ask("owner", "POST", api.club_url("talk/"), said)
    transaction.savepoint_rollback(before)
    assert error_code(answer, 503) == "unwritable"
    assert int(answer["Retry-After"]) > 0
    assert api.read(api.club_url("talk/"))["results"] == []
