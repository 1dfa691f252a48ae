"""Carrying a club away, for programs: where the sealed bundle is to be had."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from campaign.league.api.permissions import ClubCall, desk_door
from core.web.api.operations import Body, Record
from home.rules.bundle import Talk
from home.selectors.bundle_tickets import GOOD_FOR, address
from home.selectors.bundles import why_not


class Carrying(Body):
    """What goes along of what was said: nothing, what every member reads, or letters and notes as
    well.
    """

    talk: Annotated[Talk, Meta(description="none, public or all")] = "public"


class BundleOut(Record):
    """Where the file is: GET `url`, without a token, before `until`. It is made when it is asked
    for, and sealed: only the site that made it opens it.
    """

    url: str
    until: datetime


@desk_door()
def carry(call: ClubCall, body: Carrying) -> BundleOut:
    """Carry the club away: one sealed file with everything in it, the same as the desk's page
    gives. Nothing is written.
    """
    if refused := why_not(call.campaign):
        raise refused
    until = call.now.replace(microsecond=0) + GOOD_FOR
    return BundleOut(url=address(call.viewer, body.talk, until), until=until)
