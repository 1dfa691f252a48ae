"""The club's public page: whether it is open; who asks there to be let in."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.urls import reverse

from campaign.league.models import Campaign, JoinAsk
from campaign.league.selectors.public_page import join_ask_of, open_asks
from campaign.league.services import joining
from campaign.league.services import public_page as services
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import or_404

from .permissions import ClubCall, club_door, desk_door


class PublicPageOut(Record):
    """Whether anybody may look at the club's public page, since when, and where it is."""

    on: bool
    since: datetime | None
    path: str


class Switching(Body):
    """Whether anybody may look at the club's public page."""

    on: bool


@club_door()
def show(call: ClubCall) -> PublicPageOut:
    """Whether the club has a public page."""
    return _out(call.campaign)


def _out(campaign: Campaign) -> PublicPageOut:
    return PublicPageOut(
        on=campaign.public_at is not None,
        since=campaign.public_at,
        path=reverse("club-public", args=[campaign.slug]),
    )


@desk_door()
def switch(call: ClubCall, body: Switching) -> PublicPageOut:
    """Open the club's public page, or close it; logged, and told to all members."""
    return _out(
        services.set_public(campaign=call.campaign, on=body.on, actor=call.user, at=call.now)
    )


class JoinAskOut(Record):
    """Somebody asks to join: who, what they say of themselves, what came of it."""

    id: UUID
    username: str
    said: str
    asked_at: datetime
    agreed: bool | None


class Answering(Body):
    """Whether they are let in."""

    agrees: bool


@desk_door()
def list_asks(call: ClubCall, query: Paged) -> Page[JoinAskOut]:
    """Who asks to join and waits for an answer, the first to ask first."""
    return paged(call, query, open_asks(call.campaign), join_ask_out)


def join_ask_out(row: JoinAsk) -> JoinAskOut:
    """Somebody's wish to be let in."""
    return JoinAskOut(
        id=row.pk,
        username=row.user.get_username(),
        said=row.said,
        asked_at=row.asked_at,
        agreed=row.agreed,
    )


@desk_door()
def answer(call: ClubCall, body: Answering, join_ask: UUID) -> JoinAskOut:
    """Let somebody in as a player who asks, or not; they are told."""
    row = or_404(join_ask_of(call.campaign, join_ask))
    return join_ask_out(joining.answer(ask=row, agrees=body.agrees, actor=call.user, at=call.now))
