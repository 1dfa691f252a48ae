"""Services for notices about posts. A person has at most one unread notice per thread (C84)."""

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


def tell(
    thread: Thread,
    users: Iterable[UUID],
    kind: ClubNotice,
    text: str,
    *,
    by: User,
    at: datetime,
    reader: Team | None = None,
) -> None:
    """Notify these members, except the author and members with an unread notice about the thread.

    `reader` is the team that receives letters.
    """
    path = thread_path(thread, reader)
    here = set(people.members([thread.campaign_id]).get(thread.campaign_id, ()))
    wanted = [user for user in dict.fromkeys(users) if user != by.pk and user in here]
    waiting = unread_about(wanted, thread.campaign_id, path)
    cause = f"{kind}:{thread.pk}:{at.timestamp()}"
    notices.send(
        notices.Message(user, thread.campaign_id, kind, text[:300], path, cause, at)
        for user in wanted
        if user not in waiting
    )
