"""How far a duel or event that the site drives has come, and where I may watch it (C93, C101)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from campaign.duels.selectors.driven import Stage, driven, driven_events
from campaign.league.rules.house_record import DuelMode
from core.web.api.operations import Record

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from campaign.duels.selectors.driven import Driven
    from campaign.league.models import Event, Week
    from campaign.league.selectors.viewer import Viewer


class ArenaOut(Record):
    """How far a duel that the site drives has come, and the table where I may watch it: "due"
    while the cars are lined up, "nobody" where fewer than two teams could drive, "paper" where a GM
    took it out of the arena; after these two it is recorded by hand. `mode`: "quick" by doctrine
    alone; "live" and "slow" by whoever runs a team, at that table, and doctrine for who does not
    plan in time.
    """

    stage: Stage
    table: UUID | None
    mode: DuelMode


def arena_out(viewer: Viewer, week: Week, now: datetime) -> ArenaOut | None:
    """What the viewer knows of a week's duel, or of the event it is looked at as; None where the
    site does not drive it.
    """
    found = driven(week, now)
    return _out(viewer, found) if found else None


def arenas_out(
    viewer: Viewer, week: Week, events: Collection[Event], now: datetime
) -> Mapping[UUID, ArenaOut]:
    """The same for events of a week, by their ids, without those that the site does not drive. One
    query.
    """
    found = driven_events(week, events, now)
    return {event: _out(viewer, one) for event, one in found.items()}


def _out(viewer: Viewer, found: Driven) -> ArenaOut:
    return ArenaOut(stage=found.stage, table=found.table_for(viewer.team_ids), mode=found.mode)
