"""API operation that exports a club as a sealed bundle."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from campaign.league.api.permissions import ClubCall, desk_door
from core.web.api.operations import Body, Record
from home.rules.bundle import Talk
from home.selectors.bundle_tickets import LIFETIME, download_url
from home.selectors.bundles import export_refusal


class Carrying(Body):
    """The choice of messages to include in the bundle."""

    talk: Annotated[Talk, Meta(description="none, public or all")] = "public"


class BundleOut(Record):
    """A download link. Send a GET request to `url` without a token before `until`. The file is
    created on request, and only this site can open it.
    """

    url: str
    until: datetime


@desk_door()
def carry(call: ClubCall, body: Carrying) -> BundleOut:
    """Export the club as one sealed file with all its data.

    The desk's export page creates the same file.
    """
    if refused := export_refusal(call.campaign):
        raise refused
    until = call.now.replace(microsecond=0) + LIFETIME
    return BundleOut(url=download_url(call.viewer, body.talk, until), until=until)
