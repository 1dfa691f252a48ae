"""Who may open the live stream of what a person may hear (`live_hub`): they themselves, by a
browser's session or by a token that reads and is for all clubs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from core.accounts.selectors.credentials import credentials_of
from core.notifications.selectors import events
from core.web.api.scopes import ScopeMissing
from play.live import hang_up, reader_of

from .live_hub import EventStream

if TYPE_CHECKING:
    from core.accounts.models import User

PLAIN: Final = "text/plain; charset=utf-8"
NONE_YET: Final = "none"
"""The id that somebody goes on from who has heard nothing yet."""


@require_GET
def stream(request: HttpRequest) -> HttpResponse:
    """The answer where there is no stream: 401 for who is not signed in, 403 for a token of one
    club, and 204, upon which browsers ask no more, where this process cannot stream. Streams
    themselves are `live_asgi`'s.
    """
    try:
        opened = opened_for(request)
    except ScopeMissing as refusal:
        return HttpResponse(str(refusal), status=403, content_type=PLAIN)
    if opened is None:
        return HttpResponse("Sign in, or send an API token.", status=401, content_type=PLAIN)
    return HttpResponse(status=204)


def opened_for(request: HttpRequest) -> EventStream | None:
    """The stream of who asks; None for nobody. It goes on after the event that they name in
    `Last-Event-ID`, or as `after` in the address, else it begins now. Gives the database connection
    back. Raises ScopeMissing for a token of one club.
    """
    try:
        user = reader_of(request)
        return _begun(user, request) if user is not None else None
    finally:
        hang_up()


def _begun(user: User, request: HttpRequest) -> EventStream:
    held = credentials_of(request, user)
    heard = request.headers.get("Last-Event-ID", "") or request.GET.get("after", "")
    if heard:
        event = _id(heard)
        place = events.place_of(user, event) if event else 0
        return EventStream(user.pk, place, held, first=str(event or NONE_YET))
    now = events.last_place()
    last = events.last_event(user, until=now)
    first = str(last) if last else NONE_YET
    return EventStream(user.pk, now, held, first=first, looked_at=True)


def _id(said: str) -> UUID | None:
    try:
        return UUID(said)
    except ValueError:
        return None
