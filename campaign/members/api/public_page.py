"""API operations on the club's public page and on requests to join."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.urls import reverse

from campaign.league.api.permissions import ClubCall, club_door, desk_door
from campaign.league.models import Campaign
from campaign.members.models import JoinAsk
from campaign.members.selectors.join_asks import find_join_ask, open_join_asks
from campaign.members.services import joining
from campaign.news.services import public_page as services
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import or_404
from core.web.records import filled


class PublicPageOut(Record):
    """The state and address of the club's public page."""

    on: bool
    since: datetime | None
    path: str


class Switching(Body):
    """The new state of the club's public page."""

    on: bool


@club_door()
def show(call: ClubCall) -> PublicPageOut:
    """Return the state of the club's public page."""
    return _out(call.campaign)


def _out(campaign: Campaign) -> PublicPageOut:
    return PublicPageOut(
        on=campaign.public_at is not None,
        since=campaign.public_at,
        path=reverse("club-public", args=[campaign.slug]),
    )


@desk_door()
def switch(call: ClubCall, body: Switching) -> PublicPageOut:
    """Turn the club's public page on or off.

    The change is logged, and all members are notified.
    """
    return _out(
        services.set_public(
            campaign=call.campaign, is_public=body.on, actor=call.user, now=call.now
        )
    )


class JoinAskOut(Record):
    """A request to join, with the person, their message and the answer."""

    id: UUID
    username: str
    said: str
    asked_at: datetime
    agreed: bool | None


class Answering(Body):
    """The answer to a request to join."""

    agrees: bool


@desk_door()
def list_asks(call: ClubCall, query: Paged) -> Page[JoinAskOut]:
    """List the open requests to join, oldest first."""
    return paged(call, query, open_join_asks(call.campaign), join_ask_out)


def join_ask_out(row: JoinAsk) -> JoinAskOut:
    """Return the record of a request to join."""
    return filled(JoinAskOut, row, username=row.user.get_username())


@desk_door()
def answer(call: ClubCall, body: Answering, join_ask: UUID) -> JoinAskOut:
    """Accept a request to join as a player, or decline it. The person is notified."""
    row = or_404(find_join_ask(call.campaign, join_ask))
    return join_ask_out(joining.answer(ask=row, agrees=body.agrees, actor=call.user, now=call.now))
