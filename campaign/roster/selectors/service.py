"""Queries for characters' service and careers (C111).

The team that runs a character sees all of it. Other readers see only closed seasons, whose secrets
are public, and duels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from campaign.ledger.models import SkillPoint
from campaign.roster.models import Character
from campaign.roster.rules.decorations import Service
from core.web.ports import Port


def service_of(characters: Iterable[UUID], *, own: bool) -> Mapping[UUID, Service]:
    """Return the service of characters who have any. This runs one query.

    If `own` is false, only closed seasons count.
    """
    rows = SkillPoint.objects.filter(character__in=list(characters), week__isnull=False)
    if not own:
        rows = rows.exclude(week__season__closed_at=None)
    counts = (
        rows.order_by()
        .values("character")
        .annotate(
            missions=Count("pk", filter=Q(cause__endswith="/succeeded")),
            caught=Count("pk", filter=Q(cause__endswith="/counterspied")),
            ambushes=Count("week", distinct=True, filter=Q(cause__endswith="/ambush")),
        )
    )
    return {
        row["character"]: Service(
            missions=row["missions"], caught=row["caught"], ambushes=row["ambushes"]
        )
        for row in counts
    }


class Mission(NamedTuple):
    """One of a character's missions, as reported to the character's team."""

    season: int
    week: int
    mission: str
    against: str
    ending: str


class Missions(NamedTuple):
    """A character's missions, newest first, and the enemy whom the character met most often.

    `nemesis` is the name of the enemy and the team, or "". `meetings` counts their ambushes.
    `nemesis_name` is the enemy's name alone, for the portrait.
    """

    missions: tuple[Mission, ...] = ()
    nemesis: str = ""
    meetings: int = 0
    nemesis_name: str = ""


missions_of: Final = Port[[Character], Missions]("the missions of a character")
"""Return a character's missions for the owners of the team. This runs five queries."""
