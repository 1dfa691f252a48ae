"""Records that several subjects share."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from campaign.league.models import Season, Team, Week
from core.web.api.operations import Record
from core.web.api.shapes import Number
from core.web.records import filled

Role: TypeAlias = Literal["gm", "player", "spectator"]
Status: TypeAlias = Literal["planned", "open", "playing", "settled", "closed", "void"]
Season_ = Annotated[
    Number | None, Meta(description="Season number. Defaults to the latest season.")
]


class TeamRef(Record):
    """A team, named."""

    slug: str
    name: str


def team_ref(team: Team) -> TeamRef:
    """The team, named."""
    return TeamRef(slug=team.slug, name=team.name)


class Moments(Record):
    """When a week opens, when orders are due, when all is published, when the duel is driven, when
    it closes.
    """

    opens_at: datetime
    due_at: datetime
    settle_at: datetime
    duel_at: datetime
    closes_at: datetime


def moments(week: Week) -> Moments:
    """The week's moments."""
    return filled(Moments, week)


class WeekRef(Record):
    """A week, and where it stands."""

    number: int
    status: Status
    moments: Moments


def week_ref(week: Week) -> WeekRef:
    """The week, and where it stands."""
    return WeekRef(number=week.number, status=status_of(week), moments=moments(week))


def status_of(week: Week) -> Status:
    """The week's status in the API's words, which are the model's."""
    found: Status = week.status  # type: ignore[assignment]
    return found


class SeasonOut(Record):
    """A season."""

    number: int
    name: str
    opened_at: datetime
    closed_at: datetime | None


def season_out(season: Season) -> SeasonOut:
    """The season."""
    return filled(SeasonOut, season)
