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
        "Their hour has come, and nobody has opened, resolved, settled or closed them.",
        "See that a worker or the loop runs, and what their logs say of it.",
    ),
    "parked": Words(
        "A week is parked",
        "Its work failed three times. All others go on; its club waits, and its GMs were told.",
        "Look for week_failed in the workers' logs. When the cause is mended, the GM has it tried "
        "again from the desk.",
    ),
    "clocks": Words(
        "Clocks at tables ran out, and nobody moves for them",
        "Whoever sits there waits for a move that the house should have made.",
        "See that a worker or the loop runs, and what their logs say of default_move_failed.",
    ),
    "tournaments": Words(
        "Tournaments do not go on",
        "They are to begin, or their round is over, and nobody takes them on.",
        "See that a worker or the loop runs, and what their logs say of tournament_not_advanced.",
    ),
    "outbox": Words(
        "Letters or news do not leave",
        "They are due, and nobody takes them. Nothing is lost: they leave late.",
        "See that manage.py tick --loop --only post runs, and what its log says.",
    ),
    "tick": Words(
        "The tick stands still",
        "No week is opened, resolved, settled or closed, by anybody.",
        "Start the worker and the scheduler, or the loop; their logs say why they stopped.",
    ),
    "runner": Words(
        "One of those who run the tick stands still",
        "Another does its work: nobody is late yet. There is no second one behind it.",
        "worker: see that Redis, the scheduler and the worker run. loop: see that manage.py tick "
        "--loop --only weeks does.",
    ),
}
