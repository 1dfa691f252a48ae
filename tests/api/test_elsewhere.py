"""A page of another site can use the API with a token and gets nothing by its visitors' cookies."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from core.accounts.services import tokens
from tests.factories import person

from .conftest import Api, order, some_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

ELSEWHERE = "https://tools.example"
EXPOSED = {
    "ETag", "Heard", "Idempotency-Replayed", "RateLimit-Limit", "RateLimit-Remaining",
    "RateLimit-Reset", "Retry-After", "Token-Expires",
}  # fmt: skip
ALLOWED = {"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"}


def named(answer: Any, header: str) -> set[str]:
    """Return the names listed in a header."""
    return {name.strip() for name in answer[header].split(",")}


def send_preflight(client: Client, path: str, method: str = "PUT") -> Any:
    """Send the preflight request of a browser for a page of another site."""
    said = {
        "Origin": ELSEWHERE,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,if-match",
    }
    return client.options(path, headers=said)


def has_cors_headers(answer: Any) -> bool:
    return any(name.lower().startswith("access-control-") for name in answer.headers)


def test_a_browser_tool_on_another_site_reads_and_writes_with_its_token(api: Api) -> None:
    tool, path = Client(), api.team_url("weeks/1/orders/")
    first = send_preflight(tool, path)
    assert (first.status_code, first.content, first["Access-Control-Allow-Origin"]) == (
        204,
        b"",
        "*",
    )
    assert named(first, "Access-Control-Allow-Methods") >= {"GET", "POST", "PUT", "PATCH", "DELETE"}
    assert named(first, "Access-Control-Allow-Headers") == ALLOWED
    said = {"Authorization": f"Token {api.token}", "Origin": ELSEWHERE}
    read = tool.get(path, headers=said)
    assert (
        read.status_code,
        read["Access-Control-Allow-Origin"],
        named(read, "Access-Control-Expose-Headers"),
    ) == (200, "*", EXPOSED)
    body = {"state": "final", "sheet": {"orders": [order(api, 0, "Vesper", "infiltrate", 1)]}}
    saved = tool.put(
        path, body, content_type="application/json", headers=said | {"If-Match": read["ETag"]}
    )
    assert (saved.status_code, saved["Access-Control-Allow-Origin"]) == (200, "*")


def test_errors_and_replayed_answers_are_readable_across_origins(api: Api) -> None:
    tool, said = Client(), {"Authorization": f"Token {api.token}", "Origin": ELSEWHERE}
    key = {"Idempotency-Key": some_key()}
    buy, body = api.team_url("store/buy/"), {"wanted": {"knife": 1}}
    answers = [
        tool.get(api.club_url("desk/"), headers=said),
        tool.get("/api/v1/me/", headers={"Origin": ELSEWHERE}),
        tool.get("/api/v1/nothing/", headers=said),
        *(
            tool.post(buy, body, content_type="application/json", headers=said | key)
            for _ in range(2)
        ),
    ]
    assert [(answer.status_code, answer["Access-Control-Allow-Origin"]) for answer in answers] == [
        (404, "*"),
        (401, "*"),
        (404, "*"),
        (200, "*"),
        (200, "*"),
    ]
    assert answers[-1]["Idempotency-Replayed"] == "true"


def test_preflight_answers_do_not_depend_on_the_resource_or_the_user(api: Api) -> None:
    there, unknown = (
        api.team_url("weeks/1/orders/"),
        "/api/v1/campaigns/nobody/teams/knows/weeks/1/orders/",
    )
    answers = [
        send_preflight(Client(), path) for path in (there, unknown, "/api/v1/play/tables/none/")
    ]
    passing = {"X-Request-ID"}
    told = [
        {name: value for name, value in answer.headers.items() if name not in passing}
        for answer in answers
    ]
    assert told[0] == told[1] == told[2]


def test_cookies_give_other_sites_no_access(api: Api) -> None:
    browser, path = Client(enforce_csrf_checks=True), api.team_url("weeks/1/orders/")
    browser.force_login(api.people["owner"], backend="django.contrib.auth.backends.ModelBackend")
    read = browser.get(path, headers={"Origin": ELSEWHERE})
    assert read.status_code == 200
    body = {"state": "passed"}
    written = browser.put(
        path,
        body,
        content_type="application/json",
        headers={"Origin": ELSEWHERE, "If-Match": read["ETag"]},
    )
    assert (written.status_code, api.read(path)["version"]) == (401, 0)
    both = browser.get(path, headers={"Origin": ELSEWHERE, "Authorization": f"Token {api.token}"})
    assert not any(
        has_cors_headers(answer) for answer in (read, written, both, send_preflight(browser, path))
    )
    assert "Cookie" in named(read, "Vary")


def test_cross_origin_answers_never_allow_credentials(api: Api) -> None:
    path, said = (
        api.team_url("weeks/1/orders/"),
        {"Authorization": f"Token {api.token}", "Origin": ELSEWHERE},
    )
    for answer in (send_preflight(Client(), path), Client().get(path, headers=said)):
        assert "Access-Control-Allow-Credentials" not in answer
        assert answer["Access-Control-Allow-Origin"] == "*"


def test_pages_streams_and_forms_stay_closed_to_other_sites(api: Api) -> None:
    said = {"Authorization": f"Token {api.token}", "Origin": ELSEWHERE}
    for path in (
        "/",
        "/accounts/login/",
        "/api/docs/",
        f"/c/{api.slug}/",
        "/live/play/7f3b8a52-0f0e-4a8e-9d6b-2d8a27f5a111/",
    ):
        assert not has_cors_headers(Client().get(path, headers=said)), path
        assert not has_cors_headers(send_preflight(Client(), path)), path


# --- in a real browser ----------------------------------------------------------------------------


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Serve another site on the same host, where cookies can be sent along. The API must refuse
    them.
    """

    class Empty(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>Elsewhere</title>")

        def log_message(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("localhost", 0), Empty) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


ASK = """async ([url, options]) => {
    try {
        const answer = await fetch(url, options);
        return [answer.status, answer.headers.get("ETag"), await answer.json()];
    } catch (problem) { return problem.name; }
}"""


@pytest.mark.browser
def test_a_real_browser_gives_another_site_access_by_token_and_not_by_cookie(
    site: Any, elsewhere: str, open_page: Callable[..., Page]
) -> None:
    from django.utils import timezone

    ann = person("ann")
    token = tokens.create_token(user=ann, name="A page elsewhere", days=30, now=timezone.now())[1]
    page, me = open_page(user=ann, tolerated="Access to fetch"), f"{site.url}/api/v1/me/"
    page.goto(me)
    assert "ann" in page.content()
    page.goto(elsewhere)
    status, tag, said = page.evaluate(ASK, [me, {"headers": {"Authorization": f"Token {token}"}}])
    assert (status, said["username"]) == (200, ann.username)
    assert tag
    made = {
        "method": "POST",
        "body": "{}",
        "headers": {"Authorization": f"Token {token}", "Content-Type": "application/json"},
    }
    assert page.evaluate(ASK, [f"{site.url}/api/v1/me/calendar/", made])[0] in {200, 201}
    assert page.evaluate(ASK, [me, {"credentials": "include"}]) == "TypeError"
    assert page.evaluate(ASK, [me, {}])[0] == 401
