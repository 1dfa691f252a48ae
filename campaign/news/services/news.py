"""Services for publishing a club's news."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.news.models import News
from core.web import bulk

from . import hook_outbox

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID


class Item(NamedTuple):
    """A line of news.

    `position` is the place of the line among lines with the same time. `cause` is unique in the
    campaign.
    """

    campaign: UUID
    kind: str
    text: str
    cause: str
    at: datetime
    position: int = 0
    week: UUID | None = None


def publish(items: Iterable[Item]) -> None:
    """Publish news in any number of campaigns, and send it to the clubs' hooks (`hook_outbox`).

    If news with the same cause has already been published, it stays unchanged.
    """
    rows = [
        News(
            campaign_id=item.campaign,
            kind=item.kind,
            text=item.text,
            cause=item.cause,
            at=item.at,
            position=item.position,
            week_id=item.week,
        )
        for item in items
    ]
    bulk.insert_missing(rows)
    hook_outbox.queue_news(rows)
