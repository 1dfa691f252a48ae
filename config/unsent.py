"""Forms that were not processed because the session had ended, the CSRF token was outdated, or a
limit had been reached.

The user gets the fields back and can send them again with one click. The fields are contained in
the response itself. The server stores nothing, so a person who later signs in with the same browser
cannot see them.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.shortcuts import render, resolve_url
from django.utils.cache import add_never_cache_headers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase

LEFT_OUT: Final = re.compile(
    r"csrfmiddlewaretoken|.*password.*|code|credential|token", re.IGNORECASE
)
"""Names of fields that are not sent back, which are the CSRF token and credentials."""
NOT_TYPED: Final = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Pattern for values that people do not type, such as ids and form keys. These values are sent
back, but not listed.
"""
LONGEST_NAME: Final = 200
"""Maximum length of a field's name in characters. No form of the site has a longer name."""


SIGNED_OUT: Final = (
    "You were signed out. Sign in again in a new tab, return to this page and send the form again."
)


def can_return(request: HttpRequest) -> bool:
    """Return whether the fields of this request can be sent back.

    The fields must come from a form of this site in a normal page load. Otherwise, a page of
    another site could show its own fields to the user.
    """
    headers = request.headers
    if request.method != "POST" or "HX-Request" in headers:
        return False
    if headers.get("Sec-Fetch-Mode", "navigate") != "navigate":
        return False
    if "Sec-Fetch-Site" in headers:
        return headers["Sec-Fetch-Site"] == "same-origin"
    own_origin = f"{request.scheme}://{request.get_host()}"
    return headers.get("Origin") in {own_origin, *settings.CSRF_TRUSTED_ORIGINS}


def return_if_signed_out(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return the page with the fields instead of a redirect to the sign-in page.

    Do this only if someone was previously signed in with this browser. Otherwise, return the
    original response.
    """
    if response.status_code != HTTPStatus.FOUND or not can_return(request):
        return response
    sign_in = resolve_url(settings.LOGIN_URL)
    if urlsplit(response["Location"]).path != sign_in or request.session.get(SESSION_KEY):
        return response
    before = {settings.SESSION_COOKIE_NAME, settings.KNOWN_COOKIE_NAME}
    if not before.intersection(request.COOKIES):
        return response
    return return_fields(request, reason=SIGNED_OUT, sign_in=response["Location"])


def return_fields(
    request: HttpRequest,
    status: HTTPStatus = HTTPStatus.FORBIDDEN,
    *,
    reason: str,
    sign_in: str = "",
) -> HttpResponse:
    """Return a page that lists the typed values and can send them again with a new token.

    `reason` says why nothing was saved, and what to do. `sign_in` is the address of the sign-in
    page, for people who must first sign in.
    """
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if len(name) <= LONGEST_NAME and not LEFT_OUT.fullmatch(name)
    ]
    context = {
        "fields": fields,
        "typed": list(_typed(fields)),
        "files": [file.name for name in request.FILES for file in request.FILES.getlist(name)],
        "passwords": any("password" in name.lower() for name in request.POST),
        "send_to": request.get_full_path(),
        "sign_in": sign_in,
        "reason": reason,
        "status": status.value,
    }
    response = render(request, "errors/unsent.html", context, status=status)
    add_never_cache_headers(response)
    return response


def _typed(fields: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield a label and a value for every field that a person can recognize."""
    for name, value in fields:
        if value.strip() and not NOT_TYPED.fullmatch(value) and name != "idempotency":
            label = name.rpartition("-")[2].replace("_", " ").strip()
            yield label.capitalize() or name, value
