"""The view of a person's own live stream."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest

from core.accounts.models import User
from core.accounts.selectors.credentials import credentials_of
from core.live.views import StreamView
from core.notifications.selectors import events

from .streams import EventStream

NO_EVENT: Final = "none"
"""Event id for a stream that has had no events."""


class EventStreamView(StreamView):
    """Streams of people's own events."""

    def stream_of(self, request: HttpRequest, user: User, **_: Any) -> EventStream:
        """Return the stream of the person who makes the request. It continues after the event in
        `Last-Event-ID` or `after`, and otherwise starts now.
        """
        credentials = credentials_of(request, user)
        last_event_id = request.headers.get("Last-Event-ID", "") or request.GET.get("after", "")
        if last_event_id:
            event = _parse_id(last_event_id)
            position = events.number_of(user, event) if event else 0
            return EventStream(user.pk, credentials, position, str(event or NO_EVENT))
        latest_position = events.last_number()
        latest_event = events.last_event(user, until=latest_position)
        first = str(latest_event) if latest_event else NO_EVENT
        return EventStream(user.pk, credentials, latest_position, first, caught_up=True)


def _parse_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
