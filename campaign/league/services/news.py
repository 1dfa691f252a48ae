"""Public news: what the whole club may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.league.models import News
from core.web import bulk

from . import hook_outbox

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID


class Item(NamedTuple):
    """One line of news. `position` is its fixed place among those of the same moment; `cause` is
    unique in the campaign.
    """

    campaign: UUID
    kind: str
    text: str
    cause: str
    at: datetime
    position: int = 0
    week: UUID | None = None


def publish(items: Iterable[Item]) -> None:
    """Publish news, of any number of campaigns. What was published before under the same cause
    stays as it is.

    It goes to the clubs' hooks too (`hook_outbox`).
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
    hook_outbox.put_posts(rows)
