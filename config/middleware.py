"""Small middleware that belongs to the whole site."""

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
from home.views.offline import KEPT

log = structlog.get_logger(__name__)

BROKEN: Final = 500
"""The first status code of errors that are the site's own fault."""

type_of_next = (
    Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]]
)


class LogMiddleware(RequestMiddleware):
    """One line in the log for a request, with whose it was where that was asked for anyway: no
    session and no person is looked up for the log alone.
    """

    def _process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """Log a request that failed: with no traceback if only the database was away."""
        if not is_away(exception):
            return super()._process_exception(request, exception)
        request._raised_exception = exception  # type: ignore[attr-defined]  # noqa: SLF001
        log.error("database_away", request=self.format_request(request))
        return None

    @staticmethod
    def bind_user_id(request: HttpRequest) -> None:
        """Say who it is that the request's own work has found."""
        user = getattr(request, "user", None)
        if not (isinstance(user, LazyObject) and user._wrapped is empty):  # noqa: SLF001
            RequestMiddleware.bind_user_id(request)


class PagesGZipMiddleware(GZipMiddleware):
    """Compresses what people read. A program's answers go as they are: on one machine they gain
    nothing by it.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress the answer, unless it is the API's."""
        if request.path_info.startswith(errors.API_PREFIX):
            return response
        return super().process_response(request, response)


class PolicyMiddleware(CSPMiddleware):
    """The content security policy, its directives in one order: the library's own is another in
    each process.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Sort what the library has put together."""
        response = super().process_response(request, response)
        if HEADER in response:
            response[HEADER] = "; ".join(sorted(response[HEADER].split("; ")))
        return response


def keep_out_of_stores(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Forbid every store to keep what was made for one person.

    A page counts as made for a person when its session or its credentials were looked at. A view
    that sets its own ``Cache-Control`` has thought about it (an ETag needs ``private, no-cache``),
    and is left alone.
    """
    session = getattr(request, "session", None)
    personal = "Authorization" in request.headers or (session is not None and session.accessed)
    if personal and not response.has_header("Cache-Control"):
        response["Cache-Control"] = "no-store, private"
    if "Authorization" in request.headers:
        patch_vary_headers(response, ("Authorization",))
    return response


def tell_worker(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Say to the browser's service worker whose answer this is, by a word that says nothing else,
    and whether the page may be kept for reading without a network. Signing out empties the browser,
    kept pages and messages to it included.

    What was made without a look at the session is nobody's, and says nothing. Neither does a 404,
    which is the same for everybody, whether or not there was something to be looked up; nor an
    error of the site's, after which the session may be out of reach.
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
            and match.view_name in KEPT
            and request.method == "GET"
            and response.status_code == 200
        ):
            response["X-Keep"] = "1"
    if getattr(request, "signed_out", False):
        response["Clear-Site-Data"] = '"storage"'
    return response


def reader_word(user: str) -> str:
    """A word for a person, from which nobody learns who it is."""
    return salted_hmac("config.middleware.reader", user).hexdigest()[:16]


@sync_and_async_middleware
def NoStoreMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Apply :func:`keep_out_of_stores` and :func:`tell_worker` to every answer."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return tell_worker(request, keep_out_of_stores(request, await get_response(request)))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return tell_worker(request, keep_out_of_stores(request, get_response(request)))  # type: ignore[arg-type]

    return answer


@sync_and_async_middleware
def BodyLimitMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Refuse what is too much, or of unknown length, before anything reads it."""
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
    """Apply :func:`config.unsent.return_if_signed_out` to every answer."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            response = await get_response(request)
            return await sync_to_async(return_if_signed_out)(request, response)

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return return_if_signed_out(request, get_response(request))  # type: ignore[arg-type]

    return answer
