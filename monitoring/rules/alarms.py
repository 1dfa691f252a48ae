"""Rules that detect problems from monitoring figures, and texts that describe the problems."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

TICK: Final = "tick"
"""Name of the job that opens, resolves, settles and closes weeks."""

Kind = Literal["weeks", "parked", "clocks", "tournaments", "outbox", "tick", "runner"]


class Backlog(NamedTuple):
    """The number of due items of one kind, and the time at which the oldest became due (None if
    there are none).
    """

    number: int = 0
    oldest: datetime | None = None

    def seconds(self, now: datetime) -> float:
        """Return how many seconds the oldest item has been due, or 0 if nothing is due."""
        return max(0.0, (now - self.oldest).total_seconds()) if self.oldest else 0.0


NO_BACKLOG: Final = Backlog()


class Parked(NamedTuple):
    """A week that failed repeatedly and waits for its GM."""

    week: str
    since: datetime


class Run(NamedTuple):
    """The last time that a runner finished a job."""

    job: str
    runner: str
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class Figures:
    """Monitoring figures at one moment, combined for all clubs. Only the ids of parked weeks could
    identify a club.

    `weeks` counts due weeks by stage, and `overdue` counts those that have been due for too long.
    `due` counts the messages that can be sent now, by outbox. `waiting` counts all unsent messages,
    by outbox. Their age is counted from when they were created.
    """

    measured_at: datetime
    weeks: Mapping[str, Backlog] = field(default_factory=dict)
    overdue: Mapping[str, int] = field(default_factory=dict)
    parked: tuple[Parked, ...] = ()
    clocks: Backlog = NO_BACKLOG
    bots: Backlog = NO_BACKLOG
    tournaments: Backlog = NO_BACKLOG
    due: Mapping[str, Backlog] = field(default_factory=dict)
    waiting: Mapping[str, Backlog] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()

    def last_run(self, job: str, runner: str = "") -> datetime | None:
        """Return when this runner, or any runner, last finished the job, or None."""
        return max(
            (run.finished_at for run in self.runs if run.job == job and runner in {"", run.runner}),
            default=None,
        )


class Finding(NamedTuple):
    """A problem. `about` distinguishes findings of the same kind, and `number` counts the affected
    items.
    """

    kind: Kind
    about: str = ""
    number: int = 1


OVERDUE_KINDS: Final[frozenset[Kind]] = frozenset(
    {"weeks", "clocks", "tournaments", "outbox", "tick"}
)
"""Kinds of problems that mean that due work is not being done. Parked weeks are not included,
because they wait for a GM. Stopped runners are not included, because other runners do their work.
"""


def findings(figures: Figures, *, late: timedelta, runners: Collection[str]) -> Iterator[Finding]:
    """Yield every problem. Due work can wait `late`. Each of the `runners` must run the tick."""
    before = figures.measured_at - late
    if number := sum(figures.overdue.values()):
        yield Finding("weeks", number=number)
    for parked in figures.parked:
        yield Finding("parked", parked.week)
    if _is_before(figures.clocks.oldest, before):
        yield Finding("clocks", number=figures.clocks.number)
    if _is_before(figures.tournaments.oldest, before):
        yield Finding("tournaments", number=figures.tournaments.number)
    for outbox, backlog in sorted(figures.due.items()):
        if _is_before(backlog.oldest, before):
            yield Finding("outbox", outbox, backlog.number)
    last_tick = figures.last_run(TICK)
    if last_tick is None or last_tick < before:
        yield Finding("tick")
        return
    for runner in sorted(runners):
        last_own_run = figures.last_run(TICK, runner)
        if last_own_run is None or last_own_run < before:
            yield Finding("runner", runner)


def _is_before(oldest: datetime | None, before: datetime) -> bool:
    return oldest is not None and oldest < before


class AlarmText(NamedTuple):
    """The texts for the site's owner about one kind of incident."""

    title: str
    meaning: str
    todo: str


ALARM_TEXTS: Final[Mapping[Kind, AlarmText]] = {
    "weeks": AlarmText(
        "Weeks are overdue",
        "Weeks are due, but no process has opened, resolved, settled or closed them.",
        "Check that a worker or the loop is running, and check its logs.",
    ),
    "parked": AlarmText(
        "A week is parked",
        "A job for this week failed three times. Other weeks are not affected. The GMs of the "
        "club were notified.",
        "Look for week_failed in the workers' logs. After you fix the cause, the GM can retry "
        "the week from the desk.",
    ),
    "clocks": AlarmText(
        "Clocks expired without a default move",
        "Players are waiting for a default move that was not made.",
        "Check that a worker or the loop is running. Look for default_move_failed in its logs.",
    ),
    "tournaments": AlarmText(
        "Tournaments are not advancing",
        "Tournaments are due to start or to begin the next round, but no process has advanced "
        "them.",
        "Check that a worker or the loop is running. Look for tournament_not_advanced in its logs.",
    ),
    "outbox": AlarmText(
        "Emails or messages are not being sent",
        "Emails or messages are due, but no process is sending them. Nothing is lost: they will "
        "be sent late.",
        "Check that manage.py tick --loop --only post is running, and check its log.",
    ),
    "tick": AlarmText(
        "The tick job is not running",
        "No process is opening, resolving, settling or closing weeks.",
        "Start the worker and the scheduler, or the loop. Check their logs to find out why they "
        "stopped.",
    ),
    "runner": AlarmText(
        "A tick process is not running",
        "Another process is doing its work, so nothing is late yet, but there is no backup.",
        "worker: check that Redis, the scheduler and the worker are running. loop: check that "
        "manage.py tick --loop --only weeks is running.",
    ),
}
