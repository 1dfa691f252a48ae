"""Queries for sums of the ledgers for many owners.

They take one query per ledger, for any number of teams and campaigns.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, TypeAlias
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
from core.web.prepared import Keys, PreparedInScope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from campaign.ledger.models import Entry

Items: TypeAlias = dict[UUID, dict[str, int]]
"""Sums by owner and item. Items with a sum of zero are left out."""


def money(team_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the dollars of each team, reserved or not."""
    return dict(_MONEY.all(owners=frozenset(team_ids)))


def stock(team_ids: Iterable[UUID]) -> Items:
    """Return the personal gear of each team, in pieces."""
    return _items(_STOCK.all(owners=frozenset(team_ids)))


def reserved(team_ids: Iterable[UUID]) -> Items:
    """Return the money and gear that each team has reserved for orders (E26). Only its owners can
    see them.
    """
    return _items(_HOLD.all(owners=frozenset(team_ids)))


def skill_points(character_ids: Iterable[UUID]) -> Items:
    """Return the points of each character by skill, including "general"."""
    return _items(_SKILL_POINTS.all(owners=frozenset(character_ids)))


def wounds(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the missing DP of each character."""
    return dict(_WOUND.all(owners=frozenset(character_ids)))


def prestige(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the prestige of each character."""
    return dict(_PRESTIGE.all(owners=frozenset(character_ids)))


def damage(vehicle_ids: Iterable[UUID]) -> Items:
    """Return the missing DP of each part of each vehicle. "ammo:<part>" counts shots fired."""
    return _items(_DAMAGE.all(owners=frozenset(vehicle_ids)))


def standing_points(season_id: UUID) -> dict[UUID, int]:
    """Return the points of each team in a season's table."""
    return dict(_totals(StandingPoint.objects.filter(week__season=season_id), "team"))


def total_subquery(ledger: type[Entry], owner: str, only: Q | None = None) -> Subquery:
    """Return a subquery with the sum of a ledger's rows, for each row of a query over their owners.
    The sum is None without rows.
    """
    rows = ledger._default_manager.filter(only or Q(), **{owner: OuterRef("pk")})
    return Subquery(rows.order_by().values(owner).annotate(total=Sum("amount")).values("total"))


def _items(rows: Iterable[tuple[UUID, str, int]]) -> Items:
    totals: Items = defaultdict(dict)
    for owner_id, item, total in rows:
        totals[owner_id][item] = total
    return totals


def _totals(rows: QuerySet, owner: str) -> QuerySet:
    return rows.order_by().values_list(f"{owner}_id").annotate(total=Sum("amount"))


def _totals_by_item(rows: QuerySet, owner: str) -> QuerySet:
    totals = rows.order_by().values_list(f"{owner}_id", "item").annotate(total=Sum("amount"))
    return totals.exclude(total=0)


def _prepare(
    ledger: type[Entry | Hold], owner: str, add_up: Callable[[QuerySet, str], QuerySet]
) -> PreparedInScope[Any]:
    """Prepare the query for a ledger's sums of some owners."""

    def build(owners: frozenset[UUID]) -> QuerySet:
        rows = ledger._default_manager.filter(**{f"{owner}__among": owners})
        return add_up(rows, owner)

    return PreparedInScope(build, owners=Keys)


_MONEY: Final = _prepare(Money, "team", _totals)
_STOCK: Final = _prepare(Stock, "team", _totals_by_item)
_HOLD: Final = _prepare(Hold, "team", _totals_by_item)
_SKILL_POINTS: Final = _prepare(SkillPoint, "character", _totals_by_item)
_WOUND: Final = _prepare(Wound, "character", _totals)
_PRESTIGE: Final = _prepare(Prestige, "character", _totals)
_DAMAGE: Final = _prepare(Damage, "vehicle", _totals_by_item)
