"""Errors look the same everywhere: a page for people, one JSON shape under ``/api/``. Unknown and
forbidden are one 404.
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

from campaign.league.rules.house import BadHouseRules
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
"""PostgreSQL's words for a lock that was not got in time, and for a deadlock."""
RETRY_AFTER: Final = "60"
"""Seconds after which to try again while the database cannot be written or reached."""
AGAINST: Final = frozenset({HTTPStatus.CONFLICT, HTTPStatus.FORBIDDEN})
"""What is refused not for what it says."""
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
AWAY: Final = (
    "database-away",
    "The database is temporarily unavailable. Try again in a minute.",
)
"""The code and sentence while the database starts, stops or cannot be reached."""
TOO_MUCH: Final[dict[type[Exception], tuple[str, str]]] = {
    RequestDataTooBig: SENTENCES[HTTPStatus.REQUEST_ENTITY_TOO_LARGE],
    TooManyFieldsSent: (
        "too-many-fields",
        f"A form can have at most {limits.MOST_FIELDS:,} fields.",
    ),
    TooManyFilesSent: ("too-many-files", f"A form can have at most {limits.MOST_FILES} files."),
}
"""What Django stops reading at, and what we say then."""


class TooMuch(exceptions.APIException):
    """More was sent than is read."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self, kind: type[Exception]) -> None:
        code, sentence = TOO_MUCH[kind]
        super().__init__(sentence, code)


class Unwritable(exceptions.APIException):
    """The database cannot be written; nobody who asks can do anything about it."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_code, default_detail = SENTENCES[HTTPStatus.SERVICE_UNAVAILABLE]
    headers: Final = {"Retry-After": RETRY_AFTER}


class Away(Unwritable):
    """The database cannot be reached."""

    default_code, default_detail = AWAY


class Refused(exceptions.APIException):
    """A rule or a service said no; the sentences are the player's to read, one for each field at
    fault.
    """

    status_code = HTTPStatus.CONFLICT
    default_code = "refused"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal), refusal.code)
        self.status_code = status_of(refusal)
        self.faults = tuple(faults_of(refusal))
        self.headers: dict[str, str] = getattr(refusal, "headers", {})


def status_of(refusal: Refusal) -> HTTPStatus:
    """400 for what cannot be read, 403 for what a token is not for, 422 for what is wrong in
    itself, 409 for what the state of things forbids.
    """
    if isinstance(refusal, Unreadable):
        return HTTPStatus.BAD_REQUEST
    if isinstance(refusal, ScopeMissing):
        return HTTPStatus.FORBIDDEN
    wrong = isinstance(refusal, WRONG_IN_ITSELF) or type(refusal) is ClubRefusal
    return HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.CONFLICT


def faults_of(refusal: Refusal) -> Iterator[Error]:
    """One entry for each problem; a field is named with dots, as in "orders.0.spy"."""
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
    """Prints refusals with their own codes and fields."""

    def get_error_type(self) -> ErrorType:
        """A refusal for its content is a validation error, any other the client's."""
        if isinstance(self.exc, Refused):
            return CLIENT_ERROR if self.exc.status_code in AGAINST else VALIDATION_ERROR
        return super().get_error_type()

    def get_errors(self) -> list[Error]:
        """A refusal's own faults."""
        return list(self.exc.faults) if isinstance(self.exc, Refused) else super().get_errors()


class ApiExceptionHandler(ExceptionHandler):
    """Turns what services raise into the one error shape."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Answer 404 to the forbidden as to the unknown, and a refusal with its own codes and
        sentences.
        """
        if isinstance(
            exc, Http404 | PermissionDenied | exceptions.PermissionDenied | exceptions.NotFound
        ):
            return exceptions.NotFound(SENTENCES[HTTPStatus.NOT_FOUND][1])
        if isinstance(exc, Refusal):
            return Refused(exc)
        if type(exc) in TOO_MUCH:
            return TooMuch(type(exc))
        if is_unwritable(exc):
            return Unwritable()
        if is_away(exc):
            return Away()
        if isinstance(exc, OperationalError) and getattr(exc.__cause__, "sqlstate", "") in LOCKED:
            return Refused(
                Refusal("Someone else is making changes right now. Try again.", code="in-progress")
            )
        return exc

    def get_headers(self, exc: exceptions.APIException) -> dict[str, str]:
        """The usual ones, and those that a refusal brings along."""
        return {**super().get_headers(exc), **getattr(exc, "headers", {})}


