"""Queries for ledger sums of many owners.

They take one query per ledger, for any number of teams and campaigns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum

from campaign.ledger.models import (
    Damage,
    Entry,
    Hold,
    Money,
    Prestige,
    SkillPoint,
    StandingPoint,
    Stock,
    Wound,
)

Items: TypeAlias = dict[UUID, dict[str, int]]
"""Sums by owner and item. Items whose sum is zero are left out."""


def money(team_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the dollars of each team, including reserved money."""
    return _totals(Money.objects.filter(team__among=frozenset(team_ids)), "team")


def stock(team_ids: Iterable[UUID]) -> Items:
    """Return the pieces of personal gear of each team."""
    return _totals_by_item(Stock.objects.filter(team__among=frozenset(team_ids)), "team")


def reserved(team_ids: Iterable[UUID]) -> Items:
    """Return the money and gear that each team has reserved for orders (E26).

    Only the team's owners can see these amounts.
    """
    return _totals_by_item(Hold.objects.filter(team__among=frozenset(team_ids)), "team")


def skill_points(character_ids: Iterable[UUID]) -> Items:
    """Return the points of each character by skill, including "general"."""
    return _totals_by_item(
        SkillPoint.objects.filter(character__among=frozenset(character_ids)), "character"
    )


def wounds(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the missing DP of each character."""
    return _totals(Wound.objects.filter(character__among=frozenset(character_ids)), "character")


def prestige(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the prestige of each character."""
    return _totals(Prestige.objects.filter(character__among=frozenset(character_ids)), "character")


def damage(vehicle_ids: Iterable[UUID]) -> Items:
    """Return the missing DP of each vehicle's parts. The item "ammo:<part>" counts shots fired."""
    return _totals_by_item(Damage.objects.filter(vehicle__among=frozenset(vehicle_ids)), "vehicle")


def standing_points(season_id: UUID) -> dict[UUID, int]:
    """Return the points of each team in a season's standings."""
    return _totals(StandingPoint.objects.filter(week__season=season_id), "team")


def total_subquery(ledger: type[Entry], owner: str, only: Q | None = None) -> Subquery:
    """Return a subquery for the sum of an owner's ledger rows, for use in a query over owners.

    If there are no rows, the sum is None.
    """
    rows = ledger._base_manager.filter(only or Q(), **{owner: OuterRef("pk")})
    return Subquery(rows.order_by().values(owner).annotate(total=Sum("amount")).values("total"))


def _totals(rows: QuerySet, owner: str) -> dict[UUID, int]:
    return dict(rows.order_by().values_list(f"{owner}_id").annotate(total=Sum("amount")))


def _totals_by_item(rows: QuerySet, owner: str) -> Items:
    item_totals = rows.order_by().values_list(f"{owner}_id", "item").annotate(total=Sum("amount"))
    totals: Items = defaultdict(dict)
    for owner_id, item, total in item_totals.exclude(total=0):
        totals[owner_id][item] = total
    return totals
