"""Work that must happen: find due weeks, claim them, do about fifty at once, park what fails three
times.

The week's row is the truth. A stage may be called at any time, by any number of processes, as often
as one likes: it does what is due and not done, and nothing else. The rules of the game:

1. Claim: lock due rows (`FOR UPDATE SKIP LOCKED`), count the attempt, commit. A worker that dies
later has left its mark; for
   a few seconds nobody else takes the same rows on.
2. Work: lock the same rows again, leave out what another worker finished meanwhile, do all of them
   in one transaction.
3. If that raises, do them one by one, each in its own transaction, so that one bad week spoils no
   other.
4. A week that was claimed before and not done may have killed its worker: it is claimed alone,
   after all fresh ones.
5. A week that failed three times is parked with its fault for the GM; everybody else goes on.
6. That the database cannot be written is no week's fault: the tick ends, and the next one tries.

Locks are taken in one order everywhere: week, match, team, then what belongs to it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final
from uuid import UUID

import structlog
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet

from campaign.league.models import Week
from core.web import clock
from core.web.prepared import Keys, PlannedAnewInScope
from core.web.unwritable import is_unwritable

from . import failed_weeks
from .time_limits import garbage_left, within

log = structlog.get_logger(__name__)

BATCH: Final = 50
TRIES: Final = 3
LEASE: Final = timedelta(seconds=5)
"""How long a claim keeps others away: longer than it ever takes from the claim to the lock that
does so from then on.
"""
BATCH_SECONDS: Final = 40.0
ALONE_SECONDS: Final = 10.0
"""How long a batch, or a week alone, may take; together well within the task's time limit."""


class StillDue(RuntimeError):
    """A stage did its work and the week waits for the same stage again: it would do so for ever."""


@dataclass(frozen=True)
class Stage:
    """One step of a week's life.

    `due(at)` are the weeks that wait for it, by one query whatever the moment: its SQL is made
    once. `work(weeks, at)` does it for locked rows and moves them on, so that they are due no
    longer. `prepare(at)` comes before, with nothing locked, and never raises.
    """

    name: str
    due: Callable[[datetime], QuerySet[Week]]
    work: Callable[[Sequence[Week], datetime], None]
    prepare: Callable[[datetime], None] = lambda at: None  # noqa: ARG005 - most need nothing

    @cached_property
    def fresh(self) -> PlannedAnewInScope[UUID]:
        """The ids of as many weeks as a batch takes that are due and that nobody has claimed
        before, locked.
        """
        return PlannedAnewInScope(
            lambda at, besides: _locking(
                _not_parked(self.due(at), besides).filter(attempts=0).order_by("due_at")[:BATCH]
            ),
            at=datetime,
            besides=Keys,
        )

    @cached_property
    def still(self) -> PlannedAnewInScope[Week]:
        """Those of some weeks that are due, to be worked on."""
        return PlannedAnewInScope(
            lambda at, weeks: (
                self.due(at)
                .filter(pk__among=weeks)
                .select_related("season__campaign")
                .order_by("id")
            ),
            at=datetime,
            weeks=Keys,
        )

    @cached_property
    def left(self) -> PlannedAnewInScope[UUID]:
        """The id of one of some weeks that is due, if there is any."""
        return PlannedAnewInScope(
            lambda at, weeks: (
                self.due(at).filter(pk__among=weeks).order_by().values_list("pk", flat=True)[:1]
            ),
            at=datetime,
            weeks=Keys,
        )


def only(stage: Stage, week_id: UUID) -> Stage:
    """The same stage for this week alone."""
    return replace(stage, due=lambda at: stage.due(at).filter(pk=week_id))


@dataclass(frozen=True)
class Batch:
    """What one run did: the weeks it claimed, and those among them whose work raised."""

    claimed: tuple[UUID, ...] = ()
    failed: tuple[UUID, ...] = ()


def run(stage: Stage, *, at: datetime, besides: Collection[UUID] = ()) -> Batch:
    """Do one batch of a stage, leaving out the weeks named in `besides`. An empty batch means that
    nothing is to be had.
    """
    claimed = _claim(stage, at, besides)
    if len(claimed) > 1 and _all_at_once(stage, claimed, at):
        return Batch(claimed=claimed)
    return Batch(
        claimed=claimed,
        failed=tuple([week_id for week_id in claimed if not _alone(stage, week_id, at)]),
    )


