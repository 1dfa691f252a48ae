"""Services for requests to join a club with a public page, and for the GMs' answers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse

from campaign.league.models import Campaign, Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import club_path
from campaign.league.services import desk_log
from campaign.members.models import JoinAsk
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime
from core.web.text import line

from . import members

RETRY_AFTER: Final = timedelta(days=7)
"""Time after which a person can ask again after being declined."""
MAX_LENGTH: Final = 300
"""Maximum length of the message in a request, in characters."""


def ask(*, campaign: Campaign, user: User, said: str, now: datetime) -> JoinAsk:
    """Ask the GMs of a club to be accepted as a player. The GMs are notified.

    If the person already has an open request, no new one is created. Raise Refused for a guest or a
    member. Raise WrongTime within a week after the club declined.
    """
    if user.guest:
        raise Refused("You need an account to join a club. Sign up first.", code="guest")
    text = line(said, field="said", title="About you", max_length=MAX_LENGTH, min_length=0)
    with club(campaign.pk):
        campaign = locked(campaign)
        if people.membership(user, campaign.pk):
            raise Refused("You are already a member of this club.", code="member")
        lately = JoinAsk.objects.filter(
            campaign=campaign, user=user, agreed=False, answered_at__gt=now - RETRY_AFTER
        )
        if lately.exists():
            raise WrongTime(
                "This club recently declined your request. You can ask again in a week."
            )
        row, created = JoinAsk.objects.get_or_create(
            campaign=campaign,
            user=user,
            answered_at=None,
            defaults={"said": text, "asked_at": now},
        )
        if created:
            gms = people.member_ids(campaign.pk, Membership.Role.GM)
            notice_text = f"{user.get_username()} asks to join the club."
            notices.notify(
                gms,
                campaign.pk,
                ClubNotice.JOIN_ASKED,
                notice_text,
                club_path("desk-people"),
                f"join-asked:{row.pk}",
                now,
            )
        return row


def answer(*, ask: JoinAsk, agrees: bool, actor: User, now: datetime) -> JoinAsk:
    """Accept a person as a player, or decline. The answer is logged, and the person is notified.

    Repeating the same answer has no effect. Raise Refused if the request was answered differently
    before.
    """
    with club(ask.campaign_id):
        ask = locked(ask)
        if ask.answered_at:
            if ask.agreed != agrees:
                raise Refused("This request was already answered differently.", code="answered")
            return ask
        ask.answered_at, ask.answered_by, ask.agreed = now, actor, agrees
        ask.save(update_fields=["answered_at", "answered_by", "agreed"])
        if agrees:
            members.admit(
                campaign=ask.campaign, user=ask.user, role=Membership.Role.PLAYER, now=now
            )
        desk_log.record(
            campaign_id=ask.campaign_id,
            actor=actor,
            kind="join-agreed" if agrees else "join-declined",
            now=now,
            detail={"user": ask.user.get_username()},
            public=agrees,
        )
        _tell(ask, now)
        return ask


def _tell(ask: JoinAsk, now: datetime) -> None:
    """Notify the person of the answer.

    If they were declined, the notice links to the club's public page.
    """
    home = "" if ask.agreed else reverse("club-public", args=[ask.campaign.slug])
    text = (
        f"Welcome to {ask.campaign}! You are now a player in the club."
        if ask.agreed
        else f"{ask.campaign} declined your request to join."
    )
    notices.notify(
        [ask.user_id],
        ask.campaign_id if ask.agreed else None,
        ClubNotice.JOIN_ANSWERED,
        text,
        home,
        f"join-answered:{ask.pk}",
        now,
    )
