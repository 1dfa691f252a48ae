"""Services for public actions.

If someone can see a team's secrets without the owners' consent, the whole club is notified
immediately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.selectors import people
from core.notifications.kinds import kind_of
from core.notifications.services import notices

from . import news

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from campaign.league.models import DeskAct, Week


def announce(
    act: DeskAct,
    sentence: str,
    *,
    path: str = "desk-log/",
    week: Week | None = None,
    also: Iterable[UUID] = (),
) -> None:
    """Publish an action from the desk log with its reason, and notify every member.

    `sentence` has no full stop. `also` has further people to notify, who are no longer members.
    """
    cause = f"{act.kind}:{act.pk}"
    text = f"{sentence}: {act.reason}" if act.reason else f"{sentence}."
    news.publish(
        [
            news.Item(
                act.campaign_id,
                kind_of(act.kind),
                text[:500],
                cause,
                act.at,
                week=week.pk if week else None,
            )
        ]
    )
    members = people.members([act.campaign_id]).get(act.campaign_id, ())
    recipients = dict.fromkeys((*members, *sorted(also)))
    notices.send(
        notices.Message(
            user, act.campaign_id, kind_of(act.kind), f"{sentence}."[:300], path, cause, act.at
        )
        for user in recipients
    )
