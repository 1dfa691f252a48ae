"""The relay: sends what waits in the outbox. Any number of processes may run it at any time; each takes what nobody else has.

1. Claim: lock what is due (`FOR UPDATE SKIP LOCKED`), count the attempt, put it off for the lease, commit. A worker that dies leaves it
   to the next one once the lease is over.
2. Send, outside of any transaction: all that is due for one person in one letter, for one hook in one message.
3. Say what became of it. What failed is tried again, later and later; after the last attempt its state says so to whom it concerns.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import F
from django_scopes import scopes_disabled

from campaign.models import Delivery, Hook
from campaign.rules.topics import topic_of
from campaign.selectors.post import Mailbox, mailboxes

from . import clock, outside
from .letters import letter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from django.core.mail.backends.base import BaseEmailBackend

log = structlog.get_logger(__name__)
State = Delivery.State

BATCH: Final = 100
SECONDS: Final = 60.0
"""How long one call may begin new batches; well within a task's time limit."""
LEASE: Final = timedelta(minutes=5)
"""How long a claim keeps others away: longer than a batch may take."""
AGAIN: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=8))
"""How long after each attempt the next one follows; after the last there is none."""
STALE: Final = timedelta(days=2)
"""What could not leave for so long is no news any more: after a long outage, or in a copy of an old database, nothing floods anybody."""
DONE: Final = range(200, 300)
BROKEN: Final = 500
GONE: Final = frozenset({401, 403, 404, 410})
TOO_MANY: Final = 429


class Fate(NamedTuple):
    """What became of deliveries that left together: their state; for those to be tried again, why and in how many seconds at least."""

    state: Delivery.State
    fault: str = ""
    wait: float = 0.0


def relay() -> Mapping[str, int]:
    """Send what is due, until nothing is or the time is up; how many deliveries came to which end."""
    began, done = monotonic(), Counter[str]()
    with scopes_disabled():
        while monotonic() < began + SECONDS and (claimed := _claim()):
            done.update(_send_all(claimed, until=began + SECONDS))
    return done


@transaction.atomic
def _claim() -> tuple[UUID, ...]:
    now = clock.now()
    due = Delivery.objects.filter(state=State.WAITING, next_at__lte=now)
    due.filter(attempts__gt=len(AGAIN)).update(state=State.FAILED, done_at=now, fault="cut short")
    ids = tuple(due.order_by("next_at").select_for_update(skip_locked=True, of=("self",), no_key=True).values_list("pk", flat=True)[:BATCH])
    Delivery.objects.filter(pk__in=ids).update(attempts=F("attempts") + 1, next_at=now + LEASE)
    return ids


def _send_all(ids: Sequence[UUID], *, until: float) -> Counter[str]:
    """Send what was claimed; when the time is up, the rest is put back as it was."""
    rows = Delivery.objects.filter(pk__among=frozenset(ids)).select_related("notice__campaign", "hook__campaign", "news", "user")
    groups: dict[object, list[Delivery]] = defaultdict(list)
    for row in rows.order_by("at", "news__position", "id"):
        groups[row.user_id or row.hook_id].append(row)
    boxes, now, done = mailboxes({row.user_id for row in rows if row.user_id}), clock.now(), Counter[str]()
    post = get_connection()
    try:
        for together in groups.values():
            if monotonic() >= until:
                _put_back(together, now)
                continue
            needed = [row for row in together if _is_needed(row, boxes, now)]
            done.update(_mark([row for row in together if row not in needed], Fate(State.NEEDLESS)))
            if needed:
                done.update(_mark(needed, _deliver(needed, boxes, post)))
    finally:
        _hang_up(post)
    return done


def _put_back(rows: Sequence[Delivery], now: datetime) -> None:
    ids = [row.pk for row in rows]
    Delivery.objects.filter(pk__in=ids, state=State.WAITING).update(attempts=F("attempts") - 1, next_at=now)


def _hang_up(post: BaseEmailBackend) -> None:
    with suppress(SMTPException, OSError):
        post.close()


def _is_needed(row: Delivery, boxes: Mapping[UUID, Mailbox], now: datetime) -> bool:
    """Whether it is still worth sending: wanted, unread, young enough, and to somebody who is there."""
    if now - row.at > STALE:
        return False
    if row.hook is not None:
        return row.hook.stopped_at is None
    box = boxes.get(row.user_id) if row.user_id else None
    if box is None or row.notice is None:
        return box is not None
    return row.notice.read_at is None and topic_of(row.notice.kind) in box.topics


def _deliver(rows: Sequence[Delivery], boxes: Mapping[UUID, Mailbox], post: BaseEmailBackend) -> Fate:
    first = rows[0]
    if first.hook is not None:
        return _to_hook(first.hook, rows)
    assert first.user_id is not None  # noqa: S101 - a constraint of the table
    return _to_person(boxes[first.user_id].address, first.user_id, rows, post)


def _to_person(address: str, user: UUID, rows: Sequence[Delivery], post: BaseEmailBackend) -> Fate:
    """One letter, over the connection of the one before; after a fault, over a new one. What a mail server answers may quote the address:
    only its number is kept.
    """
    try:
        post.open()
        post.send_messages([letter(to=address, user=user, deliveries=rows)])
    except SMTPRecipientsRefused as refused:
        _hang_up(post)
        numbers = [code for code, _ in refused.recipients.values()]
        return _refused(max(numbers, default=0))
    except SMTPResponseException as error:
        _hang_up(post)
        return _refused(error.smtp_code)
    except (SMTPException, OSError) as error:
        _hang_up(post)
        return Fate(State.WAITING, type(error).__name__)
    return Fate(State.SENT)


def _refused(code: int) -> Fate:
    fault = f"the mail server answered {code}"
    return Fate(State.FAILED if code >= BROKEN else State.WAITING, fault)


def _to_hook(hook: Hook, rows: Sequence[Delivery]) -> Fate:
    answer = outside.tell(hook, [row.news for row in rows if row.news is not None])
    if answer.status in DONE:
        return Fate(State.SENT)
    fault = answer.fault or f"the other side answered {answer.status}"
    if answer.status in GONE:
        Hook.objects.filter(pk=hook.pk, stopped_at=None).update(stopped_at=clock.now(), stopped_why=fault[:80])
        return Fate(State.FAILED, fault)
    again = answer.status in {0, TOO_MANY} or answer.status >= BROKEN
    return Fate(State.WAITING if again else State.FAILED, fault, answer.wait)


@transaction.atomic
def _mark(rows: Sequence[Delivery], fate: Fate) -> Counter[str]:
    """Write down what became of them. Whatever is to be tried again comes later each time; after the last attempt it has failed."""
    done: Counter[str] = Counter()
    now = clock.now()
    for row in rows:
        tried = row.attempts
        again = fate.state == State.WAITING and tried <= len(AGAIN)
        state = fate.state if again or fate.state != State.WAITING else State.FAILED
        later = max(AGAIN[min(tried, len(AGAIN)) - 1], timedelta(seconds=fate.wait))
        changed = {"next_at": now + later} if again else {"done_at": now}
        Delivery.objects.filter(pk=row.pk, state=State.WAITING).update(state=state, fault=fate.fault[:80], **changed)
        done[str(state)] += 1
    if fate.fault:
        log.warning("not_delivered", deliveries=len(rows), to="hook" if rows[0].hook_id else "person", fault=fate.fault)
    return done
