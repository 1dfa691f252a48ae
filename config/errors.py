"""Error responses as pages, or as JSON under ``/api/``.

Unknown and forbidden URLs give the same 404.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from drf_standardized_errors.types import CLIENT_ERROR, VALIDATION_ERROR, Error, ErrorType
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.views import APIView

from campaign.house_rules.rules.house import BadHouseRules
from core.web.api.scopes import ScopeMissing
from core.web.idempotency import KeyUsed
from core.web.problems import Problem
from core.web.refusals import BadForm, ReasonNeeded
from core.web.refusals import Refused as ClubRefusal
from core.web.unwritable import is_away, is_unwritable
from engine.codec import Unreadable
from engine.game import IllegalMove, Refusal
from espionage.services.sheets import SheetRefused
from home.context import foot_links

from . import limits
from .rate_limits import in_words, seconds_to_wait
from .unsent import can_return, return_fields

API_PREFIX = "/api/"
WRONG_IN_ITSELF: Final = (BadForm, BadHouseRules, IllegalMove, KeyUsed, ReasonNeeded, SheetRefused)
LOCKED: Final = frozenset({"55P03", "40P01"})
"""PostgreSQL error codes for a lock timeout and for a deadlock."""
RETRY_AFTER: Final = "60"
"""Number of seconds after which to retry while the database is read-only or unavailable."""
STATE_STATUSES: Final = frozenset({HTTPStatus.CONFLICT, HTTPStatus.FORBIDDEN})
"""Statuses of refusals that are not caused by the content of the request."""
THEMES: Final = ("dark", "light")
INDEX: Final = re.compile(r"\[(\d+)\]")
TOO_LARGE: Final = (
    f"The request is too large. The limit is {limits.LARGEST_FORM // limits.MEBIBYTE} MiB, or "
    f"{limits.LARGEST_FILE // limits.MEBIBYTE} MiB for file uploads."
)
SENTENCES = {
    HTTPStatus.BAD_REQUEST: ("bad_request", "The request is not valid."),
    HTTPStatus.FORBIDDEN: (
        "csrf_failed",
        "This form has expired. Go back, reload the page and send it again.",
    ),
    HTTPStatus.NOT_FOUND: ("not_found", "Not found."),
    HTTPStatus.LENGTH_REQUIRED: (
        "length-required",
        "The Content-Length header is missing. Requests without it are not accepted.",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too-large", TOO_LARGE),
    HTTPStatus.TOO_MANY_REQUESTS: (
        "throttled",
        (
            "Too many requests were sent by you or from your network. Nothing was saved. Wait "
            "ten minutes and try again."
        ),
    ),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("error", "Something went wrong. The error has been logged."),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        "unwritable",
        (
            "This site is temporarily read-only. Nothing was changed. You can still read "
            "everything. Try again in a few minutes."
        ),
    ),
}
UNAVAILABLE_TEXT: Final = (
    "database-away",
    "The database is temporarily unavailable. Try again in a minute.",
)
"""Error code and sentence for times when the database is unavailable."""
TOO_LARGE_ERRORS: Final[dict[type[Exception], tuple[str, str]]] = {
    RequestDataTooBig: SENTENCES[HTTPStatus.REQUEST_ENTITY_TOO_LARGE],
    TooManyFieldsSent: (
        "too-many-fields",
        f"A form can have at most {limits.MOST_FIELDS:,} fields.",
    ),
    TooManyFilesSent: ("too-many-files", f"A form can have at most {limits.MOST_FILES} files."),
}
"""Error codes and sentences for requests that Django stops reading."""


class Failure(exceptions.APIException):
    """A failure other than a refusal by a rule. Either the request is too large, or the database is
    read-only or unavailable.
    """

    def __init__(self, status: HTTPStatus, code_and_sentence: tuple[str, str]) -> None:
        code, sentence = code_and_sentence
        super().__init__(sentence, code)
        self.status_code = status
        is_temporary = status == HTTPStatus.SERVICE_UNAVAILABLE
        self.headers = {"Retry-After": RETRY_AFTER} if is_temporary else {}


class Refused(exceptions.APIException):
    """A refusal by a rule or a service, with a sentence for each invalid field."""

    status_code = HTTPStatus.CONFLICT
    default_code = "refused"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal), refusal.code)
        self.status_code = status_of(refusal)
        self.faults = tuple(faults_of(refusal))
        self.headers: dict[str, str] = getattr(refusal, "headers", {})


def status_of(refusal: Refusal) -> HTTPStatus:
    """Return the status of a refusal.

    The status is 400 for unreadable requests, 403 for a missing scope, 422 for invalid content, and
    409 if the current state forbids the action.
    """
    if isinstance(refusal, Unreadable):
        return HTTPStatus.BAD_REQUEST
    if isinstance(refusal, ScopeMissing):
        return HTTPStatus.FORBIDDEN
    wrong = isinstance(refusal, WRONG_IN_ITSELF) or type(refusal) is ClubRefusal
    return HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.CONFLICT


def unavailability(error: BaseException | None) -> tuple[str, str] | None:
    """Return an error code and a sentence if the database is read-only or unavailable. Otherwise,
    return None.
    """
    if is_unwritable(error):
        return SENTENCES[HTTPStatus.SERVICE_UNAVAILABLE]
    return UNAVAILABLE_TEXT if is_away(error) else None


def faults_of(refusal: Refusal) -> Iterator[Error]:
    """Yield an entry for each problem. Field names contain dots, as in "orders.0.spy"."""
    if isinstance(refusal, Unreadable):
        yield Error(refusal.code, str(refusal), _dotted(refusal.field))
        return
    problems: tuple[Problem, ...] = getattr(refusal, "problems", ())
    for problem in problems:
        yield Error(problem.code or refusal.code, problem.sentence, _dotted(problem.field))
    if not problems:
        yield Error(refusal.code, str(refusal), None)


def _dotted(field: str) -> str | None:
    return INDEX.sub(r".\1", field).lstrip(".") or None


class ApiExceptionFormatter(ExceptionFormatter):
    """A formatter that returns refusals with their own codes and fields."""

    def get_error_type(self) -> ErrorType:
        """Return "validation error" for refused content, and "client error" for other refusals."""
        if isinstance(self.exc, Refused):
            return CLIENT_ERROR if self.exc.status_code in STATE_STATUSES else VALIDATION_ERROR
        return super().get_error_type()

    def get_errors(self) -> list[Error]:
        """Return the faults of a refusal."""
        return list(self.exc.faults) if isinstance(self.exc, Refused) else super().get_errors()


class ApiExceptionHandler(ExceptionHandler):
    """A handler that converts exceptions raised by services."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Convert 403 errors to 404 errors, and refusals to responses with codes and sentences."""
        if isinstance(
            exc, Http404 | PermissionDenied | exceptions.PermissionDenied | exceptions.NotFound
        ):
            return exceptions.NotFound(SENTENCES[HTTPStatus.NOT_FOUND][1])
        if isinstance(exc, Refusal):
            return Refused(exc)
        if code_and_sentence := TOO_LARGE_ERRORS.get(type(exc)):
            return Failure(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, code_and_sentence)
        if code_and_sentence := unavailability(exc):
            return Failure(HTTPStatus.SERVICE_UNAVAILABLE, code_and_sentence)
        if isinstance(exc, OperationalError) and getattr(exc.__cause__, "sqlstate", "") in LOCKED:
            return Refused(
                Refusal("Someone else is making changes right now. Try again.", code="in-progress")
            )
        return exc

    def get_headers(self, exc: exceptions.APIException) -> dict[str, str]:
        """Return the usual headers, and those of the refusal."""
        return {**super().get_headers(exc), **getattr(exc, "headers", {})}


