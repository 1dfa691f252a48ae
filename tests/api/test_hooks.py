"""A GM's tool adds, tests and removes a hook; secrets are shown once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from campaign.league.models import DeskAct
from campaign.news.models import Hook
from core.notifications.services import webhook_client
from core.notifications.services.delivery_worker import deliver
from core.notifications.services.webhook_client import Answer
from core.web import clock
from tests.factories import found_club

from .conftest import Api, some_key

if TYPE_CHECKING:
    from uuid import UUID

TOKEN = "aBc-def_GHI0123456789"
DISCORD = f"https://discord.com/api/webhooks/1234567890/{TOKEN}"
TOOL = "https://tools.example.org/dead-drop?club=a-very-long-secret"


@pytest.fixture(autouse=True)
def hosts(settings: Any) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]


def add(api: Api, address: str = DISCORD, name: str = "The garage") -> Any:
    return api.do(
        "POST",
        api.club_url("desk/hooks/"),
        {"name": name, "address": address},
        who="gm",
        status=201,
    )


def list_hooks(api: Api) -> list[Any]:
    found: list[Any] = api.read(api.club_url("desk/hooks/"), "gm")["results"]
    return found


def test_a_gm_adds_tests_and_removes_a_hook(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    made = add(api)
    assert (made["name"], made["kind"], made["goes_to"], made["secret"]) == (
        "The garage",
        "discord",
        "discord.com …6789",
        None,
    )
    path = api.club_url(f"desk/hooks/{made['id']}/")
    tried = api.do("POST", f"{path}test/", who="gm")
    assert [(post["news"], post["text"], post["state"]) for post in tried["posts"]] == [
        (None, "", "waiting")
    ]
    assert tried["posts"][0]["next_at"]
    monkeypatch.setattr(webhook_client, "post", lambda *_: Answer(204))
    with clock.set_to(api.now):
        deliver()
    [there] = list_hooks(api)
    assert [(post["state"], post["next_at"], post["fault"]) for post in there["posts"]] == [
        ("sent", None, "")
    ]
    api.do("DELETE", path, who="gm", status=204)
    assert list_hooks(api) == []
    assert api.ask("gm", "DELETE", path).status_code == 404
    with api.club.scope():
        assert {act.kind for act in DeskAct.objects.filter(kind__startswith="hook-")} == {
            "hook-added",
            "hook-removed",
        }


def test_the_secret_is_returned_on_creation_and_replay_only(api: Api) -> None:
    key, path, body = some_key(), api.club_url("desk/hooks/"), {"name": "Our tool", "address": TOOL}
    first, again = (api.ask("gm", "POST", path, body, idempotency_key=key) for _ in range(2))
    assert (first.status_code, first.content) == (again.status_code, again.content)
    made = first.json()
    assert len(made["secret"]) == 64
    assert made["secret"] not in api.get(path, "gm").content.decode()
    assert "secret" not in api.do("POST", f"{path}{made['id']}/test/", who="gm")
    assert len(list_hooks(api)) == 1


def test_the_address_of_a_hook_is_never_shown_again(api: Api) -> None:
    made = add(api)
    for tail in ("desk/hooks/", "desk-log/", "desk/", ""):
        assert TOKEN not in api.get(api.club_url(tail), "gm").content.decode()
    assert TOKEN not in str(made)


@pytest.mark.parametrize(
    ("said", "field", "code"),
    [
        ({"name": ""}, "name", "length"),
        ({"name": "x" * 61}, "name", "length"),
        ({"address": "http://discord.com/api/webhooks/1/x"}, "address", "bad-address"),
        ({"address": "https://discord.com/login"}, "address", "bad-address"),
        ({"address": "https://evil.example/"}, "address", "host-not-allowed"),
        ({"address": f"{DISCORD}{'x' * 400}"}, "address", "bad-address"),
    ],
)
def test_an_invalid_hook_is_refused_by_field(
    api: Api, said: dict[str, str], field: str, code: str
) -> None:
    body = {"name": "The garage", "address": DISCORD, **said}
    answer = api.do("POST", api.club_url("desk/hooks/"), body, who="gm", status=422)
    assert [(error["attr"], error["code"]) for error in answer["errors"]] == [(field, code)]
    assert list_hooks(api) == []


def test_a_second_test_waits_for_the_first(api: Api) -> None:
    path = api.club_url(f"desk/hooks/{add(api)['id']}/test/")
    api.do("POST", path, who="gm")
    answer = api.ask("gm", "POST", path)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "test-waiting")


def test_a_stopped_hook_is_listed_with_its_reason_and_cannot_be_tested(api: Api) -> None:
    made = add(api)
    with api.club.scope():
        Hook.objects.filter(pk=made["id"]).update(
            stopped_at=api.now, stopped_why="the server responded with 404"
        )
    [there] = list_hooks(api)
    assert there["stopped_at"] and there["stopped_why"] == "the server responded with 404"
    assert api.read(api.club_url("desk/"), "gm")["stopped_hooks"] == [
        {"id": made["id"], "name": "The garage"}
    ]
    answer = api.ask("gm", "POST", api.club_url(f"desk/hooks/{made['id']}/test/"))
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "hook-stopped")


def add_hook_elsewhere(api: Api) -> UUID:
    from campaign.news.services import hooks

    other = found_club(teams=0, week=None, name="Another club")
    return hooks.add(
        campaign=other.campaign, name="Theirs", address=DISCORD, actor=other.gm, now=other.at
    ).pk


def test_hooks_of_another_club_are_not_found(api: Api) -> None:
    theirs = add_hook_elsewhere(api)
    assert list_hooks(api) == []
    for method, tail in (("DELETE", ""), ("POST", "test/")):
        answer = api.ask("gm", method, api.club_url(f"desk/hooks/{theirs}/{tail}"))
        assert (answer.status_code, answer.content) == (
            404,
            api.get("/api/v1/campaigns/no-such-club/", "gm").content,
        )
