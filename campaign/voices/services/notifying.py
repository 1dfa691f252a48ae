"""Services for notices about posts.

A person has at most one unread notice per thread (C84).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.selectors import people
from campaign.voices.selectors.places import thread_path
from core.notifications.selectors.notices import unread_about
from core.notifications.services import notices

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Team
    from campaign.league.notice_kinds import ClubNotice
    from campaign.voices.models import Thread
    from core.accounts.models import User


def notify_members(
    thread: Thread,
    users: Iterable[UUID],
    kind: ClubNotice,
    text: str,
    *,
    author: User,
    now: datetime,
    reader: Team | None = None,
) -> None:
    """Notify these members about a thread, except the author and members who have an unread notice
    about it.

    `reader` is the team that receives letters.
    """
    path = thread_path(thread, reader)
    member_ids = set(people.members([thread.campaign_id]).get(thread.campaign_id, ()))
    recipients = [user for user in dict.fromkeys(users) if user != author.pk and user in member_ids]
    with_unread_notice = unread_about(recipients, thread.campaign_id, path)
    cause = f"{kind}:{thread.pk}:{now.timestamp()}"
    notices.send(
        notices.Message(user, thread.campaign_id, kind, text[:300], path, cause, now)
        for user in recipients
        if user not in with_unread_notice
    )
