"""Every error has the same shape, a code and a sentence, and the same words as on the pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from .conftest import Api, order, some_key


def errors_of(answer: Any) -> list[tuple[str, str | None]]:
    """Return the codes and fields of an error."""
    said = answer.json()
    assert set(said) == {"type", "errors"}
    assert all(set(one) == {"code", "detail", "attr"} for one in said["errors"])
    return [(one["code"], one["attr"]) for one in said["errors"]]


def test_malformed_json_is_refused(api: Api) -> None:
    answer = api.ask("token", "POST", "/api/v1/notices/read/", '{"notices": [')
    assert (answer.status_code, errors_of(answer)) == (400, [("unreadable", None)])


def test_an_unknown_field_is_refused_by_name(api: Api) -> None:
    answer = api.ask("token", "POST", "/api/v1/notices/read/", {"notice": None})
    assert (answer.status_code, errors_of(answer)) == (400, [("unreadable", "notice")])


def test_an_unknown_nested_field_is_refused_by_its_path(api: Api) -> None:
    sheet = {
        "orders": [
            order(api, 0, "Vesper", "infiltrate", 1),
            {**order(api, 0, "Fuse", "infiltrate", 1), "luck": 1},
        ]
    }
    answer = api.ask(
        "token", "POST", api.team_url("weeks/1/orders/check/"), {"state": "draft", "sheet": sheet}
    )
    assert (answer.status_code, errors_of(answer)) == (400, [("unreadable", "sheet.orders.1.luck")])


def test_an_unknown_filter_is_refused_by_name(api: Api) -> None:
    assert errors_of(api.get(api.club_url("news/?colour=red"))) == [("unreadable", "colour")]


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        "page=x",
        "page_size=201",
        "ordering=password",
        "kind=%00",
        "week=99999999999999999999",
    ],
)
def test_an_invalid_filter_value_is_refused(api: Api, query: str) -> None:
    assert api.get(api.club_url(f"news/?{query}")).status_code == 400


def test_a_page_beyond_the_last_is_not_found(api: Api) -> None:
    assert api.get(api.club_url("news/?page=99")).status_code == 404


def test_text_that_the_database_cannot_store_is_refused(api: Api) -> None:
    answer = api.ask("gm", "PATCH", api.club_url(), '{"name": "Anvil\\u0000"}')
    assert (answer.status_code, errors_of(answer)) == (400, [("unreadable", None)])
    assert (
        api.do("PATCH", api.club_url(), '{"name": "A \\\\u0000 club"}', who="gm")["name"]
        == "A \\u0000 club"
    )


def test_a_body_that_is_not_json_is_refused(api: Api) -> None:
    answer = api.clients["owner"].post("/api/v1/notices/read/", {"campaign": "x"})
    assert answer.status_code == 415


def test_unknown_objects_and_other_teams_objects_get_the_same_404(api: Api) -> None:
    theirs = api.get(api.team_url(f"characters/{api.club.who(1, 'Vesper').pk}/"))
    unknown = api.get(api.team_url("characters/7f3b8a52-0f0e-4a8e-9d6b-2d8a27f5a111/"))
    assert theirs.status_code == unknown.status_code == 404
    assert (
        theirs.content
        == unknown.content
        == (
            b'{"type":"client_error","errors":[{"code":"not_found","detail":"Not '
            b'found.","attr":null}]}'
        )
    )


def test_e15_every_error_of_an_order_sheet_names_its_field(api: Api) -> None:
    sheet = {
        "orders": [
            order(api, 0, "Wrench", "blow_up", 1, bricks=9),
            order(api, 0, "Vesper", "infiltrate"),
        ]
    }
    answer = api.ask(
        "token",
        "PUT",
        api.team_url("weeks/1/orders/"),
        {"state": "draft", "sheet": sheet},
        if_match='"1.1.0"',
    )
    assert (answer.status_code, errors_of(answer)) == (
        400,
        [("unreadable", "sheet.orders.0.bricks")],
    )
    sheet["orders"][0]["bricks"] = 6
    answer = api.ask(
        "token",
        "PUT",
        api.team_url("weeks/1/orders/"),
        {"state": "draft", "sheet": sheet},
        if_match='"1.1.0"',
    )
    assert answer.status_code == 422
    assert answer.json()["type"] == "validation_error"
    assert ("no-opponent", "orders.1.target_team") in errors_of(answer)


def test_every_error_of_a_design_names_its_field(api: Api) -> None:
    design = {
        "body": "compact",
        "plant": "large",
        "tyres": ["standard"],
        "accessories": ["nonsense"],
    }
    answer = api.ask(
        "token",
        "POST",
        api.team_url("vehicles/"),
        {"name": "Wasp", "colour": "red", "design": design},
    )
    assert (answer.status_code, errors_of(answer)) == (422, [("no-such-part", "accessories.0")])


def test_orders_after_the_deadline_get_a_conflict_with_its_own_code(
    api: Api, set_clock: Any
) -> None:
    set_clock(api.club.open_week.due_at)
    answer = api.ask(
        "token", "PUT", api.team_url("weeks/1/orders/"), {"state": "passed"}, if_match='"1.1.0"'
    )
    assert (answer.status_code, errors_of(answer)) == (409, [("deadline-passed", None)])
    assert answer.json()["type"] == "client_error"


def test_a_desk_act_without_a_reason_is_refused_at_its_field(api: Api) -> None:
    due = (api.club.open_week.due_at + timedelta(hours=1)).isoformat()
    answer = api.ask("gm", "POST", api.club_url("weeks/1/extend/"), {"due_at": due})
    assert (answer.status_code, errors_of(answer)) == (422, [("reason-needed", "reason")])


def test_invalid_house_rules_are_all_named(api: Api) -> None:
    answer = api.ask(
        "gm",
        "PATCH",
        api.club_url("house-rules/"),
        {"options": {"missions_a_week": -1, "no_such_option": 1}},
    )
    assert answer.status_code == 422
    assert {field for _, field in errors_of(answer)} == {"missions_a_week", "no_such_option"}


# --- signing in -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer dd_nonsense",
        "Token",
        "Token dd_nonsense",
        "Token a b",
        "Token \xff\xfe",
        "Token " + "9" * 90,
    ],
)
def test_an_invalid_token_always_gets_401(api: Api, header: str) -> None:
    answer = api.ask("anonymous", "GET", "/api/v1/me/", authorization=header)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == header.partition(" ")[0]


@pytest.mark.parametrize("word", ["Bearer", "bearer", "Token"])
def test_a_token_is_accepted_after_bearer_and_after_token(api: Api, word: str) -> None:
    header = f"{word} {api.token}"
    answer = api.ask("anonymous", "GET", "/api/v1/me/", authorization=header)
    assert answer.status_code == 200
    assert answer.json()["username"] == api.people["token"].username


def test_an_expired_token_gets_401(api: Api, set_clock: Any) -> None:
    assert api.get("/api/v1/me/").status_code == 200
    set_clock(api.now + timedelta(days=366))
    assert api.get("/api/v1/me/").status_code == 401


def test_a_revoked_token_gets_401(api: Api) -> None:
    ref = api.read("/api/v1/me/tokens/")["results"][0]["ref"]
    api.do("DELETE", f"/api/v1/me/tokens/{ref}/", status=204)
    assert api.get("/api/v1/me/").status_code == 401


def test_a_session_without_a_csrf_token_cannot_write(api: Api) -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(api.people["owner"], backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/api/v1/notices/read/", "{}", content_type="application/json")
    assert (answer.status_code, errors_of(answer)) == (401, [("csrf_failed", None)])
    answer = client.post(
        "/api/v1/notices/read/",
        "{}",
        content_type="application/json",
        HTTP_IDEMPOTENCY_KEY=some_key(),
    )
    assert answer.status_code == 401


def test_an_inactive_user_gets_401(api: Api) -> None:
    user = api.people["token"]
    user.is_active = False
    user.save()
    assert api.get("/api/v1/me/").status_code == 401


# --- too often ------------------------------------------------------------------------------------


def test_answers_state_the_rate_limit(api: Api) -> None:
    first, second = (api.get("/api/v1/me/") for _ in range(2))
    assert int(first["RateLimit-Remaining"]) == int(second["RateLimit-Remaining"]) + 1
    assert int(first["RateLimit-Limit"]) == 1_000_000
    assert 0 < int(second["RateLimit-Reset"]) <= 60


def test_a_throttled_answer_says_when_to_retry(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    from config.api import PersonThrottle

    monkeypatch.setattr(PersonThrottle, "rate", "1/min", raising=False)
    api.get("/api/v1/me/")
    answer = api.get("/api/v1/me/")
    assert (answer.status_code, errors_of(answer)) == (429, [("throttled", None)])
    assert int(answer["Retry-After"]) > 0
    assert answer["RateLimit-Remaining"] == "0"
