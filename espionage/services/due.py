"""Processing of due weeks.

Due weeks are found, claimed and processed in batches of about fifty. Failed weeks are parked. The
week's row is the only state. Any number of processes can call a stage at any time and as often as
they like. A stage only does work that is due and not yet done.

1. Claim: lock due rows (`FOR UPDATE SKIP LOCKED`), count the attempt, and commit. If the worker
   then dies, the attempt has been counted. For a few seconds, no other worker claims the same rows.
2. Work: lock the same rows again, skip those that another worker has finished, and process the rest
   in one transaction.
3. If this raises an error, process the weeks one by one in separate transactions, so that a bad
   week does not affect the others.
4. A week that was claimed before but is not done may have killed its worker. It is claimed alone,
   after all weeks without an attempt.
5. A week that has failed three times is parked for the GM, and its fault is recorded. If it took
   too long, it is tried again every hour, up to `MAX_SLOW_ATTEMPTS`.
6. If the database is not writable, no week is at fault. The tick ends, and the next tick tries
   again.

Locks are always taken in the same order: week, match, team, then the team's rows.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Final
from uuid import UUID

import structlog
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet

from campaign.league.models import Week
from core.web import clock
from core.web.unwritable import is_unwritable

from . import failed_weeks
from .time_limits import cpu_limit, garbage_collection_paused, is_about_time, limit_statements

log = structlog.get_logger(__name__)

BATCH_WEEKS: Final = 50
MAX_ATTEMPTS: Final = 3
LEASE: Final = timedelta(seconds=5)
"""Time for which other workers skip a week after it was claimed.

The lease is longer than the time from the claim until the week's row is locked again.
"""
RETRY_AFTER: Final = timedelta(hours=1)
"""Time after which a week is tried again that was parked because it took too long."""
MAX_SLOW_ATTEMPTS: Final = 9
"""Maximum number of attempts for a week that takes too long, including those before parking."""
BATCH_SECONDS: Final = 40.0
ALONE_SECONDS: Final = 10.0
"""Limits on the CPU time of a batch and of a single week, in seconds.

