"""The outbox: what is to leave the site, put down in the transaction of what it tells. Nothing is sent here; `relay` sends.

So nothing is told that did not happen, and what happened is told although a worker died, the broker is gone or a mail server is down.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django_scopes import scopes_disabled

from campaign.models import Delivery, News, Notice
from campaign.rules.topics import topic_of
from campaign.selectors.post import mailboxes, working_hooks

from . import bulk, clock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from campaign.models import Hook, User

GRACE: Final = timedelta(minutes=3)
"""So long a notice waits before it is mailed: who reads it on the site meanwhile needs no mail, and what comes together leaves together."""


def put_letters(notices: Sequence[Notice]) -> None:
    """Put down mail for those of these new notices whose person wants it. One query where nobody does."""
    boxes = mailboxes({row.user_id for row in notices})
    chosen = [row for row in notices if row.user_id in boxes and topic_of(row.kind) in boxes[row.user_id].topics]
    with scopes_disabled():
        new = set(Notice.objects.filter(pk__among=frozenset([row.pk for row in chosen])).values_list("pk", flat=True))
    at = _moments(chosen)
    bulk.insert([
        Delivery(user_id=row.user_id, notice_id=row.pk, at=at[row.pk], next_at=at[row.pk] + GRACE) for row in chosen if row.pk in new
    ])  # fmt: skip


def put_posts(news: Sequence[News]) -> None:
    """Put down these new lines of news for the hooks of their clubs. One query where there is none."""
    hooks = working_hooks({row.campaign_id for row in news})
    chosen = [row for row in news if row.campaign_id in hooks]
    with scopes_disabled():
        new = set(News.objects.filter(pk__among=frozenset([row.pk for row in chosen])).values_list("pk", flat=True))
    at = _moments(chosen)
    bulk.insert([
        Delivery(hook_id=hook, news_id=row.pk, at=at[row.pk], next_at=at[row.pk])
        for row in chosen if row.pk in new for hook in hooks[row.campaign_id]
    ])  # fmt: skip


def _moments(told: Sequence[Notice] | Sequence[News]) -> dict[UUID, datetime]:
    """When each of these is put down: now, although it may tell of what was so days ago, such as a week that was stuck."""
    if not told:
        return {}
    now = clock.now()
    return {row.pk: max(row.at, now) for row in told}


def put_test(*, at: datetime, user: User | None = None, hook: Hook | None = None) -> Delivery:
    """Put down a test, to a person or to a hook."""
    return Delivery.objects.create(user=user, hook=hook, at=at, next_at=at)
