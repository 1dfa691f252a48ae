"""A week with what the game that is played in it has promised."""

from __future__ import annotations

from datetime import UTC, datetime

from campaign.league.api.permissions import ClubCall, club_door, find_week
from campaign.league.api.weeks import SeasonQuery, WeekOut, week_fields
from campaign.league.selectors import seasons
from core.web.api.operations import Record
from core.web.moments import told
from engine.draws import Draw, Source
from espionage.selectors import week_status


class Promised(Record):
    """What the week has promised so far, in hexadecimal; "" for what is not published yet. `source`
    is what was announced to be drawn after the deadline, `draw` what was; `frozen_at` is when the
    sheets were sealed; `seed` is opened when the season is closed.
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


class Extension(Record):
    """A time that the deadline was moved."""

    at: datetime
    by: str | None
    reason: str


class WeekDetail(WeekOut):
    """A week with its promises and the times its deadline was moved."""

    promises: Promised | None
    extensions: tuple[Extension, ...]


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int) -> WeekDetail:
    """A week: its times, what was promised before the dice fell, each time the deadline was
    moved.
    """
    week = find_week(call, number, query.season)
    found = week_status.promises(week)
    acts = seasons.extensions(week)
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
    )
