"""What is amiss with the site's own work, judged from figures; and how the owner is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

TICK: Final = "tick"
"""The job on which deadlines hang."""

Kind = Literal["weeks", "parked", "clocks", "tournaments", "outbox", "tick", "runner"]


class Backlog(NamedTuple):
    """Work of one sort: how much is due, and since when the oldest of it is (None: nothing is)."""

    number: int = 0
    oldest: datetime | None = None

    def seconds(self, at: datetime) -> float:
        """How long the oldest has been due at this moment; 0 where nothing is."""
        return max(0.0, (at - self.oldest).total_seconds()) if self.oldest else 0.0


NOTHING: Final = Backlog()


class Parked(NamedTuple):
    """A week that waits for its GM."""

    week: str
    since: datetime


class Run(NamedTuple):
    """When a job last ran to its end, by what."""

    job: str
    runner: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Figures:
    """How the site's own work stands at a moment: numbers over all clubs together, and nothing of
    any one of them but the ids of parked weeks.

    `weeks` is by stage, `overdue` how many of them have been due for too long. `due` and `waiting`
    are by outbox: what could leave now, and all that has not left, counted from when it was put
    there.
    """

    at: datetime
    weeks: Mapping[str, Backlog] = field(default_factory=dict)
    overdue: Mapping[str, int] = field(default_factory=dict)
    parked: tuple[Parked, ...] = ()
    clocks: Backlog = NOTHING
    bots: Backlog = NOTHING
    tournaments: Backlog = NOTHING
    due: Mapping[str, Backlog] = field(default_factory=dict)
    waiting: Mapping[str, Backlog] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()

    def last_run(self, job: str, runner: str = "") -> datetime | None:
        """When the job last ran, by this runner or by any; None for never."""
        return max(
            (run.at for run in self.runs if run.job == job and runner in {"", run.runner}),
            default=None,
        )


class Finding(NamedTuple):
    """One thing amiss. `about` tells two of a kind apart; `number` is of how many things."""

    kind: Kind
    about: str = ""
    number: int = 1


LATE: Final[frozenset[Kind]] = frozenset({"weeks", "clocks", "tournaments", "outbox", "tick"})
"""What the overdue canary tells: work that nobody does although its time has come. A parked week
waits for its GM, and a runner that stands still has others that do its work.
"""


def findings(figures: Figures, *, late: timedelta, runners: Collection[str]) -> Iterator[Finding]:
    """Everything amiss. `late` is how long due work may wait; `runners` are those that each have to
    run the tick by themselves.
    """
    before = figures.at - late
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
    last = figures.last_run(TICK)
    if last is None or last < before:
        yield Finding("tick")
        return
    for runner in sorted(runners):
        own = figures.last_run(TICK, runner)
        if own is None or own < before:
            yield Finding("runner", runner)


def _is_before(oldest: datetime | None, before: datetime) -> bool:
    return oldest is not None and oldest < before


class Words(NamedTuple):
    """How the owner is told of a kind of incident: what is so, what it means, what to do."""

    title: str
    meaning: str
    todo: str


WORDS: Final[Mapping[Kind, Words]] = {
    "weeks": Words(
        "Weeks are overdue",
        "Weeks are due, but no process has opened, resolved, settled or closed them.",
        "Check that a worker or the loop is running, and check its logs.",
    ),
    "parked": Words(
        "A week is parked",
        "A job for this week failed three times. Other weeks are not affected. The GMs of the "
        "club were notified.",
        "Look for week_failed in the workers' logs. After you fix the cause, the GM can retry "
        "the week from the desk.",
    ),
    "clocks": Words(
        "Clocks expired without a default move",
        "Players are waiting for a default move that was not made.",
        "Check that a worker or the loop is running. Look for default_move_failed in its logs.",
    ),
    "tournaments": Words(
        "Tournaments are not advancing",
        "Tournaments are due to start or to begin the next round, but no process has advanced "
        "them.",
        "Check that a worker or the loop is running. Look for tournament_not_advanced in its logs.",
    ),
    "outbox": Words(
        "Emails or messages are not being sent",
        "Emails or messages are due, but no process is sending them. Nothing is lost: they will "
        "be sent late.",
        "Check that manage.py tick --loop --only post is running, and check its log.",
    ),
    "tick": Words(
        "The tick job is not running",
        "No process is opening, resolving, settling or closing weeks.",
        "Start the worker and the scheduler, or the loop. Check their logs to find out why they "
        "stopped.",
    ),
    "runner": Words(
        "A tick process is not running",
        "Another process is doing its work, so nothing is late yet, but there is no backup.",
        "worker: check that Redis, the scheduler and the worker are running. loop: check that "
        "manage.py tick --loop --only weeks is running.",
    ),
}
