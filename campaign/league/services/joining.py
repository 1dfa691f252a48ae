"""Asking to be let into a club that has a public page, and a GM's answer."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from campaign.league.models import JoinAsk, Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import club_path
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime
from core.web.text import line

from . import desk_log, members

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign
    from core.accounts.models import User

AGAIN: Final = timedelta(days=7)
"""After so long somebody may ask a club again that has said no."""
LONGEST: Final = 300
"""So many letters has what somebody says of themselves."""


def ask(*, campaign: Campaign, user: User, said: str, at: datetime) -> JoinAsk:
    """Ask a club's GMs to be let in as a player. They are told; nothing of the club is open before
    one of them says yes. Asked again while it waits, it is the same wish.

    Raises Refused for a guest and for a member, WrongTime within a week of a no.
    """
    if user.guest:
        raise Refused("You need an account to join a club. Sign up first.", code="guest")
    words = line(said, field="said", title="About you", max_length=LONGEST, min_length=0)
    with club(campaign.pk):
        campaign = locked(campaign)
        if people.membership(user, campaign.pk):
            raise Refused("You are already a member of this club.", code="member")
        lately = JoinAsk.objects.filter(
            campaign=campaign, user=user, agreed=False, answered_at__gt=at - AGAIN
        )
        if lately.exists():
            raise WrongTime(
                "This club recently declined your request. You can ask again in a week."
            )
        row, new = JoinAsk.objects.get_or_create(
            campaign=campaign,
            user=user,
            answered_at=None,
            defaults={"said": words, "asked_at": at},
        )
        if new:
            gms = people.members([campaign.pk], Membership.Role.GM).get(campaign.pk, ())
            text = f"{user.get_username()} asks to join the club."
            notices.send(
                notices.Message(
                    gm,
                    campaign.pk,
                    ClubNotice.JOIN_ASKED,
                    text,
                    club_path("desk-people"),
                    f"join-asked:{row.pk}",
                    at,
                )
                for gm in gms
            )
        return row


def answer(*, ask: JoinAsk, agrees: bool, actor: User, at: datetime) -> JoinAsk:
    """Let somebody in as a player, or not; logged, and who asked is told. The same answer again
    does no harm.

    Raises Refused when it was answered the other way.
    """
    with club(ask.campaign_id):
        ask = locked(ask)
        if ask.answered_at:
            if ask.agreed != agrees:
                raise Refused("This request was already answered differently.", code="answered")
            return ask
        ask.answered_at, ask.answered_by, ask.agreed = at, actor, agrees
        ask.save(update_fields=["answered_at", "answered_by", "agreed"])
        if agrees:
            members.admit(campaign=ask.campaign, user=ask.user, role=Membership.Role.PLAYER, at=at)
        desk_log.record(
            campaign_id=ask.campaign_id,
            actor=actor,
            kind="join-agreed" if agrees else "join-declined",
            at=at,
            detail={"user": ask.user.get_username()},
            public=agrees,
        )
        _tell(ask, at)
        return ask


def _tell(ask: JoinAsk, at: datetime) -> None:
    """Who asked, of the answer: with a no there is nothing of the club's for them to look at but
    its public page.
    """
    home = "" if ask.agreed else reverse("club-public", args=[ask.campaign.slug])
    text = (
        f"Welcome to {ask.campaign}! You are now a player in the club."
        if ask.agreed
        else f"{ask.campaign} declined your request to join."
    )
    notices.send(
        [
            notices.Message(
                ask.user_id,
                ask.campaign_id if ask.agreed else None,
                ClubNotice.JOIN_ANSWERED,
                text,
                home,
                f"join-answered:{ask.pk}",
                at,
            )
        ]
    )
