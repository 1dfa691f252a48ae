"""Services for one-time sign-in links, which GMs create for members who have lost their password.

Creating a link is a public action, because the holder of the link can see everything that the
member can see. Only the token's SHA-256 is stored. A link works once, and for one day. It stops
working when the next one is created or the member signs in. The person who uses the link chooses a
new password, which ends the member's other sessions. The second factor is still required.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django_scopes import scopes_disabled

from campaign.league.models import Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.services import desk_log
from campaign.members.models import LoginLink
from campaign.news.services import openly
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused

LINK_LIFETIME: Final = timedelta(days=1)
PASSWORD_LIFETIME: Final = timedelta(minutes=15)
"""Time for which a new password waits for the second factor."""


class LinkSpent(Refused):
    """The link was used, has expired, or does not exist. The message is the same in all cases."""

    code = "link-spent"


def make(
    *, membership: Membership, actor: User, reason: str, now: datetime
) -> tuple[LoginLink, str]:
    """Create a sign-in link for a member, and revoke earlier ones.

    Return the row and its token, which is shown once. The link and its reason are announced to the
    whole club. Raise ReasonNeeded. Raise Refused for the actor's own account, for site
    administrators, and for members of clubs in which the actor is not a GM.
    """
    stated_reason = desk_log.require_reason(reason)
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
        revoke_all(user, now)
        row = LoginLink.objects.create(
            campaign=membership.campaign,
            user=user,
            token_hash=_hash(token),
            made_by=actor,
            made_at=now,
            expires_at=now + LINK_LIFETIME,
        )
        detail = {"user": user.get_username()}
        act = desk_log.record(
            campaign_id=membership.campaign_id,
            actor=actor,
            kind="login-link-made",
            now=now,
            reason=stated_reason,
            detail=detail,
        )
        openly.announce(
            act, f"{actor.get_username()} created a one-time sign-in link for {user.get_username()}"
        )
        text = (
            "If you did not ask a GM for a sign-in link, sign in with your password. This "
            "deactivates the link."
        )
        desk_log.notify(act, [user.pk], text, "desk-log/", subject="yours")
    return row, token


def look_up(*, token: str, now: datetime) -> LoginLink:
    """Return the link with this token if it works. Raise LinkSpent if it does not."""
    with scopes_disabled():
        row = (
            LoginLink.objects.select_related("user", "made_by", "campaign")
            .filter(token_hash=_hash(token))
            .first()
        )
        return _require_valid(row, now)


def use(*, token: str, now: datetime) -> LoginLink:
    """Mark the link as used, and return it. Raise LinkSpent if it does not work."""
    link = look_up(token=token, now=now)
    with club(link.campaign_id):
        row = _require_valid(locked(link), now)
        row.used_at = now
        row.save(update_fields=["used_at"])
    return link


def session_data(link: LoginLink, password: str) -> dict[str, str]:
    """Return the session data for a new password, which is kept until its owner is fully signed in.

    It contains only a hash of the password.
    """
    return {"link": str(link.pk), "hash": make_password(password)}


def finish(*, user: User, link: UUID, hashed: str, now: datetime) -> None:
    """Set the password chosen with a link, end all other sessions, and notify the person."""
    with scopes_disabled():
        row = LoginLink.objects.filter(
            pk=link, user=user, used_at__gt=now - PASSWORD_LIFETIME
        ).first()
    if row is None:
        return
    with club(row.campaign_id):
        user.password = hashed
        user.save(update_fields=["password"])
        text = (
            "You signed in with a sign-in link. Your password was changed, and you were signed "
            "out everywhere else. API tokens still work."
        )
        notices.notify(
            [user.pk],
            row.campaign_id,
            ClubNotice.LOGIN_LINK_USED,
            text,
            "desk-log/",
            f"login-link-used:{row.pk}",
            now,
        )


def revoke_all(user: User, now: datetime) -> None:
    """Revoke all links for a person, because they have a newer link or have signed in."""
    with scopes_disabled():
        LoginLink.objects.filter(user=user, used_at=None, revoked_at=None).update(revoked_at=now)


def _require_valid(row: LoginLink | None, now: datetime) -> LoginLink:
    """Return the link if it still works and its creator still has the right to create it."""
    if row is None or row.used_at or row.revoked_at or row.expires_at <= now or not _is_backed(row):
        raise LinkSpent(
            "This sign-in link is no longer valid. Ask a GM of your club for a new one."
        )
    return row


def _is_backed(row: LoginLink) -> bool:
    maker = people.membership(row.made_by, row.campaign_id)
    membership = people.membership(row.user, row.campaign_id)
    return (
        maker is not None
        and maker.role == Membership.Role.GM
        and membership is not None
        and _answers_for(row.made_by, row.user)
    )


def _answers_for(gm: User, user: User) -> bool:
    """Return whether the GM is responsible for the person.

    This is the case if the actor is a GM in all of the person's clubs, and the person is not a site
    administrator.
    """
    if user.is_staff or user.is_superuser or not user.is_active:
        return False
    with scopes_disabled():
        clubs = Membership.objects.filter(user=user, left_at=None).values_list(
            "campaign_id", flat=True
        )
        gm_clubs = Membership.objects.filter(
            user=gm, left_at=None, role=Membership.Role.GM
        ).values_list("campaign_id", flat=True)
        return set(clubs) <= set(gm_clubs)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
