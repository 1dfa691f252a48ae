"""A person's pending task, which is a row in every list of tasks, both on pages and in the API."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from campaign.league.models import Campaign, Team, Week
from play.selectors.turns import Turn


class TeamWeek(NamedTuple):
    """A team whose orders the person writes in a week. `as_deputy` is true if the team is not their
    own.
    """

    team: Team
    week: Week
    as_deputy: bool = False


class DeskSubject(NamedTuple):
    """The club whose GM has a task, and the week or team that the task is about."""

    campaign: Campaign
    week: Week | None = None
    team: Team | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A task, with its page and deadline. A task about orders also has the order sheet's state.

    If `idle` is true, there is no pending task, and the task only says what happens next. `place`
    is for lists that cover several clubs. `kind`, `turn`, `team_week` and `desk` are for programs.
    A week's fight has both a `turn` and a `team_week`.
    """

    title: str
    text: str = ""
    url: str = ""
    action: str = ""
    due: datetime | None = None
    state: str = ""
    urgent: bool = False
    idle: bool = False
    kind: str = ""
    place: str = ""
    turn: Turn | None = None
    team_week: TeamWeek | None = None
    desk: DeskSubject | None = None


def ranked(tasks: Iterable[Task]) -> tuple[Task, ...]:
    """Return urgent tasks first, then other tasks in the given order.

    An idle task is left out unless it comes first.
    """
    sorted_tasks = sorted(tasks, key=lambda task: (not task.urgent, task.idle))
    return tuple(task for index, task in enumerate(sorted_tasks) if not (task.idle and index))
