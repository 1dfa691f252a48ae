"""Records that several parts of a club's API share."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from campaign.league.models import Season, Team, Week
from core.web.api.operations import Record
from core.web.api.paging import Paged
from core.web.api.shapes import Number
from core.web.records import filled

Role: TypeAlias = Literal["gm", "player", "spectator"]
Status: TypeAlias = Literal["planned", "open", "playing", "settled", "closed", "void"]
Season_ = Annotated[
    Number | None, Meta(description="Season number. Defaults to the latest season.")
]


class SeasonPage(Paged):
    """Query parameters: the season of a week, and the page."""

    season: Season_ = None


class TeamRef(Record):
    """The slug and name of a team."""

    slug: str
    name: str


def team_ref(team: Team) -> TeamRef:
    """Return a reference to a team, with its slug and name."""
    return TeamRef(slug=team.slug, name=team.name)


class Moments(Record):
    """The times at which a week opens, orders are due, reports are published, the duel starts and
    the week closes.
    """

    opens_at: datetime
    due_at: datetime
    settle_at: datetime
    duel_at: datetime
    closes_at: datetime


def moments(week: Week) -> Moments:
    """Return the week's times."""
    return filled(Moments, week)


class WeekRef(Record):
    """A reference to a week, with its status."""

    number: int
    status: Status
    moments: Moments


def week_ref(week: Week) -> WeekRef:
    """Return a reference to a week, with its status."""
    return WeekRef(number=week.number, status=status_of(week), moments=moments(week))


def status_of(week: Week) -> Status:
    """Return the week's status. The values are those of the model."""
    status: Status = week.status  # type: ignore[assignment]
    return status


class SeasonOut(Record):
    """A season."""

    number: int
    name: str
    opened_at: datetime
    closed_at: datetime | None


def season_out(season: Season) -> SeasonOut:
    """Return the record of a season."""
    return filled(SeasonOut, season)
