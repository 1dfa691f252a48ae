"""Who is held by another team (P10, option `capture`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from campaign.roster.models import Captivity

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Team


def away(team: Team) -> frozenset[UUID]:
    """The team's characters who are held elsewhere. One query."""
    rows = Captivity.objects.filter(character__team=team, freed_at=None)
    return frozenset(rows.values_list("character_id", flat=True))


def held(people: Collection[UUID], moment: datetime | None = None) -> frozenset[UUID]:
    """Those of these characters who are held elsewhere at that moment, by default now. One
    query.
    """
    rows = Captivity.objects.filter(character__among=frozenset(people))
    still = Q(freed_at=None)
    then = still if moment is None else (still | Q(freed_at__gt=moment)) & Q(at__lte=moment)
    return frozenset(rows.filter(then).values_list("character_id", flat=True))
