"""Features that all API URLs share, which are ETags, repeatable requests and rate headers.

They wrap the views under `/api/`, so that the views do not have to implement them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.db import OperationalError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.views import APIView

from core.accounts.models import User
from core.web.idempotency import API_LIFETIME, Response, run_idempotently
from engine.game import Refusal

from .api import tell_expiry, tell_rate
from .errors import response_to

View = Callable[..., HttpResponseBase]
KEY: Final = re.compile(r"[!-~]{8,200}")
JSON: Final = "application/json"
LOCK_TIMEOUTS: Final = frozenset({"55P03", "57014"})
"""PostgreSQL error codes for a lock timeout and for a statement timeout."""


class InProgress(Refusal):
    """The first request with this key is still being processed."""

    code = "in-progress"


class BadKey(exceptions.ValidationError):
    """The Idempotency-Key has an invalid length or contains invalid characters."""

    def __init__(self) -> None:
        super().__init__(
            {"Idempotency-Key": ["Use 8 to 200 printable ASCII characters, for example a UUID."]},
            code="bad-key",
        )


def with_api_features(
    patterns: Iterable[URLPattern | URLResolver],
) -> list[URLPattern | URLResolver]:
    """Return the URL patterns with these features added."""
    return [wrap_views(pattern, lambda view, _: wrap_view(view)) for pattern in patterns]


def wrap_views(
    pattern: URLPattern | URLResolver, wrapper: Callable[[View, str], View]
) -> URLPattern | URLResolver:
    """Return the URL pattern or patterns with each view wrapped by `wrapper`.

    `wrapper` gets the view and its URL name, or "".
    """
    if isinstance(pattern, URLResolver):
        inner = [wrap_views(inner_pattern, wrapper) for inner_pattern in pattern.url_patterns]
        return URLResolver(
            pattern.pattern, inner, pattern.default_kwargs, pattern.app_name, pattern.namespace
        )
    view = wrapper(pattern.callback, pattern.name or "")
    return URLPattern(pattern.pattern, view, pattern.default_args, pattern.name)


def wrap_view(view: View) -> View:
    """Return the view with ETags, repeatable POST requests, and rate and token headers."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and "Idempotency-Key" in request.headers:
            repeated = _repeatable(request, lambda: view(request, *args, **kwargs))
            return tell_expiry(request, tell_rate(request, repeated))
        response = view(request, *args, **kwargs)
        _afterwards(request)
        return tell_expiry(request, tell_rate(request, _tagged(request, response)))

    return answer


def _afterwards(request: HttpRequest) -> None:
    """Run the registered writes, which take effect even if the request was refused."""
    for write in getattr(request, "afterwards", ()):
        write()


# --- ETags ----------------------------------------------------------------------------------------


def _tagged(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add an ETag to a GET response. If the client already has this response, return 304.

    The tag is a hash of the response, so it reveals nothing more than the response does.
    """
    if request.method not in {"GET", "HEAD"} or response.status_code != 200 or response.streaming:
        return response
    content = _content(response)
    if not response.has_header("ETag"):
        response["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Authorization", "Cookie"))
    assert isinstance(response, HttpResponse)  # noqa: S101 - it is not streaming
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


def _content(response: HttpResponseBase) -> bytes:
    render = getattr(response, "render", None)
    if render is not None:
        render()
    content: bytes = response.content  # type: ignore[attr-defined]
    return content


# --- idempotency ----------------------------------------------------------------------------------


def _repeatable(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Answer a POST request with an Idempotency-Key. The same request gets the same response."""
    # Read the body here once, because authentication and the view both parse it.
    body = request.body
    asker = _asker(request)
    if asker is None:
        return view()  # The view itself returns the authentication error.
    key = request.headers["Idempotency-Key"]
    if not KEY.fullmatch(key):
        return response_to(BadKey())
    sent = (request.method or "", request.get_full_path(), request.content_type or "")
    first: list[HttpResponseBase] = []

    def act() -> Response:
        """Call the view. If the view does not succeed, its writes are rolled back."""
        before = transaction.savepoint()
        first.append(view())
        response = Response(first[0].status_code, _content(first[0]))
        if response.status >= HTTPStatus.BAD_REQUEST:
            transaction.savepoint_rollback(before)
        else:
            transaction.savepoint_commit(before)
        _afterwards(request)
        return response

    parts = [*(part.encode() for part in sent), body]
    try:
        response = run_idempotently(
            user=asker, key=key, request=parts, now=timezone.now(), act=act, lifetime=API_LIFETIME
        )
    except Refusal as refusal:
        return response_to(refusal)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") not in LOCK_TIMEOUTS:
            raise
        return response_to(
            InProgress(
                "The first request with this Idempotency-Key is still being processed. Try "
                "again in a moment."
            )
        )
    if not response.replayed:
        return first[0]
    return HttpResponse(
        response.body,
        status=response.status,
        content_type=JSON,
        headers={"Idempotency-Replayed": "true"},
    )


def _asker(request: HttpRequest) -> User | None:
    """Return the user of an API request, or None if the request is anonymous.

    Also return None if the body is unreadable. The view then refuses it with a reason.
    """
    api, signed_in = APIView(), request.user
    asking = Request(request, parsers=api.get_parsers(), authenticators=api.get_authenticators())
    try:
        return asking.user if asking.user.is_authenticated else None
    except exceptions.APIException:
        # The framework has made the request anonymous. The view authenticates again.
        request.user = signed_in
        return None