def error_of(problem: Exception) -> HttpResponse:
    """The answer to a problem outside any view."""
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


def api_error(status: HTTPStatus, said: tuple[str, str]) -> HttpResponse:
    """Return the JSON that the API itself would answer with."""
    code, detail = said
    kind = "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "client_error"
    body = JSONRenderer().render(
        {"type": kind, "errors": [{"code": code, "detail": detail, "attr": None}]}
    )
    return HttpResponse(body, status=status, content_type="application/json")


def page_error(request: HttpRequest, status: HTTPStatus, said: tuple[str, str]) -> HttpResponse:
    """Return the error's page, or its bare sentence when there is no page for it."""
    _, sentence = said
    try:
        # A broken server must not ask the database who is reading.
        asker = None if status >= HTTPStatus.INTERNAL_SERVER_ERROR else request
        body = render_to_string(f"errors/{status.value}.html", {"sentence": sentence}, asker)
    except TemplateDoesNotExist:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(body, status=status)


@lru_cache(maxsize=3)
def nothing_here(theme: str) -> bytes:
    """The page of a 404, by day, by night or as the browser likes it. It is made once and the same
    for everybody: what is not there and what is not yours cannot differ in it, and neither a
    session nor a person is looked up for it.
    """
    looks = {"COOKIES": {"theme": theme}}
    context = {"request": looks, "foot_links": foot_links(), "version": settings.VERSION}
    return render_to_string("errors/404.html", context).encode()


def page_not_found(request: HttpRequest) -> HttpResponse:
    """The answer with that page, which nobody keeps."""
    theme = request.COOKIES.get("theme", "")
    response = HttpResponse(
        nothing_here(theme if theme in THEMES else ""), status=HTTPStatus.NOT_FOUND
    )
    response["Cache-Control"] = "no-store, private"
    patch_vary_headers(response, ("Cookie",))  # the theme's, whether or not a session was asked
    return response


def answer(
    request: HttpRequest, status: HTTPStatus, said: tuple[str, str] | None = None
) -> HttpResponse:
    """Return the error in the shape that fits the asker: a code and a sentence, the status's own
    unless others are `said`.
    """
    said = said or SENTENCES[status]
    return (
        api_error(status, said)
        if request.path_info.startswith(API_PREFIX)
        else page_error(request, status, said)
    )


def before_reading(request: HttpRequest) -> HttpResponse | None:
    """The answer to a request that brings more than is read, or that does not say how much; nothing
    of it has been read.
    """
    announced = request.META.get("CONTENT_LENGTH") or ""
    if announced.isdecimal() and int(announced) > limits.LARGEST_BODY:
        return answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if not announced and "Transfer-Encoding" in request.headers:
        return answer(request, HTTPStatus.LENGTH_REQUIRED)
    return None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; 413 where it was too much."""
    if said := TOO_MUCH.get(type(exception)):
        return answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, said)
    return answer(request, HTTPStatus.BAD_REQUEST)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, for what is not there and for what is not yours."""
    if request.path_info.startswith(API_PREFIX):
        return answer(request, HTTPStatus.NOT_FOUND)
    return page_not_found(request)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """429, for forms of the account pages that come too often (`ACCOUNT_RATE_LIMITS`): what was
    typed comes back, if a page of this site sent it.
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
    """500; 503 while the database cannot be written or reached."""
    error = sys.exc_info()[1]
    if is_unwritable(error):
        response = answer(request, HTTPStatus.SERVICE_UNAVAILABLE)
    elif is_away(error):
        response = answer(request, HTTPStatus.SERVICE_UNAVAILABLE, AWAY)
    else:
        return answer(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    response["Retry-After"] = RETRY_AFTER
    return response


def csrf_failure(request: HttpRequest, reason: str = "", **_: Any) -> HttpResponse:
    """403, for a form whose CSRF token is missing or wrong: what was typed comes back with a fresh
    token, if a page of this site sent it.
    """
    if not request.path_info.startswith(API_PREFIX) and can_return(request):
        return return_fields(
            request, reason="The form expired. Check your entries and send the form again."
        )
    return answer(request, HTTPStatus.FORBIDDEN)
