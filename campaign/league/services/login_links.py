"""One-time log-in links: a GM lets a member back in who lost their password. Made before everybody,
as breaking the glass is, for whoever holds the link reads all that the member reads.

Only the token's SHA-256 is kept. A link works once, for a day, until the next one is made or the
member logs in. Whoever uses it chooses a new password; that ends the member's other sessions. The
second factor, if the member has one, is asked for all the same.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.contrib.auth.hashers import make_password
from django_scopes import scopes_disabled

from campaign.league.models import LoginLink, Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from core.accounts.models import User
from core.notifications.kinds import kind_of
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused

from . import desk_log, openly

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

LASTS: Final = timedelta(days=1)
CHOSEN: Final = timedelta(minutes=15)
"""How long a new password waits for the second factor."""


class LinkSpent(Refused):
    """The link was used, is too old or was never made: the same words for all."""

    code = "link-spent"


def make(
    *, membership: Membership, actor: User, reason: str, at: datetime
) -> tuple[LoginLink, str]:
    """Make a log-in link for a member: the row and its token, never to be shown again. Any earlier
    one of theirs is useless from now on.

    Told to the whole club with its reason. Raises ReasonNeeded; Refused for oneself, and for
    whoever this GM does not answer for: somebody who belongs to another club where they are no GM,
    or who looks after the site.
    """
    said = desk_log.reasoned(reason)
    user = membership.user
    with club(membership.campaign_id):
        membership = locked(membership)
        if user.pk == actor.pk:
            raise Refused(
                "You are signed in. Change your password in your account settings.", code="oneself"
            )
        if membership.left_at or not _answers_for(actor, user):
            raise Refused(
                f"You cannot create a link for {user.get_username()}. Contact the site "
                "administrator.",
                code="not-theirs",
            )
        token = secrets.token_urlsafe(24)
        forget(user, at)
        row = LoginLink.objects.create(
            campaign=membership.campaign,
            user=user,
            token_hash=_hash(token),
            made_by=actor,
            made_at=at,
            expires_at=at + LASTS,
        )
        detail = {"user": user.get_username()}
        act = desk_log.record(
            campaign_id=membership.campaign_id,
            actor=actor,
            kind="login-link-made",
            at=at,
            reason=said,
            detail=detail,
        )
        openly.announce(
            act, f"{actor.get_username()} created a one-time sign-in link for {user.get_username()}"
        )
        text = (
            "If you did not ask a GM for a sign-in link, sign in with your password. This "
            "deactivates the link."
        )
        notices.send(
            [
                notices.Message(
                    user.pk,
                    act.campaign_id,
                    kind_of(act.kind),
                    text,
                    "desk-log/",
                    f"{act.kind}:{act.pk}:yours",
                    at,
                )
            ]
        )
    return row, token


def look_up(*, token: str, at: datetime) -> LoginLink:
    """The link of this token, while it works. Raises LinkSpent."""
    with scopes_disabled():
        row = (
            LoginLink.objects.select_related("user", "made_by", "campaign")
            .filter(token_hash=_hash(token))
            .first()
        )
        return _good(row, at)


def use(*, token: str, at: datetime) -> LoginLink:
    """Use the link up. Raises LinkSpent."""
    found = look_up(token=token, at=at)
    with club(found.campaign_id):
        row = _good(locked(found), at)
        row.used_at = at
        row.save(update_fields=["used_at"])
    return found


def chosen(link: LoginLink, password: str) -> dict[str, str]:
    """What the session keeps of the new password until its owner is all the way in: only its
    hash.
    """
    return {"link": str(link.pk), "hash": make_password(password)}


def come_in(*, user: User, link: UUID, hashed: str, at: datetime) -> None:
    """Give the person the password that they chose with their link; other sessions end with the old
    one. They are told.
    """
    with scopes_disabled():
        row = LoginLink.objects.filter(pk=link, user=user, used_at__gt=at - CHOSEN).first()
    if row is None:
        return
    with club(row.campaign_id):
        user.password = hashed
        user.save(update_fields=["password"])
        text = (
            "You signed in with a sign-in link. Your password was changed, and you were signed "
            "out everywhere else. API tokens still work."
        )
        notices.send(
            [
                notices.Message(
                    user.pk,
                    row.campaign_id,
                    ClubNotice.LOGIN_LINK_USED,
                    text,
                    "desk-log/",
                    f"login-link-used:{row.pk}",
                    at,
                )
            ]
        )


def forget(user: User, at: datetime) -> None:
    """Make every link for this person useless: they have a newer one, or have come in."""
    with scopes_disabled():
        LoginLink.objects.filter(user=user, used_at=None, revoked_at=None).update(revoked_at=at)


def _good(row: LoginLink | None, at: datetime) -> LoginLink:
    """The link, if it still works: its maker must still be who may make it."""
    if row is None or row.used_at or row.revoked_at or row.expires_at <= at or not _stands(row):
        raise LinkSpent(
            "This sign-in link is no longer valid. Ask a GM of your club for a new one."
        )
    return row


def _stands(row: LoginLink) -> bool:
    maker = people.membership(row.made_by, row.campaign_id)
    here = people.membership(row.user, row.campaign_id)
    return (
        maker is not None
        and maker.role == Membership.Role.GM
        and here is not None
        and _answers_for(row.made_by, row.user)
    )


def _answers_for(gm: User, user: User) -> bool:
    """Whether the person is nobody's but this GM's: in every club of theirs this GM is a GM, and
    the site itself is not theirs to look after.
    """
    if user.is_staff or user.is_superuser or not user.is_active:
        return False
    with scopes_disabled():
        clubs = Membership.objects.filter(user=user, left_at=None).values_list(
            "campaign_id", flat=True
        )
        led = Membership.objects.filter(user=gm, left_at=None, role=Membership.Role.GM).values_list(
            "campaign_id", flat=True
        )
        return set(clubs) <= set(led)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
