"""Changes to what lets a person in, as lines in their inbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from core.notifications.services import notices

if TYPE_CHECKING:
    from datetime import datetime

    from core.accounts.models import User


def tell_token(user: User, sentence: str, cause: str, at: datetime) -> None:
    """Put into the person's inbox that one of their API tokens ends soon. It is of no club."""
    path = reverse("tokens")
    notices.send([notices.Message(user.pk, None, ClubNotice.TOKEN_ENDS, sentence, path, cause, at)])


def tell(user: User, sentence: str, at: datetime) -> None:
    """Put it into the person's inbox, among the notices of their first club; who belongs to none
    has no inbox.
    """
    notices.send(
        notices.Message(
            user.pk,
            row.campaign_id,
            ClubNotice.ACCOUNT_CHANGED,
            sentence,
            "",
            f"account-changed:{at.isoformat()}",
            at,
        )
        for row in people.memberships_of(user)[:1]
    )