def response_to(problem: Exception) -> HttpResponse:
    """Return the response to an exception that was raised outside of views."""
    response = ApiExceptionHandler(
        problem, {"view": APIView(), "args": (), "kwargs": {}, "request": None}
    ).run()
    if response is None:
        raise problem
    return HttpResponse(
        JSONRenderer().render(response.data),
        status=response.status_code,
        content_type="application/json",
    )


def api_error(status: HTTPStatus, code_and_sentence: tuple[str, str]) -> HttpResponse:
    """Return an error as JSON, in the format of the API."""
    code, detail = code_and_sentence
    kind = "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "client_error"
    body = JSONRenderer().render(
        {"type": kind, "errors": [{"code": code, "detail": detail, "attr": None}]}
    )
    return HttpResponse(body, status=status, content_type="application/json")


def page_error(
    request: HttpRequest, status: HTTPStatus, code_and_sentence: tuple[str, str]
) -> HttpResponse:
    """Return the error page, or the plain message if there is none."""
    _, sentence = code_and_sentence
    try:
        # After a server error, the page must not query the database for the user.
        page_request = None if status >= HTTPStatus.INTERNAL_SERVER_ERROR else request
        body = render_to_string(f"errors/{status.value}.html", {"sentence": sentence}, page_request)
    except TemplateDoesNotExist:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(body, status=status)


