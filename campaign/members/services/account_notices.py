"""Services for notices about a person's account and their API tokens."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from core.accounts.models import User
from core.notifications.services import notices


def notify_of_token(user: User, sentence: str, cause: str, now: datetime) -> None:
    """Notify a person, outside of any club, that one of their API tokens expires soon."""
    path = reverse("tokens")
    notices.notify([user.pk], None, ClubNotice.TOKEN_ENDS, sentence, path, cause, now)


def notify_of_change(user: User, sentence: str, now: datetime) -> None:
    """Notify a person of a change to their account. The notice belongs to their first club.

    People who are in no club have no inbox.
    """
    notices.send(
        notices.Message(
            user.pk,
            row.campaign_id,
            ClubNotice.ACCOUNT_CHANGED,
            sentence,
            "",
            f"account-changed:{now.isoformat()}",
            now,
        )
        for row in people.memberships_of(user)[:1]
    )
