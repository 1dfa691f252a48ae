"""Operations on the club's public page, and on requests to join."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from campaign.league.api.permissions import ClubCall, club_door, desk_door
from campaign.league.models import Campaign
from campaign.news.services import public_page as services
from core.web.api.operations import Body, Record


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
    """Turn the club's public page on or off. The change is logged, and all members are notified."""
    return _out(
        services.set_public(campaign=call.campaign, on=body.on, actor=call.user, now=call.now)
    )
