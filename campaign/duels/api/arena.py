"""The progress of duels and events that the site drives, and where to watch them (C93, C101)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from campaign.duels.selectors.driven import DuelProgress, Stage, progress_of, progress_of_events
from campaign.house_rules.rules.house_record import DuelMode
from campaign.league.models import Duel, Week
from campaign.league.selectors.viewer import Viewer
from core.web.api.operations import Record


class ArenaOut(Record):
    """The progress of a duel that the site drives, and the table where people can watch it.

    The stage is "due" while the cars line up, "nobody" if fewer than two teams can drive, and
    "paper" if a GM took the duel out of the arena. In the last two stages, the duel is recorded by
    hand. In the mode "quick", doctrines drive all cars. In "live" and "slow", the people of each
    team drive at the table, and doctrines replace people who do not plan in time.
    """

    stage: Stage
    table: UUID | None
    mode: DuelMode


def arena_out(viewer: Viewer, duel: Duel, now: datetime) -> ArenaOut | None:
    """Return the progress of a duel, or None if the site does not drive it."""
    progress = progress_of(duel, now)
    return _out(viewer, progress) if progress else None


def arenas_out(
    viewer: Viewer, week: Week, events: Collection[Duel], now: datetime
) -> Mapping[UUID, ArenaOut]:
    """Return the progress of a week's events by id. This runs one query.

    Events that the site does not drive are left out.
    """
    progress_by_event = progress_of_events(week, events, now)
    return {event: _out(viewer, progress) for event, progress in progress_by_event.items()}


def _out(viewer: Viewer, progress: DuelProgress) -> ArenaOut:
    return ArenaOut(
        stage=progress.stage, table=progress.table_for(viewer.team_ids), mode=progress.mode
    )
