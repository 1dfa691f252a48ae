"""Queries for characters who are held by other teams (P10, option `capture`)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from campaign.league.models import Team
from campaign.roster.models import Captivity


def captives_of(team: Team) -> frozenset[UUID]:
    """Return the ids of the team's characters who are held by other teams. This takes one query."""
    rows = Captivity.objects.filter(character__team=team, freed_at=None)
    return frozenset(rows.values_list("character_id", flat=True))


def captives_among(people: Collection[UUID], moment: datetime | None = None) -> frozenset[UUID]:
    """Return the characters in `people` who are held by other teams at the given time.

    The default is now. This takes one query.
    """
    rows = Captivity.objects.filter(character__among=frozenset(people))
    not_freed = Q(freed_at=None)
    condition = (
        not_freed if moment is None else (not_freed | Q(freed_at__gt=moment)) & Q(at__lte=moment)
    )
    return frozenset(rows.filter(condition).values_list("character_id", flat=True))
