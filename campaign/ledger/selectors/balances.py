"""What the ledgers add up to, for many owners at once. One query a ledger, however many teams and
campaigns.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum

from campaign.ledger.models import (
    Damage,
    Hold,
    Money,
    Prestige,
    SkillPoint,
    StandingPoint,
    Stock,
    Wound,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.ledger.models import Entry

Items: TypeAlias = dict[UUID, dict[str, int]]
"""Owner, then item, then what its rows add up to; items at zero are left out."""


def money(team_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Dollars of each team, set aside or not."""
    return _sums(Money.objects.filter(team__among=frozenset(team_ids)), "team")


def stock(team_ids: Iterable[UUID]) -> Items:
    """Personal gear of each team, in pieces."""
    return _items(Stock.objects.filter(team__among=frozenset(team_ids)), "team")


def held(team_ids: Iterable[UUID]) -> Items:
    """Money and gear that each team has set aside for orders (E26); for its owners only."""
    return _items(Hold.objects.filter(team__among=frozenset(team_ids)), "team")


def skill_points(character_ids: Iterable[UUID]) -> Items:
    """Points of each character by skill, "general" among them."""
    return _items(SkillPoint.objects.filter(character__among=frozenset(character_ids)), "character")


def wounds(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """DP that each character is short of."""
    return _sums(Wound.objects.filter(character__among=frozenset(character_ids)), "character")


def prestige(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Prestige of each character."""
    return _sums(Prestige.objects.filter(character__among=frozenset(character_ids)), "character")


def damage(vehicle_ids: Iterable[UUID]) -> Items:
    """DP that each part of each vehicle is short of; "ammo:<part>" counts shots fired."""
    return _items(Damage.objects.filter(vehicle__among=frozenset(vehicle_ids)), "vehicle")


def standing_points(season_id: UUID) -> dict[UUID, int]:
    """Points of each team in a season's table."""
    return _sums(StandingPoint.objects.filter(week__season=season_id), "team")


def total_of(ledger: type[Entry], owner: str, only: Q | None = None) -> Subquery:
    """What a ledger's rows add up to for each row of a query over its owners, as an annotation;
    None without rows.
    """
    rows = ledger._default_manager.filter(only or Q(), **{owner: OuterRef("pk")})  # noqa: SLF001
    return Subquery(rows.order_by().values(owner).annotate(total=Sum("amount")).values("total"))


def _sums(rows: QuerySet, owner: str) -> dict[UUID, int]:
    return dict(rows.order_by().values_list(f"{owner}_id").annotate(total=Sum("amount")))


def _items(rows: QuerySet, owner: str) -> Items:
    found: Items = defaultdict(dict)
    sums = (
        rows.order_by()
        .values_list(f"{owner}_id", "item")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
    )
    for owner_id, item, total in sums:
        found[owner_id][item] = total
    return found
