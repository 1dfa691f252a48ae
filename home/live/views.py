"""The view of a person's own live stream, for browser sessions and for tokens that can access all
clubs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from core.accounts.selectors.credentials import credentials_of
from core.notifications.selectors import events
from core.web.api.scopes import ScopeMissing
from play.live.access import hang_up, reader_of

from .hub import EventStream

if TYPE_CHECKING:
    from core.accounts.models import User

PLAIN_TEXT: Final = "text/plain; charset=utf-8"
NO_EVENT: Final = "none"
"""Event id of a stream that has had no events."""


@require_GET
def stream(request: HttpRequest) -> HttpResponse:
    """Return an error to clients that cannot stream.

    The status is 401 if nobody is signed in, and 403 for a token of one club. It is 204 if this
    process cannot stream, which stops browsers from retrying. `home.live.asgi` serves the streams
    themselves.
    """
    try:
        event_stream = stream_for(request)
    except ScopeMissing as refusal:
        return HttpResponse(str(refusal), status=403, content_type=PLAIN_TEXT)
    if event_stream is None:
        return HttpResponse("Sign in, or send an API token.", status=401, content_type=PLAIN_TEXT)
    return HttpResponse(status=204)


def stream_for(request: HttpRequest) -> EventStream | None:
    """Return the stream of the person who makes a request, or None if nobody is signed in.

    It continues after the event in `Last-Event-ID` or `after`, or starts now. The function closes
    the database connection. Raise ScopeMissing for a token of one club.
    """
    try:
        user = reader_of(request)
        return _start_stream(user, request) if user is not None else None
    finally:
        hang_up()


def _start_stream(user: User, request: HttpRequest) -> EventStream:
    credentials = credentials_of(request, user)
    last_event_id = request.headers.get("Last-Event-ID", "") or request.GET.get("after", "")
    if last_event_id:
        event = _parse_id(last_event_id)
        position = events.number_of(user, event) if event else 0
        return EventStream(user.pk, position, credentials, first_id=str(event or NO_EVENT))
    latest_position = events.last_number()
    latest_event = events.last_event(user, until=latest_position)
    first = str(latest_event) if latest_event else NO_EVENT
    return EventStream(user.pk, latest_position, credentials, first_id=first, caught_up=True)


def _parse_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
