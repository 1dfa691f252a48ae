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
from core.notifications.models import Delivery, Notice, OwnHookDelivery, PushDelivery
from core.notifications.rules.topics import Way
from core.notifications.selectors.reach import Reach, reach
from core.web import bulk, clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from uuid import UUID

    from core.accounts.models import User
    from core.notifications.models import Outgoing, OwnHook, PushSubscription

GRACE: Final = timedelta(minutes=3)
"""So long a notice waits before it is mailed: who reads it on the site meanwhile needs no mail, and
what comes together leaves together.
"""
SOON: Final = timedelta(seconds=30)
"""So long before it goes to devices and hooks."""


class Told(Protocol):
    """A row that says when what it tells of was so."""

    pk: UUID
    at: datetime


def put_deliveries(notices: Sequence[Notice]) -> None:
    """Put down what of these new notices goes to whom by which ways. Two queries where nobody wants
    any.

    Hours in which a person wants nothing, and the hour of their daily letter, are a later moment
    here and no more; the worker looks again.
    """
    people = reach({row.user_id for row in notices})
    chosen = [
        row for row in notices if row.user_id in people and any(_ways(row, people[row.user_id]))
    ]
    with scopes_disabled():
        new = set(
            Notice.objects.filter(pk__among=frozenset([row.pk for row in chosen])).values_list(
                "pk", flat=True
            )
        )
    at = put_at(chosen)
    found: dict[type[Outgoing], list[Outgoing]] = {}
    for row in chosen:
        if row.pk in new:
            for delivery in _deliveries(row, people[row.user_id], at[row.pk]):
                found.setdefault(type(delivery), []).append(delivery)
    for rows in found.values():
        bulk.insert(rows)


def _ways(notice: Notice, person: Reach) -> Iterator[tuple[Way, UUID]]:
    """By which ways a notice goes to its person, and where to."""
    topic, wanted = kind_of(notice.kind).topic, person.wishes.topics
    places: Mapping[Way, Sequence[UUID]] = {
        Way.MAIL: [notice.user_id] if person.address else (),
        Way.PUSH: person.devices,
        Way.HOOK: person.hooks,
    }
    for way, there in places.items():
        if topic in wanted[way]:
            yield from ((way, place) for place in there)


def _deliveries(notice: Notice, person: Reach, at: datetime) -> Iterator[Outgoing]:
    topic = kind_of(notice.kind).topic
    for way, place in _ways(notice, person):
        ready = at + (GRACE if way == Way.MAIL else SOON)
        due = person.leaves_at(ready, way, topic, notice.until)
        match way:
            case Way.MAIL:
                yield Delivery(user_id=place, notice_id=notice.pk, at=at, next_at=due)
            case Way.PUSH:
                yield PushDelivery(subscription_id=place, notice_id=notice.pk, at=at, next_at=due)
            case Way.HOOK:
                yield OwnHookDelivery(hook_id=place, notice_id=notice.pk, at=at, next_at=due)


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


def put_push_test(*, device: PushSubscription, at: datetime) -> PushDelivery:
    """Put down a test message to a browser."""
    return PushDelivery.objects.create(subscription=device, at=at, next_at=at)


def put_hook_test(*, hook: OwnHook, at: datetime) -> OwnHookDelivery:
    """Put down a test message to a person's own hook."""
    return OwnHookDelivery.objects.create(hook=hook, at=at, next_at=at)
