"""Outboxes, in which messages are stored in the transaction of their event (see `delivery_worker`).

As a result, nothing is sent about an event that was rolled back, and all messages are sent even if
a worker dies, or if the broker or the mail server is down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol
from uuid import UUID

from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.kinds import kind_of
from core.notifications.models import (
    Delivery,
    Notice,
    Outgoing,
    OwnHook,
    OwnHookDelivery,
    PushDelivery,
    PushSubscription,
)
from core.notifications.rules.topics import ChannelName
from core.notifications.selectors.reach import Reach, reach
from core.web import bulk, clock

MAIL_DELAY: Final = timedelta(minutes=3)
"""Delay of emails. People who read a notice on the site during this time get no email about it, and
several notices are combined into one email.
"""
OTHER_DELAY: Final = timedelta(seconds=30)
"""Delay of messages to devices and webhooks."""


class Timed(Protocol):
    """A row that has the time of its event."""

    pk: UUID
    at: datetime


def put_deliveries(notices: Sequence[Notice]) -> None:
    """Add deliveries of new notices to the outboxes.

    If nobody has chosen to get any of them, this takes two queries.

    Quiet hours and the daily email only postpone a delivery. The worker checks them again.
    """
    people = reach({row.user_id for row in notices})
    wanted_notices = [
        row for row in notices if row.user_id in people and any(_targets(row, people[row.user_id]))
    ]
    with scopes_disabled():
        new = set(
            Notice.objects.filter(
                pk__among=frozenset([row.pk for row in wanted_notices])
            ).values_list("pk", flat=True)
        )
    times = added_at(wanted_notices)
    rows_by_model: dict[type[Outgoing], list[Outgoing]] = {}
    for row in wanted_notices:
        if row.pk in new:
            for delivery in _deliveries(row, people[row.user_id], times[row.pk]):
                rows_by_model.setdefault(type(delivery), []).append(delivery)
    for rows in rows_by_model.values():
        bulk.insert(rows)


def _targets(notice: Notice, person: Reach) -> Iterator[tuple[ChannelName, UUID]]:
    topic, topics = kind_of(notice.kind).topic, person.preferences.topics
    targets: Mapping[ChannelName, Sequence[UUID]] = {
        ChannelName.MAIL: [notice.user_id] if person.address else (),
        ChannelName.PUSH: person.devices,
        ChannelName.HOOK: person.hooks,
    }
    for channel, target_ids in targets.items():
        if topic in topics[channel]:
            yield from ((channel, target) for target in target_ids)


def _deliveries(notice: Notice, person: Reach, added_at: datetime) -> Iterator[Outgoing]:
    topic = kind_of(notice.kind).topic
    for channel, target in _targets(notice, person):
        ready = added_at + (MAIL_DELAY if channel == ChannelName.MAIL else OTHER_DELAY)
        due = person.leaves_at(ready, channel, topic, notice.until)
        match channel:
            case ChannelName.MAIL:
                yield Delivery(user_id=target, notice_id=notice.pk, at=added_at, next_at=due)
            case ChannelName.PUSH:
                yield PushDelivery(
                    subscription_id=target, notice_id=notice.pk, at=added_at, next_at=due
                )
            case ChannelName.HOOK:
                yield OwnHookDelivery(hook_id=target, notice_id=notice.pk, at=added_at, next_at=due)


def added_at(rows: Sequence[Timed]) -> dict[UUID, datetime]:
    """Return when each row is added. This is the time of its event, but not earlier than now."""
    if not rows:
        return {}
    now = clock.now()
    return {row.pk: max(row.at, now) for row in rows}


def put_test(*, user: User, now: datetime) -> Delivery:
    """Add a test email to a person to the outbox."""
    return Delivery.objects.create(user=user, at=now, next_at=now)


def put_push_test(*, device: PushSubscription, now: datetime) -> PushDelivery:
    """Add a test message to a browser to the outbox."""
    return PushDelivery.objects.create(subscription=device, at=now, next_at=now)


def put_hook_test(*, hook: OwnHook, now: datetime) -> OwnHookDelivery:
    """Add a test message to a person's webhook to the outbox."""
    return OwnHookDelivery.objects.create(hook=hook, at=now, next_at=now)