@lru_cache(maxsize=3)
def not_found_page(theme: str) -> bytes:
    """Return the 404 page in a theme. It is cached and the same for everyone.

    The responses for unknown and forbidden URLs therefore cannot differ, and no session is loaded.
    """
    looks = {"COOKIES": {"theme": theme}}
    context = {"request": looks, "foot_links": foot_links(), "version": settings.VERSION}
    return render_to_string("errors/404.html", context).encode()


def page_not_found(request: HttpRequest) -> HttpResponse:
    """Return the 404 page, which must not be stored."""
    theme = request.COOKIES.get("theme", "")
    response = HttpResponse(
        not_found_page(theme if theme in THEMES else ""), status=HTTPStatus.NOT_FOUND
    )
    response["Cache-Control"] = "no-store, private"
    # The page depends only on the theme, whether or not a session was read.
    patch_vary_headers(response, ("Cookie",))
    return response


def answer(
    request: HttpRequest, status: HTTPStatus, code_and_sentence: tuple[str, str] | None = None
) -> HttpResponse:
    """Return an error as JSON or as a page. The default sentence depends on the status."""
    code_and_sentence = code_and_sentence or SENTENCES[status]
    return (
        api_error(status, code_and_sentence)
        if request.path_info.startswith(API_PREFIX)
        else page_error(request, status, code_and_sentence)
    )


def before_reading(request: HttpRequest) -> HttpResponse | None:
    """Return an error, before reading the body, if it is too large or has no length."""
    announced = request.META.get("CONTENT_LENGTH") or ""
    if announced.isdecimal() and int(announced) > limits.LARGEST_BODY:
        return answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if not announced and "Transfer-Encoding" in request.headers:
        return answer(request, HTTPStatus.LENGTH_REQUIRED)
    return None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle status 400, or 413 if the request is too large."""
    if code_and_sentence := TOO_LARGE_ERRORS.get(type(exception)):
        return answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, code_and_sentence)
    return answer(request, HTTPStatus.BAD_REQUEST)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle status 404 for unknown and forbidden URLs."""
    if request.path_info.startswith(API_PREFIX):
        return answer(request, HTTPStatus.NOT_FOUND)
    return page_not_found(request)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Handle status 429 for account forms (`ACCOUNT_RATE_LIMITS`).

    If a page of this site sent the fields, they are returned to the user.
    """
    wait = seconds_to_wait(request)
    if wait is None:
        return answer(request, HTTPStatus.TOO_MANY_REQUESTS)
    sentence = f"Too many forms were sent from your network. Try again in {in_words(wait)}."
    if can_return(request):
        response = return_fields(request, HTTPStatus.TOO_MANY_REQUESTS, reason=sentence)
    else:
        response = answer(request, HTTPStatus.TOO_MANY_REQUESTS, ("throttled", sentence))
    response["Retry-After"] = str(wait)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Handle status 500, or 503 while the database is read-only or unavailable."""
    code_and_sentence = unavailability(sys.exc_info()[1])
    if code_and_sentence is None:
        return answer(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    response = answer(request, HTTPStatus.SERVICE_UNAVAILABLE, code_and_sentence)
    response["Retry-After"] = RETRY_AFTER
    return response


def csrf_failure(request: HttpRequest, reason: str = "", **_: Any) -> HttpResponse:
    """Handle a form's missing or wrong CSRF token (403).

    If a page of this site sent the fields, they are returned to the user with a new token.
    """
    if not request.path_info.startswith(API_PREFIX) and can_return(request):
        return return_fields(
            request, reason="The form expired. Check your entries and send the form again."
        )
    return answer(request, HTTPStatus.FORBIDDEN)
