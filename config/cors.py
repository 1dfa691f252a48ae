"""Pages of other sites may use the API with a token, as any program may; by their visitors' cookies
they get nothing.

A browser lets such a page read an answer when the answer says so. Ours do, of whatever is asked
without a cookie: an answer to cookies never does, and no answer ever lets cookies be sent along.
What a browser asks first is answered alike for every address, there or not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

from core.web.api.headers import exposed

PREFIX: Final = "/api/v1/"
EVERYBODY: Final = {"Access-Control-Allow-Origin": "*"}
FIRST: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
    ),
    "Access-Control-Max-Age": "86400",
}
"""What may be asked, for a day."""
AFTERWARDS: Final = {"Access-Control-Expose-Headers": ", ".join(exposed())}
type_of_next = (
    Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]]
)


def _asks_first(request: HttpRequest) -> bool:
    """Whether this is a browser's question what a page elsewhere may ask."""
    asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    return asks and request.path_info.startswith(PREFIX) and not request.headers.get("Cookie")


def _marked(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The answer, with whether a page elsewhere may read it."""
    if request.path_info.startswith(PREFIX):
        patch_vary_headers(response, ("Cookie",))
        if not request.headers.get("Cookie"):
            for name, value in (EVERYBODY | AFTERWARDS).items():
                response[name] = value
    return response


@sync_and_async_middleware
def ElsewhereMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Open the API to tools in browsers, for tokens alone."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            if _asks_first(request):
                return HttpResponse(status=204, headers=EVERYBODY | FIRST)
            return _marked(request, await get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        if _asks_first(request):
            return HttpResponse(status=204, headers=EVERYBODY | FIRST)
        return _marked(request, get_response(request))  # type: ignore[arg-type]

    return answer
