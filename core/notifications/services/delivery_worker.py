"""The delivery worker: sends what waits in the outboxes. Any number of processes may run it at any
time; each takes what nobody else has.

1. Claim: lock what is due (`FOR UPDATE SKIP LOCKED`), count the attempt, put it off for the lease,
commit. A worker that dies
   leaves it to the next one once the lease is over.
2. Send, outside of any transaction: all that is due for one receiver leaves together.
3. Write down what became of it. What failed is tried again, later and later; after the last attempt
its state says so to whom it
   concerns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict, deque
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from traceback import format_tb
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

import structlog
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django_scopes import scopes_disabled

from core.notifications.models import Outgoing
from core.uptime.services import quarantine
from core.web import clock

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from uuid import UUID

log = structlog.get_logger(__name__)
State = Outgoing.State
RowT = TypeVar("RowT", bound=Outgoing)

BATCH: Final = 100
SECONDS: Final = 20.0
"""Seconds in which one call begins new messages; the next call goes on."""
LEASE: Final = timedelta(minutes=5)
"""How long a claim keeps others away: longer than a batch may take."""
AGAIN: Final = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
)
"""How long after each attempt the next one follows; after the last there is none."""
STALE: Final = timedelta(days=2)
"""What could not leave for so long is no news any more: after a long outage, or in a copy of an old
database, nothing floods anybody.
"""
ATTEMPTS: Final = 3
"""So often it is tried to write down what became of something."""
UNWRITTEN: Final = "the message could not be created"
"""The fault of what no letter or message can be made of."""


class DeliveryResult(NamedTuple):
    """What became of deliveries that left together: their state; for those to be tried again, why
    and in how many seconds at least.
    """

    state: Outgoing.State
    fault: str = ""
    wait: float = 0.0


class Channel(ABC, Generic[RowT]):
    """A way out, for one batch of rows of its own outbox: mail, devices, hooks."""

    model: ClassVar[type[Outgoing]]

    @abstractmethod
    def claimed(self, ids: Sequence[UUID]) -> list[RowT]:
        """These rows, in the order in which they are told, with all that sending them needs."""

    @abstractmethod
    def receiver(self, row: RowT) -> Hashable:
        """Whom it goes to: what goes to one receiver leaves together."""

    @abstractmethod
    def is_needed(self, row: RowT, at: datetime) -> bool:
        """Whether it is still worth sending at this moment: wanted, true, and to somebody who is
        there.
        """

    def not_before(self, row: RowT, at: datetime) -> datetime | None:
        """When it may leave, where that is not now: somebody wants no messages at this hour."""
        return None

    @abstractmethod
    def send(self, rows: Sequence[RowT]) -> DeliveryResult:
        """Send what leaves together."""

    def hang_up(self) -> None:
        """Close what is open; the next message opens it anew."""


CHANNELS: Final[list[type[Channel[Any]]]] = []


def register(channel: type[Channel[Any]]) -> type[Channel[Any]]:
    """Deliver over this channel from now on."""
    if channel not in CHANNELS:
        CHANNELS.append(channel)
    return channel


def deliver(
    *, seconds: float = SECONDS, is_stopped: Callable[[], bool] = lambda: False
) -> Mapping[str, int]:
    """Send what is due until nothing is, the time is up, or `is_stopped` says that the process is
    to end; how many deliveries came to which end. Nothing while the site is in quarantine: it
    waits.
    """
    if quarantine.holds():
        return {}
    until, done, busy = monotonic() + seconds, Counter[str](), deque(CHANNELS)

    def is_over() -> bool:
        return monotonic() >= until or is_stopped()

    with scopes_disabled():
        while busy and not is_over():
            channel = busy.popleft()
            if ids := _claim(channel.model):
                done.update(_send_all(channel(), ids, is_over))
                busy.append(channel)
    return done


@transaction.atomic
def _claim(model: type[Outgoing]) -> tuple[UUID, ...]:
    now, rows = clock.now(), model._default_manager
    due = rows.filter(state=State.WAITING, next_at__lte=now)
    due.filter(attempts__gt=len(AGAIN)).update(state=State.FAILED, done_at=now, fault="cut short")
    free = due.order_by("next_at").select_for_update(skip_locked=True, of=("self",), no_key=True)
    ids = tuple(free.values_list("pk", flat=True)[:BATCH])
    rows.filter(pk__in=ids).update(attempts=F("attempts") + 1, next_at=now + LEASE)
    return ids


def _send_all(
    channel: Channel[Any], ids: Sequence[UUID], is_over: Callable[[], bool]
) -> Counter[str]:
    """Send what was claimed; when the time is over, the rest is put back as it was."""
    groups: dict[Hashable, list[Any]] = defaultdict(list)
    for row in channel.claimed(ids):
        groups[channel.receiver(row)].append(row)
    now, done = clock.now(), Counter[str]()
    try:
        for together in groups.values():
            if is_over():
                _put_back(together, now)
                continue
            needed = [
                row for row in together if now - row.at <= STALE and channel.is_needed(row, now)
            ]
            done.update(
                _write_down(
                    [row for row in together if row not in needed], DeliveryResult(State.NEEDLESS)
                )
            )
            if leaving := _without_those_that_wait(channel, needed, now):
                done.update(_write_down(leaving, _deliver(channel, leaving)))
    finally:
        channel.hang_up()
    return done


def _without_those_that_wait(
    channel: Channel[Any], rows: Sequence[Any], now: datetime
) -> list[Any]:
    """What may leave now; the rest is put back until it may."""
    leaving = []
    for row in rows:
        if (later := channel.not_before(row, now)) is None:
            leaving.append(row)
        else:
            _put_back([row], later)
    return leaving


def _put_back(rows: Sequence[Outgoing], due: datetime) -> None:
    ids = [row.pk for row in rows]
    waiting = type(rows[0])._default_manager.filter(pk__in=ids, state=State.WAITING)
    waiting.update(attempts=F("attempts") - 1, next_at=due)


def _deliver(channel: Channel[Any], rows: Sequence[Outgoing]) -> DeliveryResult:
    """Send what leaves together. Whatever is wrong with it keeps nothing else up."""
    try:
        return channel.send(rows)
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest of the batch leaves
        channel.hang_up()
        frames = "".join(format_tb(error.__traceback__))
        log.error("sending_failed", kind=type(error).__name__, frames=frames)  # noqa: TRY400 - its text may quote addresses
        return DeliveryResult(
            State.WAITING, UNWRITTEN if isinstance(error, ValueError) else type(error).__name__
        )


def _write_down(rows: Sequence[Outgoing], result: DeliveryResult) -> Counter[str]:
    """Mark them, and do not give up when the database is busy or gone for a moment: what left and
    is not marked leaves again.
    """
    for _ in range(ATTEMPTS - 1):
        with suppress(OperationalError):
            return _mark(rows, result)
        connection.close_if_unusable_or_obsolete()
    return _mark(rows, result)


@transaction.atomic
def _mark(rows: Sequence[Outgoing], result: DeliveryResult) -> Counter[str]:
    """Write down what became of them. Whatever is to be tried again comes later each time; after
    the last attempt it has failed.
    """
    done: Counter[str] = Counter()
    now = clock.now()
    for row in rows:
        tried = row.attempts
        again = result.state == State.WAITING and tried <= len(AGAIN)
        state = result.state if again or result.state != State.WAITING else State.FAILED
        later = max(AGAIN[min(tried, len(AGAIN)) - 1], timedelta(seconds=result.wait))
        changed = {"next_at": now + later} if again else {"done_at": now}
        waiting = type(row)._default_manager.filter(pk=row.pk, state=State.WAITING)
        waiting.update(state=state, fault=result.fault[:80], **changed)
        done[str(state)] += 1
    if result.fault:
        log.warning(
            "not_delivered",
            deliveries=len(rows),
            channel=type(rows[0]).__name__,
            fault=result.fault,
        )
    return done
