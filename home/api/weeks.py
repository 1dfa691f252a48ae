"""A week with what the game that is played in it has promised."""

from __future__ import annotations

from datetime import UTC, datetime

from campaign.league.api.permissions import ClubCall, club_door, find_week
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.api.weeks import SeasonQuery, WeekOut, week_fields
from campaign.league.selectors import seasons
from core.web.api.operations import Record
from core.web.moments import told
from engine.draws import Draw, Source
from espionage.selectors import week_status
from espionage.selectors.ready import who_is_away, who_is_ready


class Promised(Record):
    """What the week has promised so far, in hexadecimal; "" for what is not published yet. `source`
    is what was announced to be drawn after the deadline, `draw` what was; `frozen_at` is when the
    sheets were sealed; `seed` is opened when the season is closed. `picked` dice
    are chosen by the site for a demonstration and prove nothing: their `seed_hash` is replaced
    after the deadline.
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
    """A time that the deadline was moved."""

    at: datetime
    by: str | None
    reason: str


class OrdersIn(Record):
    """Whether a team's orders are in: sealed or passed, or a bot stands in, whatever somebody has
    written meanwhile. A draft is not. With `away` it is not waited for: all who run it are on
    holiday until after the deadline.
    """

    team: TeamRef
    ready: bool
    away: bool


class AwayOut(Record):
    """A team all of whose people are on holiday, and when the first of them is back."""

    team: TeamRef
    until: datetime


class WeekDetail(WeekOut):
    """A week with its promises and the times its deadline was moved; `orders_in` is null unless the
    week is open and its house rules show whose orders are in. `away` are the teams of an open week
    all of whose people are on holiday.
    """

    promises: Promised | None
    extensions: tuple[Extension, ...]
    orders_in: tuple[OrdersIn, ...] | None
    away: tuple[AwayOut, ...]


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int) -> WeekDetail:
    """A week: its times, what was promised before the dice fell, each time the deadline was
    moved.
    """
    week = find_week(call, number, query.season)
    found = week_status.promises(week)
    acts, ready = seasons.extensions(week), who_is_ready(week, call.now)
    return WeekDetail(
        **week_fields(week),
        promises=Promised(**found._asdict()) if found else None,
        extensions=tuple(
            Extension(
                at=act.at,
                by=act.actor.get_username() if act.actor else None,
                reason=told(act.reason, UTC),
            )
            for act in acts
        ),
        orders_in=None
        if ready is None
        else tuple(
            OrdersIn(team=team_ref(row.team), ready=row.ready, away=row.away) for row in ready
        ),
        away=tuple(
            AwayOut(team=team_ref(row.team), until=row.until) for row in who_is_away(week, call.now)
        ),
    )
