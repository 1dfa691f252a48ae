"""Queries for a team's private notes about its rivals, for the team's owners only (C88)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from campaign.voices.models import RivalNote

if TYPE_CHECKING:
    from campaign.league.models import Team


def versions(team: Team, rival: Team) -> tuple[RivalNote, ...]:
    """Return all versions of a team's note about a rival, newest first. This takes one query."""
    rows = RivalNote.objects.filter(team=team, about=rival).select_related("by", "about")
    return tuple(rows.order_by("-number"))


def notes_of(team: Team) -> dict[UUID, RivalNote]:
    """Return a team's current notes by rival. Empty notes are left out. This takes one query."""
    rows = RivalNote.objects.filter(team=team).select_related("by", "about")
    rows_by_rival = {row.about_id: row for row in rows.order_by("number")}
    return {rival_id: row for rival_id, row in rows_by_rival.items() if row.text}
