"""A person's events for tools: in order, after the last known one, and only their own."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client
from django_scopes import scopes_disabled

from core.accounts.services import tokens
from core.notifications.models import Notice
from core.notifications.services import events, notices
from espionage.notice_kinds import WeekNotice
from tests.factories import signed_in

from .test_elsewhere import ELSEWHERE, named, send_preflight

if TYPE_CHECKING:
    from .conftest import Api

EVENTS = "/api/v1/me/events/"


def tell(api: Api, *texts: str, who: str = "owner", kind: WeekNotice = WeekNotice.REPORT) -> None:
    notices.send(
        notices.Message(
            api.people[who].pk,
            api.club.campaign.pk,
            kind,
            text,
            "teams/anvil/report/1/",
            text,
            api.now,
            about={"week": 1, "season": 1, "team": "anvil"},
        )
        for text in texts
    )
    events.number_new()


@pytest.fixture
def known(api: Api) -> str:
    """Return the id of the last event that the owner's tool knows."""
    tell(api, "What is known already.")
    return str(api.read(f"{EVENTS}?page_size=200")["results"][-1]["id"])


def test_an_event_names_its_subject_and_page_but_not_its_content(api: Api, known: str) -> None:
    tell(api, "Rook is dead.")
    answer = api.get(f"{EVENTS}?after={known}")
    (event,) = answer.json()["results"]
    with scopes_disabled():
        notice = Notice.objects.get(text="Rook is dead.")
    assert event == {
        "id": str(notice.pk),
        "event": "report",
        "kind": "report",
        "at": event["at"],
        "campaign": api.slug,
        "path": f"/c/{api.slug}/teams/anvil/report/1/",
        "about": {"week": 1, "season": 1, "event": None, "team": "anvil", "table": None},
        "until": None,
    }
    assert b"Rook" not in answer.content and str(notice.number).encode() not in answer.content


def test_a_tool_continues_after_the_last_event_it_knows(api: Api, known: str) -> None:
    assert api.read(f"{EVENTS}?after={known}")["results"] == []
    tell(api, "One.")
    tell(api, "Two.")
    first = api.read(f"{EVENTS}?after={known}&page_size=1")
    assert (first["count"], len(first["results"])) == (2, 1)
    rest = api.read(f"{EVENTS}?after={first['results'][0]['id']}")
    assert rest["count"] == 1


def test_an_unknown_event_id_returns_all_stored_events(api: Api, known: str) -> None:
    whole = api.read(f"{EVENTS}?page_size=200")["results"]
    assert api.read(f"{EVENTS}?page_size=200&after={uuid4()}")["results"] == whole
    assert (
        api.read(f"{EVENTS}?page_size=200&after={known}", who="rival")["results"]
        == (api.read(f"{EVENTS}?page_size=200", who="rival")["results"])
    )


def test_users_do_not_see_events_of_other_users(api: Api, known: str) -> None:
    before = {who: api.get(EVENTS, who).content for who in ("rival", "gm", "co-owner")}
    tell(api, "For the owner alone.")
    assert {who: api.get(EVENTS, who).content for who in before} == before


def test_events_can_be_filtered_by_kind(api: Api, known: str) -> None:
    tell(api, "Your turn.", kind=WeekNotice.AMBUSH_TURN)
    tell(api, "A report.")
    found = api.read(f"{EVENTS}?after={known}&event=your-turn")["results"]
    assert [each["kind"] for each in found] == ["ambush-turn"]
    assert api.read(f"{EVENTS}?event=gossip")["results"] == []


def test_another_site_reads_events_by_token_and_not_by_cookie(api: Api, known: str) -> None:
    def token(*scopes: str, club: str = "") -> dict[str, str]:
        made = tokens.create_token(
            user=api.people["owner"], name="A page elsewhere", days=30, now=api.now,
            scopes=scopes, club=club,
        )  # fmt: skip
        return {"Authorization": f"Bearer {made[1]}", "Origin": ELSEWHERE}

    first = send_preflight(Client(), EVENTS, "GET")
    assert (first.status_code, first["Access-Control-Allow-Origin"]) == (204, "*")
    assert "Authorization" in named(first, "Access-Control-Allow-Headers")
    reads, of_one_club = token("read"), token("read", club=api.slug)
    answer = Client().get(EVENTS, headers=reads)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
    assert "Access-Control-Allow-Credentials" not in answer
    refused: Any = Client().get(EVENTS, headers=of_one_club)
    assert (refused.status_code, refused["Access-Control-Allow-Origin"]) == (403, "*")
    assert refused.json()["errors"][0]["code"] == "scope-missing"
    browser = signed_in(api.people["owner"], backend="django.contrib.auth.backends.ModelBackend")
    for said in ({"Origin": ELSEWHERE}, reads):
        with_cookie = browser.get(EVENTS, headers=said)
        assert with_cookie.status_code == 200
        assert not any(name.lower().startswith("access-control-") for name in with_cookie.headers)


def test_a_scoped_token_can_do_the_same_from_another_origin(api: Api) -> None:
    """Requests from another origin get the same answers, including refusals, and a browser can read
    all of them.
    """
    key = tokens.create_token(
        user=api.people["owner"], name="Orders", days=30, now=api.now,
        scopes=("read", "orders"), club=api.slug,
    )[1]  # fmt: skip
    said = {"Authorization": f"Bearer {key}"}
    orders, tool = api.team_url("weeks/1/orders/"), Client()
    for path in (orders, api.club_url("desk/"), "/api/v1/play/tables/", "/api/v1/campaigns/no/"):
        here, elsewhere = (
            tool.get(path, headers={**said, **more}) for more in ({}, {"Origin": ELSEWHERE})
        )
        assert (here.status_code, here.content) == (elsewhere.status_code, elsewhere.content), path
        assert elsewhere["Access-Control-Allow-Origin"] == "*", path
    tag = tool.get(orders, headers=said)["ETag"]
    for path, status in ((orders, 200), (api.club_url("desk/hooks/"), 404)):
        assert send_preflight(tool, path).status_code == 204
        written = tool.put(
            path, {"state": "draft"}, content_type="application/json",
            headers={**said, "Origin": ELSEWHERE, "If-Match": tag},
        )  # fmt: skip
        assert written.status_code in {status, 405}, written.content
        assert written["Access-Control-Allow-Origin"] == "*"


def test_the_order_reminder_comes_the_chosen_hours_before_the_deadline(api: Api) -> None:
    body = {"mail": [], "push": [], "hook": [], "remind_hours": 3}
    assert api.do("PUT", "/api/v1/me/reach/", body)["remind_hours"] == 3
    assert api.read("/api/v1/me/reach/")["remind_hours"] == 3
    refused = api.do("PUT", "/api/v1/me/reach/", {**body, "remind_hours": 5}, status=422)
    assert [(error["code"], error["attr"]) for error in refused["errors"]] == [
        ("unknown-hours", "remind_hours")
    ]
    assert api.read("/api/v1/me/reach/")["remind_hours"] == 3
    assert timedelta(hours=3) < api.club.open_week.due_at - api.now
