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
from functools import cached_property
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from time import monotonic
from traceback import format_tb
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog
from django.core.mail import get_connection
from django.db import OperationalError, connection, transaction
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

    from .outside import Answer

log = structlog.get_logger(__name__)
State = Delivery.State

BATCH: Final = 100
SECONDS: Final = 20.0
"""How long one call may begin new letters; the bell rings again soon. Where one process does everything (`make run`, `tick --loop`), weeks
wait for no longer.
"""
LEASE: Final = timedelta(minutes=5)
"""How long a claim keeps others away: longer than a batch may take."""
AGAIN: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=8))
"""How long after each attempt the next one follows; after the last there is none."""
STALE: Final = timedelta(days=2)
"""What could not leave for so long is no news any more: after a long outage, or in a copy of an old database, nothing floods anybody."""
PENS: Final = 3
"""So often it is tried to write down what became of something."""
DONE: Final = range(200, 300)
BROKEN: Final = 500
GONE: Final = frozenset({401, 404, 410})
LATER: Final = frozenset({0, 403, 429})
"""No answer, a guard before the other side that is shut for a while, and too much at once."""
UNWRITTEN: Final = "it could not be written"
"""The fault of what no letter or message can be made of."""


class Fate(NamedTuple):
    """What became of deliveries that left together: their state; for those to be tried again, why and in how many seconds at least."""

    state: Delivery.State
    fault: str = ""
    wait: float = 0.0


class Way:
    """The way out, for one batch: one connection to the mail server for all its letters; after a fault, a new one. `deaf` is what becomes of
    messages to Discord once it does not answer.
    """

    def __init__(self) -> None:
        self.shut: Fate | None = None
        self.deaf: Fate | None = None

    @cached_property
    def post(self) -> BaseEmailBackend:
        return get_connection()

    def opened(self) -> Fate | None:
        """None when letters may go; else what becomes of this one and all after it: a server that lets nobody in is asked once."""
        if self.shut is None:
            try:
                self.post.open()
            except (SMTPException, OSError) as error:
                self.hang_up()
                self.shut = Fate(State.WAITING, _fault(error))
        return self.shut

    def hang_up(self) -> None:
        if "post" in vars(self):
            with suppress(SMTPException, OSError):
                self.post.close()


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
    claimed = Delivery.objects.filter(pk__among=frozenset(ids)).select_related("notice__campaign", "hook__campaign", "news", "user")
    rows = list(claimed.order_by("at", "notice__at", "news__at", "news__position", "id"))
    groups: dict[object, list[Delivery]] = defaultdict(list)
    for row in rows:
        groups[row.user_id or row.hook_id].append(row)
    boxes, now, done = mailboxes({row.user_id for row in rows if row.user_id}), clock.now(), Counter[str]()
    way = Way()
    try:
        for together in groups.values():
            if monotonic() >= until:
                _put_back(together, now)
                continue
            needed = [row for row in together if _is_needed(row, boxes, now)]
            done.update(_write_down([row for row in together if row not in needed], Fate(State.NEEDLESS)))
            if needed:
                done.update(_write_down(needed, _deliver(needed, boxes, way)))
    finally:
        way.hang_up()
    return done


def _put_back(rows: Sequence[Delivery], now: datetime) -> None:
    ids = [row.pk for row in rows]
    Delivery.objects.filter(pk__in=ids, state=State.WAITING).update(attempts=F("attempts") - 1, next_at=now)


def _is_needed(row: Delivery, boxes: Mapping[UUID, Mailbox], now: datetime) -> bool:
    """Whether it is still worth sending: wanted, unread, young enough, to somebody who is there, and of a club that was not put away."""
    about = row.hook or row.notice
    if now - row.at > STALE or (about is not None and about.campaign.archived_at is not None):
        return False
    if row.hook is not None:
        return row.hook.stopped_at is None
    box = boxes.get(row.user_id) if row.user_id else None
    if box is None or row.notice is None:
        return box is not None
    return row.notice.read_at is None and topic_of(row.notice.kind) in box.topics


