"""Acts before everybody: what opens a team's sealed things without a yes of its owners is told to
the whole club in the same moment.
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
    said: str,
    *,
    path: str = "desk-log/",
    week: Week | None = None,
    besides: Iterable[UUID] = (),
) -> None:
    """Say what an act of the desk log did: `said`, with its reason, in the news, and a line in the
    inbox of every member.

    `said` is a sentence without its full stop. `besides` are people whom it concerns and who are
    members no more.
    """
    cause = f"{act.kind}:{act.pk}"
    text = f"{said}: {act.reason}" if act.reason else f"{said}."
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
    told = dict.fromkeys((*members, *sorted(besides)))
    notices.send(
        notices.Message(
            user, act.campaign_id, kind_of(act.kind), f"{said}."[:300], path, cause, act.at
        )
        for user in told
    )
