"""Addresses that give a GM's program a sealed bundle: good for some minutes, and for one file.

The API answers in JSON, and a file of megabytes is none. So it gives such an address; whoever asks
there needs nothing else, and gets what only this site can open.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaign.league import policy
from campaign.league.models import Campaign
from campaign.league.selectors.viewer import at_door
from core.accounts.models import User
from home.rules.bundle import Talk

if TYPE_CHECKING:
    from campaign.league.selectors.viewer import Viewer

SALT: Final = "sealed-bundle"
"""These addresses are good for bundles alone."""
GOOD_FOR: Final = timedelta(minutes=10)


class Ticket(NamedTuple):
    """Who may have the bundle of which club, with how much of the talk, and until when."""

    viewer: Viewer
    talk: Talk
    until: datetime


def address(viewer: Viewer, talk: Talk, until: datetime) -> str:
    """Where this GM's program gets the file."""
    said = (viewer.person.pk.hex, viewer.campaign.pk.hex, talk, int(until.timestamp()))
    token = signing.Signer(salt=SALT).sign_object(said)
    return settings.SITE_URL.rstrip("/") + reverse("bundle-file", args=[token])


def opened_by(token: str, at: datetime) -> Ticket | None:
    """What a ticket is for; None for one that is not ours or too old, and for whoever is no GM of
    the club any more.
    """
    try:
        who, club, talk, until = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    ends = datetime.fromtimestamp(until, UTC)
    user = User.objects.filter(pk=UUID(who), is_active=True).first()
    campaign = Campaign.objects.filter(pk=UUID(club)).first()
    viewer = at_door(user, campaign.slug) if user and campaign and at < ends else None
    if viewer is None or not policy.may_run_desk(viewer):
        return None
    return Ticket(viewer, msgspec.convert(talk, Talk), ends)