def _deliver(rows: Sequence[Delivery], boxes: Mapping[UUID, Mailbox], way: Way) -> Fate:
    """Send what leaves together. Whatever is wrong with it keeps nothing else up."""
    try:
        return _send(rows, boxes, way)
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest of the batch leaves
        way.hang_up()
        log.error("sending_failed", kind=type(error).__name__, frames="".join(format_tb(error.__traceback__)))  # noqa: TRY400 - its text may quote addresses
        return Fate(State.WAITING, UNWRITTEN if isinstance(error, ValueError) else type(error).__name__)


def _send(rows: Sequence[Delivery], boxes: Mapping[UUID, Mailbox], way: Way) -> Fate:
    first = rows[0]
    if first.hook is not None:
        return _to_hook(first.hook, rows, way)
    assert first.user_id is not None  # noqa: S101 - a constraint of the table
    return _to_person(boxes[first.user_id].address, first.user_id, rows, way)


def _to_person(address: str, user: UUID, rows: Sequence[Delivery], way: Way) -> Fate:
    """One letter. What a mail server answers may quote the address: only its number is kept. What it holds against the letter or its
    reader is final; what it holds against this site is tried again, since its owner can mend that.
    """
    if (shut := way.opened()) is not None:
        return shut
    try:
        way.post.send_messages([letter(to=address, user=user, deliveries=rows)])
    except SMTPRecipientsRefused as refused:
        way.hang_up()
        numbers = [code for code, _ in refused.recipients.values()]
        return _refused(max(numbers, default=0))
    except (SMTPException, OSError) as error:
        way.hang_up()
        if isinstance(error, SMTPResponseException) and not isinstance(error, SMTPSenderRefused):
            return _refused(error.smtp_code)
        return Fate(State.WAITING, _fault(error))
    return Fate(State.SENT)


def _fault(error: SMTPException | OSError) -> str:
    return _answered(error.smtp_code) if isinstance(error, SMTPResponseException) else type(error).__name__


def _answered(code: int) -> str:
    return f"the mail server answered {code}"


def _refused(code: int) -> Fate:
    return Fate(State.FAILED if code >= BROKEN else State.WAITING, _answered(code))


def _to_hook(hook: Hook, rows: Sequence[Delivery], way: Way) -> Fate:
    """One message. A GM may have taken the hook away since it was claimed, and a Discord that does not answer is asked once a batch."""
    if not Hook.objects.filter(pk=hook.pk, stopped_at=None).exists():
        return Fate(State.NEEDLESS)
    on_discord = hook.kind == Hook.Kind.DISCORD
    if on_discord and way.deaf is not None:
        return way.deaf
    answer = outside.tell(hook, [row.news for row in rows if row.news is not None])
    fate = _fate(hook, answer)
    if on_discord and answer.status == 0:
        way.deaf = fate
    return fate


def _fate(hook: Hook, answer: Answer) -> Fate:
    """What an answer makes of a message; a hook that is gone is stopped."""
    if answer.status in DONE:
        return Fate(State.SENT)
    fault = answer.fault or f"the other side answered {answer.status}"
    if answer.status in GONE:
        Hook.objects.filter(pk=hook.pk, stopped_at=None).update(stopped_at=clock.now(), stopped_why=fault[:80])
        return Fate(State.FAILED, fault)
    again = answer.status in LATER or answer.status >= BROKEN
    return Fate(State.WAITING if again else State.FAILED, fault, answer.wait)


def _write_down(rows: Sequence[Delivery], fate: Fate) -> Counter[str]:
    """Mark them, and do not give up when the database is busy or gone for a moment: what left and is not marked leaves again."""
    for _ in range(PENS - 1):
        with suppress(OperationalError):
            return _mark(rows, fate)
        connection.close_if_unusable_or_obsolete()
    return _mark(rows, fate)


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
