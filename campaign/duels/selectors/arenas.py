"""Queries for a club's own arenas, which all members of the club can see (C130)."""

from __future__ import annotations

from uuid import UUID

import msgspec

from campaign.duels.models import ArenaList
from campaign.duels.rules.arenas import ARENAS, Arena, choose_arena
from campaign.league.models import Duel


def arenas_of(campaign_id: UUID) -> tuple[Arena, ...]:
    """Return the club's own arenas, sorted by name. This takes one query."""
    stored = ArenaList.objects.filter(campaign=campaign_id).values_list("arenas", flat=True).first()
    return msgspec.convert(stored or [], tuple[Arena, ...])


def find_own_arena(campaign_id: UUID, key: str) -> Arena | None:
    """Return the club's own arena with this key, or None."""
    return next((arena for arena in arenas_of(campaign_id) if arena.key == key), None)


def find_arena(campaign_id: UUID, key: str) -> Arena | None:
    """Return the arena of the club or of the site with this key, or None."""
    site_arenas = {arena.key: arena for arena in ARENAS}
    return find_own_arena(campaign_id, key) or site_arenas.get(key)


def arena_of(duel: Duel) -> Arena:
    """Return the arena of a duel, on paper and on the site. This takes one query."""
    week = duel.week
    return choose_arena(duel.arena, week.number, arenas_of(week.season.campaign_id))