The sum of both is well below the task's time limit.
"""


class StillDue(RuntimeError):
    """The stage has run, but the week is still due for it and would be due forever."""


@dataclass(frozen=True)
class Stage:
    """A step that weeks go through.

    `due(now)` returns the weeks that need it, with the same query for every time. All of them have
    one of the `statuses`. `work(weeks, now)` processes locked rows, which are no longer due
    afterwards. `prepare(now)` runs first, without locks, and never raises an error.
    """

    name: str
    statuses: Collection[str]
    due: Callable[[datetime], QuerySet[Week]]
    work: Callable[[Sequence[Week], datetime], None]
    prepare: Callable[[datetime], None] = lambda now: None  # noqa: ARG005 - most stages need nothing


def limit_to_week(stage: Stage, week_id: UUID) -> Stage:
    """Return the same stage, restricted to this week."""
    return replace(stage, due=lambda now: stage.due(now).filter(pk=week_id))


@dataclass(frozen=True)
class Batch:
    """The weeks that a run claimed, and those whose processing raised an error."""

    claimed: tuple[UUID, ...] = ()
    failed: tuple[UUID, ...] = ()


def run_batch(stage: Stage, *, now: datetime, excluded: Collection[UUID] = ()) -> Batch:
    """Process one batch of weeks in a stage, leaving out the weeks in `excluded`.

    The batch is empty if no week is available.
    """
    claimed = _claim(stage, now, excluded)
    if len(claimed) > 1 and _try_together(stage, claimed, now):
        return Batch(claimed=claimed)
    return Batch(
        claimed=claimed,
        failed=tuple([week_id for week_id in claimed if not _try_alone(stage, week_id, now)]),
    )


def run_stages(stages: Iterable[Stage], *, now: datetime) -> Counter[str]:
    """Process the weeks that are due, stage by stage. Return the number of weeks in each stage.

    A stage is skipped if no week of any club has one of its statuses. This check saves the stage's
    own query, which is more expensive.
    """
    counts = Counter[str]()
    has_weeks = cache(_has_weeks)
    for stage in stages:
        if any(has_weeks(status) for status in stage.statuses):
            counts[stage.name] = run_all(stage, now=now)
            if counts[stage.name]:
                has_weeks.cache_clear()
    return counts


def _has_weeks(status: str) -> bool:
    """Return whether any week has this status."""
    return Week.objects.filter(status=status).exists()


def run_all(stage: Stage, *, now: datetime) -> int:
    """Process batches until no week is available for the stage.

    Return the number of weeks processed. A week that fails is tried only once per call, so that a
    temporary fault has time to pass.
    """
    stage.prepare(now)
    done_count, failed = 0, set[UUID]()
    while (batch := run_batch(stage, now=now, excluded=failed)).claimed:
        failed.update(batch.failed)
        done_count += len(batch.claimed) - len(batch.failed)
    return done_count


@transaction.atomic
def _claim(stage: Stage, now: datetime, excluded: Collection[UUID]) -> tuple[UUID, ...]:
    """Claim weeks without an attempt, or else one week whose processing was interrupted or took too
    long.

    Weeks that were interrupted too often are parked.
    """
    claimed_at = clock.now()
    tried = Week.objects.filter(attempts__gt=0)
    waited = Q(
        parked_at__lte=claimed_at - RETRY_AFTER,
        attempts__lt=MAX_SLOW_ATTEMPTS,
        fault__endswith=Week.TIME_FAULT,
    )
    weeks = stage.due(now).exclude(pk__among=frozenset(excluded)).order_by("due_at")
    due_weeks = weeks.filter(parked_at=None)
    claimed = tuple(_lock_ids(due_weeks.filter(attempts=0)[:BATCH_WEEKS]))
    if not claimed and tried.filter(Q(parked_at=None) | waited).exists():
        unclaimed = Q(claimed_at=None) | Q(claimed_at__lte=claimed_at - LEASE)
        failed_weeks.park(
            tuple(_lock_ids(due_weeks.filter(unclaimed, attempts__gte=MAX_ATTEMPTS))),
            now=claimed_at,
            fault=f"{stage.name}: interrupted {MAX_ATTEMPTS} times",
        )
        claimed = tuple(
            _lock_ids(due_weeks.filter(unclaimed, attempts__range=(1, MAX_ATTEMPTS - 1))[:1])
        )
        if not claimed:
            claimed = tuple(_lock_ids(weeks.filter(waited)[:1]))
            _weeks(claimed).update(parked_at=claimed_at)
    _weeks(claimed).update(attempts=F("attempts") + 1, claimed_at=claimed_at)
    return claimed


def _lock_ids(weeks: QuerySet[Week]) -> QuerySet[Week, UUID]:
    """Lock these weeks and return their ids. Weeks that others have locked are skipped."""
    rows = weeks.select_for_update(skip_locked=True, of=("self",), no_key=True)
    return rows.values_list("id", flat=True)


@transaction.atomic
def _process(stage: Stage, ids: Sequence[UUID], now: datetime, seconds: float) -> None:
    locked_ids = (
        _weeks(ids).order_by("id").select_for_update(no_key=True).values_list("pk", flat=True)
    )
    # after locking: the condition depends on other rows
    due = stage.due(now).filter(pk__among=tuple(locked_ids))
    weeks = tuple(due.select_related("season__campaign").order_by("id"))
    if not weeks:
        return
    limit_statements()
    with cpu_limit(seconds), garbage_collection_paused():
        stage.work(weeks, now)
    if stage.due(now).filter(pk__among=ids).exists():
        raise StillDue(stage.name)
    _weeks([week.pk for week in weeks]).update(
        attempts=0, claimed_at=None, parked_at=None, fault=""
    )


def _try_together(stage: Stage, ids: Sequence[UUID], now: datetime) -> bool:
    try:
        _process(stage, ids, now, BATCH_SECONDS)
    except Exception as error:
        if is_unwritable(error):
            _undo_attempt(ids)
            raise
        log.warning("batch_failed", stage=stage.name, weeks=len(ids), **_describe(error))
        return False
    return True


def _try_alone(stage: Stage, week_id: UUID, now: datetime) -> bool:
    try:
        _process(stage, [week_id], now, ALONE_SECONDS)
    except Exception as error:
        if is_unwritable(error):
            _undo_attempt([week_id])
            raise
        log.error("week_failed", stage=stage.name, week=str(week_id), **_describe(error))  # noqa: TRY400 - its text may quote orders
        _record_failure(stage, week_id, error)
        return False
    return True


def _undo_attempt(ids: Sequence[UUID]) -> None:
    """Undo the attempt that a claim counted, because the database is not writable.

    If this cannot be written either, the attempt stays counted.
    """
    with suppress(DatabaseError):
        _weeks(ids).filter(attempts__gt=0).update(attempts=F("attempts") - 1, claimed_at=None)


def _describe(error: Exception) -> dict[str, str]:
    """Return the kind and place of a fault for the log.

    The message is left out, because it can quote orders. The frames are cleared first, because the
    rules' state can take up all memory.
    """
    traceback.clear_frames(error.__traceback__)
    return {
        "fault": type(error).__name__,
        "frames": "".join(traceback.format_tb(error.__traceback__)),
    }


@transaction.atomic
def _record_failure(stage: Stage, week_id: UUID, error: Exception) -> None:
    """Record the kind of fault, but never its message, which can quote orders."""
    kind = Week.TIME_FAULT if is_about_time(error) else type(error).__name__
    fault = f"{stage.name}: {kind}"
    _weeks([week_id]).update(fault=fault, claimed_at=None)
    if _weeks([week_id]).filter(attempts__gte=MAX_ATTEMPTS, parked_at=None).exists():
        failed_weeks.park([week_id], now=clock.now(), fault=fault)


def _weeks(ids: Sequence[UUID]) -> QuerySet[Week]:
    return Week.objects.filter(pk__in=ids)
