"""API operation for a week and its commitments."""

from __future__ import annotations

from datetime import UTC, datetime

from campaign.calendar.api.weeks import SeasonQuery, WeekOut, week_fields
from campaign.league.api.permissions import ClubCall, club_door, find_week
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.selectors import seasons
from core.web.api.operations import Record
from core.web.moments import localize
from engine.draws import Draw, Source
from espionage.selectors import week_status
from espionage.selectors.ready import away_teams, ready_teams


class Promised(Record):
    """The commitments that the week has published so far, in hexadecimal. Unpublished values are
    "". `source` is the announced source of the draw after the deadline, and `draw` is its result.
    `frozen_at` is when the sheets were sealed. `seed` is revealed when the season is closed. If
    `picked` is true, the site chose the dice for a demonstration, so they prove nothing, and their
    `seed_hash` is replaced after the deadline.
    """

    seed_hash: str
    salt_root: str
    source: Source | None
    order_root: str
    frozen_at: datetime | None
    draw: Draw | None
    dice_root: str
    told_root: str
    seed: str
    picked: bool


class Extension(Record):
    """An extension of a deadline."""

    at: datetime
    by: str | None
    reason: str


class OrdersIn(Record):
    """The state of a team's orders. `ready` means that the orders are sealed, that the team has
    passed, or that a bot writes the orders. A draft is not `ready`. The club does not wait for a
    team that is `away`, because all its people are on holiday until after the deadline.
    """

    team: TeamRef
    ready: bool
    away: bool


class AwayOut(Record):
    """A team whose people are all on holiday. `until` is when the first of these people returns."""

    team: TeamRef
    until: datetime


class WeekDetail(WeekOut):
    """A week with its commitments and deadline extensions. `orders_in` is null unless the week is
    open and its house rules show which orders have been sent. `away` lists the teams of an open
    week whose people are all on holiday.
    """

    promises: Promised | None
    extensions: tuple[Extension, ...]
    orders_in: tuple[OrdersIn, ...] | None
    away: tuple[AwayOut, ...]


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int) -> WeekDetail:
    """Return a week with its times and commitments.

    The commitments were made before the dice were rolled. Deadline extensions are also included.
    """
    week = find_week(call, number, query.season)
    promises = week_status.promises(week)
    acts, ready = seasons.deadline_changes(week), ready_teams(week, call.now)
    return WeekDetail(
        **week_fields(week),
        promises=Promised(**promises._asdict()) if promises else None,
        extensions=tuple(
            Extension(
                at=act.at,
                by=act.actor.get_username() if act.actor else None,
                reason=localize(act.reason, UTC),
            )
            for act in acts
        ),
        orders_in=None
        if ready is None
        else tuple(
            OrdersIn(team=team_ref(row.team), ready=row.ready, away=row.is_away) for row in ready
        ),
        away=tuple(
            AwayOut(team=team_ref(row.team), until=row.back_at)
            for row in away_teams(week, call.now)
        ),
    )
