"""Views for the live streams of tables. Whenever the viewer's page changes, the stream sends the
page's new version, but never the change itself.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from core.accounts.models import User
from core.accounts.selectors.credentials import credentials_of
from core.live.views import StreamView
from play.selectors import participants, table_view
from play.selectors.participants import NoSuchTable

from .streams import TableStream


class TableStreamView(StreamView):
    """Streams of tables. A user with several seats names one in the parameter `as`."""

    def stream_of(self, request: HttpRequest, user: User, **kwargs: Any) -> TableStream:
        """Return the stream of a table that the user can see. Otherwise, raise `Http404`."""
        seat = seat_in(request)
        try:
            place = participants.place(kwargs["table"], user, seat)
        except NoSuchTable:
            raise Http404 from None
        credentials = credentials_of(request, user)
        return TableStream(kwargs["table"], credentials, user, seat, table_view.version(place))


def seat_in(request: HttpRequest) -> int | None:
    """Return the seat named in the URL."""
    value = request.GET.get("as", "")
    return int(value) if value.isdecimal() and len(value) < 4 else None
