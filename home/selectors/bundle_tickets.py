"""Temporary addresses from which a GM's program can download a sealed bundle.

The API responds in JSON, so it returns such an address instead of a file of several megabytes. The
download needs no further authentication, because only this site can open the file.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaign.league import policy
from campaign.league.models import Campaign
from campaign.league.selectors.viewer import Viewer, load_viewer
from core.accounts.models import User
from home.rules.bundle import Talk

SALT: Final = "sealed-bundle"
"""Salt that makes the signatures valid only for bundles."""
LIFETIME: Final = timedelta(minutes=10)


class Ticket(NamedTuple):
    """Permission to download a bundle. It records the GM, the choice of messages, and the expiry
    time.
    """

    viewer: Viewer
    talk: Talk
    until: datetime


def download_url(viewer: Viewer, talk: Talk, until: datetime) -> str:
    """Return the address of the file, for this GM's program."""
    payload = (viewer.person.pk.hex, viewer.campaign.pk.hex, talk, int(until.timestamp()))
    token = signing.Signer(salt=SALT).sign_object(payload)
    return settings.SITE_URL.rstrip("/") + reverse("bundle-file", args=[token])


def read_ticket(token: str, now: datetime) -> Ticket | None:
    """Return the ticket for a token.

    Return None if the token is invalid or expired, or if the GM who got it is no longer a GM of the
    club.
    """
    try:
        user_id, campaign_id, talk, until = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    expires_at = datetime.fromtimestamp(until, UTC)
    user = User.objects.filter(pk=UUID(user_id), is_active=True).first()
    campaign = Campaign.objects.filter(pk=UUID(campaign_id)).first()
    viewer = load_viewer(user, campaign.slug) if user and campaign and now < expires_at else None
    if viewer is None or not policy.may_run_desk(viewer):
        return None
    return Ticket(viewer, msgspec.convert(talk, Talk), expires_at)
