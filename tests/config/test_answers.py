"""Common properties of every answer of the site: headers, errors, health."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

from config import errors, health
from config.urls import urlpatterns as whole_site
from engine.game import Refusal
from monitoring.services import job_runs
from tests.factories import signed_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from rest_framework.request import Request

    from tests.servers import Redis

pytestmark = pytest.mark.django_db
NOT_FOUND = {
    "type": "client_error",
    "errors": [{"code": "not_found", "detail": "Not found.", "attr": None}],
}


class TooLate(Refusal):
    """A refusal like those of services."""

    code = "too-late"


def raiser(problem: Exception) -> Any:
    def view(request: HttpRequest) -> HttpResponse:
        raise problem

    return view


class Raising(APIView):
    """An API view that raises what it is told to."""

    permission_classes = ()
    problem: Exception | None = None

    def get(self, request: Request) -> Response:
        if self.problem:
            raise self.problem
        return Response({})

    post = get


def personal(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.user))


def impersonal(request: HttpRequest) -> HttpResponse:
    return HttpResponse("standings")


handler400 = errors.bad_request
handler403 = handler404 = errors.not_found
handler500 = errors.server_error
urlpatterns = [
    path("forbidden/", raiser(PermissionDenied("the other team's sheet"))),
    path("unknown/", raiser(Http404("no such sheet"))),
    path("broken/", raiser(RuntimeError("a secret"))),
    path("personal/", personal),
    path("impersonal/", impersonal),
    path("api/v1/forbidden/", Raising.as_view(problem=PermissionDenied("the other team's sheet"))),
    path("api/v1/unknown/", Raising.as_view(problem=Http404("no such sheet"))),
    path("api/v1/refused/", Raising.as_view(problem=TooLate("The deadline has passed."))),
    path("api/v1/broken/", Raising.as_view(problem=RuntimeError("a secret"))),
    path("api/v1/fine/", Raising.as_view()),
    *whole_site,
]
here = override_settings(ROOT_URLCONF=__name__)


@pytest.fixture
def quiet_client() -> Client:
    return Client(raise_request_exception=False)


@here
def test_unknown_and_forbidden_pages_get_the_same_404(client: Client) -> None:
    unknown, forbidden = client.get("/unknown/"), client.get("/forbidden/")
    assert unknown.status_code == forbidden.status_code == 404
    assert unknown.content == forbidden.content
    assert b"such sheet" not in unknown.content


@here
def test_unknown_and_forbidden_api_addresses_get_the_same_404(client: Client) -> None:
    answers = [client.get(f"/api/v1/{name}/") for name in ("unknown", "forbidden", "no-such-route")]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert {answer.content for answer in answers} == {
        json.dumps(NOT_FOUND, separators=(",", ":")).encode()
    }


@here
def test_a_refusal_is_returned_with_its_code_and_message(client: Client) -> None:
    answer = client.get("/api/v1/refused/")
    assert answer.status_code == 409
    assert answer.json()["errors"] == [
        {"code": "too-late", "detail": "The deadline has passed.", "attr": None}
    ]


@here
@pytest.mark.parametrize("address", ["/broken/", "/api/v1/broken/"])
def test_the_text_of_an_exception_is_not_returned(quiet_client: Client, address: str) -> None:
    answer = quiet_client.get(address)
    assert answer.status_code == 500
    assert b"a secret" not in answer.content


@here
def test_a_server_error_of_the_api_has_the_standard_shape(quiet_client: Client) -> None:
    assert quiet_client.get("/api/v1/broken/").json()["type"] == "server_error"


@here
def test_a_session_without_a_csrf_token_cannot_write(django_user_model: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(django_user_model.objects.create(username="alice"))
    answer = client.post("/api/v1/fine/", {}, "application/json")
    assert answer.status_code == 401
    assert answer.json()["errors"][0]["code"] == "csrf_failed"


@here
def test_a_form_without_a_csrf_token_is_told_to_reload() -> None:
    answer = Client(enforce_csrf_checks=True).post("/impersonal/")
    assert answer.status_code == 403
    assert b"reload the page" in answer.content


@here
def test_personal_pages_are_not_cached(client: Client) -> None:
    assert client.get("/personal/")["Cache-Control"] == "no-store, private"
    assert not client.get("/impersonal/").has_header("Cache-Control")


@here
def test_answers_to_a_token_are_not_cached(client: Client) -> None:
    answer = client.get("/api/v1/fine/", headers={"Authorization": "Token dd_wrong"})
    assert answer["Cache-Control"] == "no-store, private"
    assert "Authorization" in answer["Vary"]


@here
def test_security_headers_forbid_what_the_site_does_not_use(client: Client) -> None:
    answer = client.get("/impersonal/")
    policy = dict(
        part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";")
    )
    assert (
        policy["default-src"]
        == policy["script-src"]
        == policy["style-src"]
        == policy["connect-src"]
        == "'self'"
    )
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"


def test_csp_directives_have_a_stable_order(client: Client) -> None:
    directives = client.get("/accounts/login/")["Content-Security-Policy"].split("; ")
    assert len(directives) > 8
    assert directives == sorted(directives)


@pytest.fixture
def record_tick() -> None:
    """Record that the tick has just run."""
    job_runs.record("tick", "worker")


@pytest.mark.usefixtures("record_tick")
def test_health_checks_accept_any_host_without_redirect(client: Client) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=[]):
        assert client.get("/livez", headers={"Host": "10.0.0.7"}).json() == {"live": True}
        assert client.get("/readyz", headers={"Host": "10.0.0.7"}).json() == {
            "ready": True,
            "degraded": False,
        }


def test_a_site_without_a_database_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "database_is_ready", lambda: False)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "degraded": False})


@pytest.mark.usefixtures("record_tick")
def test_a_site_without_redis_is_ready_but_degraded(
    client: Client, own_redis: Callable[[], Redis]
) -> None:
    redis = own_redis()
    cache = {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "LOCATION": redis.url,
        "OPTIONS": {"socket_connect_timeout": 1},
    }
    with override_settings(REDIS_URL=redis.url, CACHES={"default": cache}):
        assert client.get("/readyz").json() == {"ready": True, "degraded": False}
        redis.stop()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"ready": True, "degraded": True})


def test_the_api_serves_its_description(client: Client) -> None:
    assert (
        client.get("/api/v1/schema/", headers={"Accept": "application/json"}).json()["info"][
            "title"
        ]
        == "Dead Drop"
    )
    page = client.get("/api/docs/").content.decode()
    assert "swagger" in page
    assert page.count("<main") == page.count("<h1>") == page.count('<html lang="en"') == 1
    assert "https://" not in page


def test_people_can_sign_up_and_sign_in(client: Client) -> None:
    whoever = {
        "username": "Dusty",
        "email": "dusty@league.example",
        "password1": "autoduel-2035!",
        "password2": "autoduel-2035!",
    }
    assert client.post("/accounts/signup/", whoever).status_code == 302
    client.post("/accounts/logout/")
    answer = client.post("/accounts/login/", {"login": "Dusty", "password": "autoduel-2035!"})
    assert answer.status_code == 302
    assert "_auth_user_id" in client.session


def test_the_admin_redirects_to_the_sites_sign_in_page(client: Client) -> None:
    assert client.get("/admin/login/")["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    "address", ["/nothing-is-here/", "/c/no-such-club/", "/help/no-such-page/"]
)
def test_the_404_page_is_the_same_for_everyone(address: str, django_user_model: Any) -> None:
    vera, staff = Client(), Client()
    vera.force_login(django_user_model.objects.create(username="vera"))
    staff.force_login(django_user_model.objects.create(username="sue", is_staff=True))
    found = [each.get(address, follow=True) for each in (vera, staff)]
    assert {each.status_code for each in found} == {404}
    assert {each.content for each in found} == {errors.not_found_page("")}
    assert {each["Cache-Control"] for each in found} == {"no-store, private"}
    assert b"vera" not in found[0].content


def test_the_404_page_follows_the_theme_and_ignores_other_cookie_values() -> None:
    client = Client()
    client.cookies["theme"] = "dark"
    assert b'data-theme="dark"' in client.get("/nothing-is-here/").content
    client.cookies["theme"] = '"><b>'
    assert client.get("/nothing-is-here/").content == errors.not_found_page("")


def test_an_unknown_address_causes_no_database_queries(
    django_user_model: Any, django_assert_num_queries: Callable[..., Any]
) -> None:
    client = signed_in(django_user_model.objects.create(username="vera"))
    with django_assert_num_queries(0):
        assert client.get("/nothing-is-here/").status_code == 404
        assert client.get("/api/v1/nothing-is-here/").status_code == 404
