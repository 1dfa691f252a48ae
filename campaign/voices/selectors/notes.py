"""What a team wrote to itself about its rivals (C88): for its owners alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.voices.models import RivalNote

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.models import Team


def versions(team: Team, about: Team) -> tuple[RivalNote, ...]:
    """Every version of a team's note about a rival, the newest first. One query."""
    rows = RivalNote.objects.filter(team=team, about=about).select_related("by", "about")
    return tuple(rows.order_by("-number"))


def notes_of(team: Team) -> dict[UUID, RivalNote]:
    """The team's notes as they are now, by rival; empty ones are left out. One query."""
    rows = RivalNote.objects.filter(team=team).select_related("by", "about")
    found = {row.about_id: row for row in rows.order_by("number")}
    return {about: row for about, row in found.items() if row.text}
