"""The delivery worker, which sends messages from the outboxes.

Any number of processes can run it at the same time. Each process works in three steps:

1. Claim due messages. Lock their rows (`FOR UPDATE SKIP LOCKED`), count the attempt, postpone the
   rows by the duration of the claim, and commit. If a worker dies, another one takes over after
   that time.
2. Send the messages, outside of transactions. All due messages for one receiver are sent together.
3. Store the result. A failed message is retried with growing delays, a limited number of times.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from traceback import format_tb
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar
from uuid import UUID

import structlog
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django_scopes import scopes_disabled

from core.notifications.models import Outgoing
from core.uptime.services import quarantine
from core.web import clock

log = structlog.get_logger(__name__)
State = Outgoing.State
RowT = TypeVar("RowT", bound=Outgoing)

BATCH: Final = 100
SECONDS: Final = 20.0
"""Seconds during which one call starts to send messages. The next call continues with the rest."""
LEASE: Final = timedelta(minutes=5)
"""Duration of a claim. It must be longer than the time it takes to send a batch."""
RETRY_DELAYS: Final = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
)
"""Delays after failed attempts. After the last of them, no further attempt is made."""
MAX_AGE: Final = timedelta(days=2)
"""Maximum age of messages that are sent. After a long outage or a restore, older messages are
dropped.
"""
MAX_STORE_ATTEMPTS: Final = 3
"""Maximum number of attempts to store a result."""
NOT_COMPOSED: Final = "the message could not be created"
"""Error message for a message that could not be composed."""


class DeliveryResult(NamedTuple):
    """The new state of deliveries that were sent together. For a retry, it includes the reason and
    the minimum delay in seconds.
    """

    state: Outgoing.State
    fault: str = ""
    wait: float = 0.0


class Channel(ABC, Generic[RowT]):
    """A channel, such as email, devices or webhooks, that sends messages from its outbox in
    batches.
    """

    model: ClassVar[type[Outgoing]]

    @abstractmethod
    def load(self, ids: Sequence[UUID]) -> list[RowT]:
        """Return these rows in the order of their events, with all data needed for sending."""

    @abstractmethod
    def receiver(self, row: RowT) -> Hashable:
        """Return the receiver. Messages to the same receiver are sent together."""

    @abstractmethod
    def is_needed(self, row: RowT, now: datetime) -> bool:
        """Return whether a message is still worth sending."""

    def not_before(self, row: RowT, now: datetime) -> datetime | None:
        """Return when the message can be sent, or None if it can be sent now. Quiet hours can
        postpone a message.
        """
        return None

    @abstractmethod
    def send(self, rows: Sequence[RowT]) -> DeliveryResult:
        """Send messages to one receiver."""

    def hang_up(self) -> None:
        """Close connections. The next message opens a new one."""


CHANNELS: Final[list[type[Channel[Any]]]] = []


def register(channel: type[Channel[Any]]) -> type[Channel[Any]]:
    """Register a channel for deliveries."""
    if channel not in CHANNELS:
        CHANNELS.append(channel)
    return channel


def deliver(
    *, seconds: float = SECONDS, is_stopped: Callable[[], bool] = lambda: False
) -> Mapping[str, int]:
    """Send due messages until none is left, time is up, or `is_stopped` returns true.

    Return the number of messages for each result. During a quarantine, send nothing.
    """
    if quarantine.is_active():
        return {}
    until, counts, channels = monotonic() + seconds, Counter[str](), deque(CHANNELS)

    def is_over() -> bool:
        return monotonic() >= until or is_stopped()

    with scopes_disabled():
        while channels and not is_over():
            channel = channels.popleft()
            if ids := _claim(channel.model):
                counts.update(_send_all(channel(), ids, is_over))
                channels.append(channel)
    return counts


@transaction.atomic
def _claim(model: type[Outgoing]) -> tuple[UUID, ...]:
    now, rows = clock.now(), model._default_manager
    due = rows.filter(state=State.WAITING, next_at__lte=now)
    due.filter(attempts__gt=len(RETRY_DELAYS)).update(
        state=State.FAILED, done_at=now, fault="cut short"
    )
    free = due.order_by("next_at").select_for_update(skip_locked=True, of=("self",), no_key=True)
    ids = tuple(free.values_list("pk", flat=True)[:BATCH])
    rows.filter(pk__in=ids).update(attempts=F("attempts") + 1, next_at=now + LEASE)
    return ids


def _send_all(
    channel: Channel[Any], ids: Sequence[UUID], is_over: Callable[[], bool]
) -> Counter[str]:
    """Send claimed messages. When time is up, release the rest."""
    groups: dict[Hashable, list[Any]] = defaultdict(list)
    for row in channel.load(ids):
        groups[channel.receiver(row)].append(row)
    now, counts = clock.now(), Counter[str]()
    try:
        for group in groups.values():
            if is_over():
                _put_back(group, now)
                continue
            needed = [
                row for row in group if now - row.at <= MAX_AGE and channel.is_needed(row, now)
            ]
            counts.update(
                _store_result(
                    [row for row in group if row not in needed], DeliveryResult(State.NEEDLESS)
                )
            )
            if leaving := _sendable(channel, needed, now):
                counts.update(_store_result(leaving, _deliver(channel, leaving)))
    finally:
        channel.hang_up()
    return counts


def _sendable(channel: Channel[Any], rows: Sequence[Any], now: datetime) -> list[Any]:
    """Return the messages that can be sent now, and postpone the others."""
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
    """Send messages to one receiver. Errors do not affect other messages."""
    try:
        return channel.send(rows)
    except Exception as error:  # noqa: BLE001 - the rest of the batch is still sent
        channel.hang_up()
        frames = "".join(format_tb(error.__traceback__))
        log.error("sending_failed", kind=type(error).__name__, frames=frames)  # noqa: TRY400 - its text can quote addresses
        return DeliveryResult(
            State.WAITING, NOT_COMPOSED if isinstance(error, ValueError) else type(error).__name__
        )


def _store_result(rows: Sequence[Outgoing], result: DeliveryResult) -> Counter[str]:
    """Store the result, and retry if the database is busy or unavailable.

    A message that was sent but not marked would be sent again.
    """
    for _ in range(MAX_STORE_ATTEMPTS - 1):
        with suppress(OperationalError):
            return _mark(rows, result)
        connection.close_if_unusable_or_obsolete()
    return _mark(rows, result)


@transaction.atomic
def _mark(rows: Sequence[Outgoing], result: DeliveryResult) -> Counter[str]:
    """Store the result.

    Each retry is delayed longer than the previous one. After the last attempt, the message is
    marked as failed.
    """
    counts: Counter[str] = Counter()
    now = clock.now()
    for row in rows:
        attempts = row.attempts
        is_retry = result.state == State.WAITING and attempts <= len(RETRY_DELAYS)
        state = result.state if is_retry or result.state != State.WAITING else State.FAILED
        later = max(
            RETRY_DELAYS[min(attempts, len(RETRY_DELAYS)) - 1], timedelta(seconds=result.wait)
        )
        changes = {"next_at": now + later} if is_retry else {"done_at": now}
        waiting = type(row)._default_manager.filter(pk=row.pk, state=State.WAITING)
        waiting.update(state=state, fault=result.fault[:80], **changes)
        counts[str(state)] += 1
    if result.fault:
        log.warning(
            "not_delivered",
            deliveries=len(rows),
            channel=type(rows[0]).__name__,
            fault=result.fault,
        )
    return counts
