"""Queries for a team's private notes about its rivals (C88), for its owners only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from campaign.voices.models import RivalNote
from core.web.prepared import PreparedInScope

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from campaign.league.models import Team


def versions(team: Team, rival: Team) -> tuple[RivalNote, ...]:
    """Return all versions of a team's note about a rival, newest first. This takes one query."""
    rows = RivalNote.objects.filter(team=team, about=rival).select_related("by", "about")
    return tuple(rows.order_by("-number"))


def notes_of(team: Team) -> dict[UUID, RivalNote]:
    """Return the team's current notes by rival, without empty ones. This takes one query."""
    rows_by_rival = {row.about_id: row for row in _NOTES.all(team=team.pk)}
    return {rival_id: row for rival_id, row in rows_by_rival.items() if row.text}


def _notes(team: UUID) -> QuerySet[RivalNote]:
    rows = RivalNote.objects.filter(team=team).select_related("by", "about")
    return rows.order_by("number")


_NOTES: Final = PreparedInScope(_notes, team=UUID)
