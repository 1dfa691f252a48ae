"""Live streams of clubs. A stream announces each new version of the club for its reader, so that
open pages fetch themselves again. It never says what has changed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from campaign.league.selectors.viewer import LivePage, Viewer, load_viewer
from campaign.league.views.frame import club_url
from campaign.league.views.permissions import club_page
from core.accounts.models import User
from core.accounts.selectors.credentials import credentials_of
from core.live.hub import Stream
from core.live.views import StreamView
from home.selectors.club_versions import Reader, versions


@dataclass(eq=False, slots=True)
class ClubStream(Stream):
    """The stream of a club for one reader. `version` is the last version sent."""

    MAX_PER_PERSON: ClassVar = 20
    IS_POLLED: ClassVar = True

    version: str

    @property
    def reader(self) -> Reader:
        """The person and the club."""
        return Reader(self.credentials.user, self.key)

    def first_message(self) -> bytes:
        """Return the current version."""
        return _event(self.version)

    @classmethod
    def look(cls, streams: Sequence[ClubStream]) -> list[tuple[ClubStream, str]]:
        """Return the current version of each stream, or "" if the reader has left the club."""
        current = versions({stream.reader for stream in streams})
        return [(stream, current.get(stream.reader, "")) for stream in streams]

    def tell(self, content: str) -> None:
        """Write the version if it has changed. End the stream of a reader who has left the club."""
        if not content:
            self.end()
        elif content != self.version:
            self.version = content
            self.write(_event(content))


def _event(version: str) -> bytes:
    return b"data: " + json.dumps({"v": version}).encode() + b"\n\n"


class ClubStreamView(StreamView):
    """Streams of clubs, for their members."""

    def stream_of(self, request: HttpRequest, user: User, **kwargs: Any) -> ClubStream:
        """Return the stream of a club of which the user is a member."""
        viewer = load_viewer(user, kwargs["slug"])
        if viewer is None:
            raise Http404
        return ClubStream(viewer.campaign.pk, credentials_of(request, user), version_for(viewer))


def live_page(viewer: Viewer) -> LivePage:
    """Return how a page for this viewer follows the club's events. The stream is empty on sites
    without streams.
    """
    campaign = viewer.campaign
    stream = club_url("live-club", campaign) if settings.LIVE_STREAMS else ""
    return LivePage(stream, club_url("club-pulse", campaign), version_for(viewer))


def version_for(viewer: Viewer) -> str:
    """Return the current version of the viewer's club."""
    reader = Reader(viewer.person.pk, viewer.campaign.pk)
    return versions({reader}).get(reader, "")


@require_safe
@club_page()
def pulse(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Return the version of the viewer's club, for pages that poll."""
    return JsonResponse({"v": version_for(viewer)})
