"""The outbox: what is to leave the site, put down in the transaction of what it tells. Nothing is
sent here (`delivery_worker`).

So nothing is told that did not happen, and what happened is told although a worker died, the broker
is gone or a mail server is down.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from django_scopes import scopes_disabled

from core.notifications.kinds import kind_of
from core.notifications.models import Delivery, Notice
from core.notifications.selectors.deliveries import mailboxes
from core.web import bulk, clock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from core.accounts.models import User

GRACE: Final = timedelta(minutes=3)
"""So long a notice waits before it is mailed: who reads it on the site meanwhile needs no mail, and
what comes together leaves together.
"""


class Told(Protocol):
    """A row that says when what it tells of was so."""

    pk: UUID
    at: datetime


def put_letters(notices: Sequence[Notice]) -> None:
    """Put down mail for those of these new notices whose person wants it. One query where nobody
    does.
    """
    boxes = mailboxes({row.user_id for row in notices})
    chosen = [
        row
        for row in notices
        if row.user_id in boxes and kind_of(row.kind).topic in boxes[row.user_id].topics
    ]
    with scopes_disabled():
        new = set(
            Notice.objects.filter(pk__among=frozenset([row.pk for row in chosen])).values_list(
                "pk", flat=True
            )
        )
    at = put_at(chosen)
    bulk.insert(
        [
            Delivery(
                user_id=row.user_id, notice_id=row.pk, at=at[row.pk], next_at=at[row.pk] + GRACE
            )
            for row in chosen
            if row.pk in new
        ]
    )


def put_at(told: Sequence[Told]) -> dict[UUID, datetime]:
    """When each of these is put down: now, although it may tell of what was so days ago, such as a
    week that was stuck.
    """
    if not told:
        return {}
    now = clock.now()
    return {row.pk: max(row.at, now) for row in told}


def put_test(*, user: User, at: datetime) -> Delivery:
    """Put down a test letter to a person."""
    return Delivery.objects.create(user=user, at=at, next_at=at)
