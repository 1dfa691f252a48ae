"""Access to the live stream of a table. Whenever the viewer's page changes, the stream sends the
page's new version but never the change itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.settings import api_settings

from core.accounts.selectors.credentials import credentials_of
from core.web.api.scopes import Scope, ScopeMissing, insist, rights_of
from play.selectors import participants, table_view
from play.selectors.participants import NoSuchTable

from .hub import Stream

if TYPE_CHECKING:
    from uuid import UUID

    from core.accounts.models import User


@require_GET
def stream(request: HttpRequest, table: UUID) -> HttpResponse:
    """Answer a request that cannot open a stream. The status is 401 for users who are not signed
    in, 403 for a token of one club, and 404 for a table that the user cannot see. It is 204 if this
    process cannot stream, which stops browsers from retrying.

    `play.live.asgi` opens the streams, for a browser's session or an API token. Users with
    several seats name one in the parameter `as`.
    """
    try:
        opened = opened_for(request, table, seat_in(request))
    except ScopeMissing as refusal:
        return HttpResponse(str(refusal), status=403, content_type="text/plain; charset=utf-8")
    if opened is None:
        return HttpResponse(
            "Sign in, or send an API token.", status=401, content_type="text/plain; charset=utf-8"
        )
    return HttpResponse(status=204)


def seat_in(request: HttpRequest) -> int | None:
    """Return the seat named in the URL."""
    value = request.GET.get("as", "")
    return int(value) if value.isdecimal() and len(value) < 4 else None


def opened_for(request: HttpRequest, table: UUID, seat: int | None) -> Stream | None:
    """Return the stream that a request opens, or None for an anonymous request. Close the database
    connection, because a stream must not hold one. Raise `ScopeMissing` for a token of one club.
    """
    try:
        user = reader_of(request)
        if user is None:
            return None
        place = participants.place(table, user, seat)
        credentials = credentials_of(request, user)
        return Stream(table, user, seat, table_view.version(place), credentials)
    except NoSuchTable:
        raise Http404 from None
    finally:
        hang_up()


def reader_of(request: HttpRequest) -> User | None:
    """Return the user of a request that concerns no club, identified by session or token, or None.
    Raise `ScopeMissing` for a token of one club.
    """
    kinds: Any = api_settings.DEFAULT_AUTHENTICATION_CLASSES
    try:
        user: Any = Request(request, authenticators=[kind() for kind in kinds]).user
    except AuthenticationFailed:
        return None
    if not user.is_authenticated:
        return None
    insist(rights_of(request), Scope.READ, in_club=False)
    reader: User = user
    return reader


def hang_up() -> None:
    """Close the database connections, because a stream must not hold one."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
