"""Services for turning a club's public page on or off. This is a public action of a GM."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.services import desk_log
from core.web.locks import club, locked
from core.web.refusals import Refused

from . import openly

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign
    from core.accounts.models import User


def set_public(*, campaign: Campaign, is_public: bool, actor: User, now: datetime) -> Campaign:
    """Turn the club's public page on or off.

    A change is logged, published and sent to all members. Raise Refused for a try-out.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        if campaign.tryout:
            raise Refused(
                "A try-out cannot have a public page. Keep the club first.", code="try-out"
            )
        if is_public == (campaign.public_at is not None):
            return campaign
        campaign.public_at = now if is_public else None
        campaign.save(update_fields=["public_at"])
        act = desk_log.record(
            campaign_id=campaign.pk,
            actor=actor,
            kind="page-opened" if is_public else "page-closed",
            now=now,
        )
        username = actor.get_username()
        sentence = (
            f"{username} opened the club’s public page: anyone can view the standings, schedule, "
            "game news, duellists and closed seasons"
            if is_public
            else f"{username} closed the club’s public page: the club is now private"
        )
        openly.announce(act, sentence)
        return campaign
