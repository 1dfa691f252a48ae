"""Middleware of the site."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

import structlog
from asgiref.sync import iscoroutinefunction, sync_to_async
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.decorators import sync_and_async_middleware
from django.utils.functional import LazyObject, empty
from django_structlog.middlewares import RequestMiddleware

from config import errors
from config.unsent import return_if_signed_out
from core.web.unwritable import is_away
from home.views.offline import OFFLINE_PAGES

log = structlog.get_logger(__name__)

BROKEN: Final = 500
"""First status of server errors."""

type_of_next = (
    Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]]
)


class LogMiddleware(RequestMiddleware):
    """A log line for each request, with the user if the request has loaded them anyway."""

    def _process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """Log a failed request, without a traceback if the database was unavailable."""
        if not is_away(exception):
            return super()._process_exception(request, exception)
        request._raised_exception = exception  # type: ignore[attr-defined]  # noqa: SLF001
        log.error("database_away", request=self.format_request(request))
        return None

    @staticmethod
    def bind_user_id(request: HttpRequest) -> None:
        """Log the user, if the request has loaded them."""
        user = getattr(request, "user", None)
        if not (isinstance(user, LazyObject) and user._wrapped is empty):  # noqa: SLF001
            RequestMiddleware.bind_user_id(request)


class PagesGZipMiddleware(GZipMiddleware):
    """Compression of pages.

    API responses are not compressed, because that does not help on a single machine.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress the response, except for the API."""
        if request.path_info.startswith(errors.API_PREFIX):
            return response
        return super().process_response(request, response)


class PolicyMiddleware(CSPMiddleware):
    """The content security policy with sorted directives, whose order otherwise depends on the
    process.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Sort the directives."""
        response = super().process_response(request, response)
        if HEADER in response:
            response[HEADER] = "; ".join(sorted(response[HEADER].split("; ")))
        return response


def keep_out_of_stores(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Forbid caches to store a response for one person.

    A response is for one person if the session or credentials were read. Responses that have
    ``Cache-Control`` already are not changed, because an ETag needs ``private, no-cache``.
    """
    session = getattr(request, "session", None)
    personal = "Authorization" in request.headers or (session is not None and session.accessed)
    if personal and not response.has_header("Cache-Control"):
        response["Cache-Control"] = "no-store, private"
    if "Authorization" in request.headers:
        patch_vary_headers(response, ("Authorization",))
    return response


def tell_worker(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Tell the service worker which reader this response belongs to, and whether the page can be
    stored offline.

    The reader is a token that reveals nothing else. Signing out clears the browser's data,
    including stored pages and push messages. The headers are not set if the session was not read,
    nor for server errors and 404s, which are the same for everyone.
    """
    session = getattr(request, "session", None)
    is_told = response.status_code != HTTPStatus.NOT_FOUND and response.status_code < BROKEN
    if session is not None and session.accessed and is_told:
        user = session.get(SESSION_KEY)
        response["X-Reader"] = reader_word(user) if user else "none"
        match = request.resolver_match
        if (
            user
            and match
            and match.view_name in OFFLINE_PAGES
            and request.method == "GET"
            and response.status_code == 200
        ):
            response["X-Keep"] = "1"
    if getattr(request, "signed_out", False):
        response["Clear-Site-Data"] = '"storage"'
    return response


def reader_word(user: str) -> str:
    """Return a token for a user that does not reveal who it is."""
    return salted_hmac("config.middleware.reader", user).hexdigest()[:16]


@sync_and_async_middleware
def NoStoreMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Apply :func:`keep_out_of_stores` and :func:`tell_worker` to every response."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return tell_worker(request, keep_out_of_stores(request, await get_response(request)))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return tell_worker(request, keep_out_of_stores(request, get_response(request)))  # type: ignore[arg-type]

    return answer


@sync_and_async_middleware
def BodyLimitMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Refuse requests that are too large or have no length before anything reads them."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return await sync_to_async(errors.before_reading)(request) or await get_response(
                request
            )

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return errors.before_reading(request) or get_response(request)  # type: ignore[return-value]

    return answer


@sync_and_async_middleware
def UnsentFormMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Apply :func:`config.unsent.return_if_signed_out` to every response."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            response = await get_response(request)
            return await sync_to_async(return_if_signed_out)(request, response)

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return return_if_signed_out(request, get_response(request))  # type: ignore[arg-type]

    return answer
