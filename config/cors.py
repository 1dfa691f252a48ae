"""CORS headers. Pages of other sites can use the API with a token, but not with visitors' cookies.

Responses to requests without cookies allow any origin. Responses to requests with cookies do not,
and no response allows credentials. Preflight requests get the same response for all URLs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from core.web.api.headers import exposed

PREFIX: Final = "/api/v1/"
ANY_ORIGIN: Final = {"Access-Control-Allow-Origin": "*"}
PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
    ),
    "Access-Control-Max-Age": "86400",
}
"""Response headers for preflight requests, which remain valid for a day."""
EXPOSED: Final = {"Access-Control-Expose-Headers": ", ".join(exposed())}
View = Callable[[HttpRequest], HttpResponseBase]


def _is_preflight(request: HttpRequest) -> bool:
    """Return whether this is a preflight request without cookies."""
    asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    return asks and request.path_info.startswith(PREFIX) and not request.headers.get("Cookie")


def _with_cors_headers(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add CORS headers to a response, unless the request has cookies."""
    if request.path_info.startswith(PREFIX):
        patch_vary_headers(response, ("Cookie",))
        if not request.headers.get("Cookie"):
            for name, value in (ANY_ORIGIN | EXPOSED).items():
                response[name] = value
    return response


def allow_other_sites(get_response: View) -> View:
    """Allow pages of other sites to use the API with tokens."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if _is_preflight(request):
            return HttpResponse(status=204, headers=ANY_ORIGIN | PREFLIGHT)
        return _with_cors_headers(request, get_response(request))

    return answer
