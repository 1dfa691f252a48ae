"""Middleware of the site."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import structlog
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.functional import LazyObject
from django_structlog.middlewares import RequestMiddleware

from config import errors
from config.unsent import return_if_signed_out
from core.web.unwritable import is_away
from home.views.offline import OFFLINE_PAGES

log = structlog.get_logger(__name__)

BROKEN: Final = 500
"""Lowest status code of server errors."""

View = Callable[[HttpRequest], HttpResponseBase]


class LogMiddleware(RequestMiddleware):
    """Middleware that logs a line for each request. The user is included if the request has loaded
    them anyway.
    """

    def process_got_request_exception(
        self, sender: type[Any], request: HttpRequest, **kwargs: Any
    ) -> None:
        """Log a failed request. If the database was unavailable, leave out the traceback."""
        if (error := sys.exc_info()[1]) is None or not is_away(error):
            super().process_got_request_exception(sender, request, **kwargs)
        elif not hasattr(request, "database_away"):
            request.database_away = True  # type: ignore[attr-defined]
            log.error("database_away", request=self.format_request(request))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Log the response, unless the request was already logged as `database_away`."""
        if hasattr(request, "database_away"):
            structlog.contextvars.clear_contextvars()
        else:
            super().handle_response(request, response)

    @staticmethod
    def bind_user_id(request: HttpRequest) -> None:
        """Log the user if the request has loaded them."""
        if not isinstance(getattr(request, "user", None), LazyObject):
            RequestMiddleware.bind_user_id(request)
        elif request.session.accessed:
            user_id = request.session.get(SESSION_KEY)
            structlog.contextvars.bind_contextvars(user_id=user_id)


class PagesGZipMiddleware(GZipMiddleware):
    """Compression for pages.

    API responses are not compressed, because compression has no benefit on a single machine.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress the response, unless it is from the API."""
        if request.path_info.startswith(errors.API_PREFIX):
            return response
        return super().process_response(request, response)


class PolicyMiddleware(CSPMiddleware):
    """The content security policy with its directives in sorted order, which would otherwise depend
    on the process.
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
    """Prevent caches from storing a response that is meant for one person.

    A response is for one person if the session or credentials were read. Responses that already
    have ``Cache-Control`` are not changed, because an ETag needs ``private, no-cache``.
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

    The reader is given as a token that reveals nothing else. Signing out clears the browser's data,
    including stored pages and push messages. The headers are not set if the session was not read,
    or for server errors and 404s, which are the same for everyone.
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


def complete_responses(get_response: View) -> View:
    """Refuse requests that are too large before anything reads them. Return unsent forms to users
    who are signed out. Set the headers for caches and for the service worker.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = errors.before_reading(request) or get_response(request)
        response = return_if_signed_out(request, response)
        return tell_worker(request, keep_out_of_stores(request, response))

    return answer