def run_all(stage: Stage, *, at: datetime) -> int:
    """Do batches until nothing of the stage is to be had; how many weeks were done.

    A week that fails is tried once a call, so that a fault that passes by itself has time to.
    """
    stage.prepare(at)
    done, failed = 0, set[UUID]()
    while (batch := run(stage, at=at, besides=failed)).claimed:
        failed.update(batch.failed)
        done += len(batch.claimed) - len(batch.failed)
    return done


@transaction.atomic
def _claim(stage: Stage, at: datetime, besides: Collection[UUID]) -> tuple[UUID, ...]:
    """Take on fresh weeks; when there are none, one that was cut short, parking on the way what was
    so too often.
    """
    now = clock.now()
    claimed = stage.fresh.all(at=at, besides=besides)
    if not claimed and Week.objects.filter(attempts__gt=0, parked_at=None).exists():
        waiting = _not_parked(stage.due(at), besides).order_by("due_at")
        unclaimed = Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)
        failed_weeks.park(
            tuple(_locking(waiting.filter(unclaimed, attempts__gte=TRIES))),
            at=now,
            fault=f"{stage.name}: cut short {TRIES} times",
        )
        claimed = tuple(_locking(waiting.filter(unclaimed, attempts__range=(1, TRIES - 1))[:1]))
    _weeks(claimed).update(attempts=F("attempts") + 1, claimed_at=now)
    return claimed


def _not_parked(weeks: QuerySet[Week], besides: Collection[UUID]) -> QuerySet[Week]:
    return weeks.filter(parked_at=None).exclude(pk__among=frozenset(besides))


def _locking(weeks: QuerySet[Week]) -> QuerySet[Week, UUID]:
    """The ids of these weeks, locked, without those that others hold."""
    rows = weeks.select_for_update(skip_locked=True, of=("self",), no_key=True)
    return rows.values_list("id", flat=True)


@transaction.atomic
def _together(stage: Stage, ids: Sequence[UUID], at: datetime, seconds: float) -> None:
    held = _weeks(ids).order_by("id").select_for_update(no_key=True).values_list("pk", flat=True)
    weeks = stage.still.all(at=at, weeks=held)  # asked after the lock: it hangs on other rows
    if not weeks:
        return
    with within(seconds), garbage_left():
        stage.work(weeks, at)
    if stage.left.all(at=at, weeks=ids):
        raise StillDue(stage.name)
    _weeks([week.pk for week in weeks]).update(attempts=0, claimed_at=None, fault="")


def _all_at_once(stage: Stage, ids: Sequence[UUID], at: datetime) -> bool:
    try:
        _together(stage, ids, at, BATCH_SECONDS)
    except Exception as error:
        if is_unwritable(error):
            _give_back(ids)
            raise
        log.warning("batch_failed", stage=stage.name, weeks=len(ids), **_where(error))
        return False
    return True


def _alone(stage: Stage, week_id: UUID, at: datetime) -> bool:
    try:
        _together(stage, [week_id], at, ALONE_SECONDS)
    except Exception as error:
        if is_unwritable(error):
            _give_back([week_id])
            raise
        log.error("week_failed", stage=stage.name, week=str(week_id), **_where(error))  # noqa: TRY400 - its text may quote orders
        _failed(stage, week_id, error)
        return False
    return True


def _give_back(ids: Sequence[UUID]) -> None:
    """Take back the attempt that a claim counted: no week is at fault for a database that cannot be
    written, and the tick ends here. Where even that cannot be written, the attempt stays counted.
    """
    with suppress(DatabaseError):
        _weeks(ids).filter(attempts__gt=0).update(attempts=F("attempts") - 1, claimed_at=None)


def _where(error: Exception) -> dict[str, str]:
    """What a log may say of a fault: its kind and place. Its text may quote orders, and stays
    out. What the rules had in hand is let go first: it may be all the memory there is.
    """
    traceback.clear_frames(error.__traceback__)
    return {
        "fault": type(error).__name__,
        "frames": "".join(traceback.format_tb(error.__traceback__)),
    }


@transaction.atomic
def _failed(stage: Stage, week_id: UUID, error: Exception) -> None:
    """Keep the kind of fault, never its text: a text may quote orders."""
    fault = f"{stage.name}: {type(error).__name__}"
    _weeks([week_id]).update(fault=fault, claimed_at=None)
    if _weeks([week_id]).filter(attempts__gte=TRIES).exists():
        failed_weeks.park([week_id], at=clock.now(), fault=fault)


def _weeks(ids: Sequence[UUID]) -> QuerySet[Week]:
    return Week.objects.filter(pk__in=ids)
