"""What the ledgers add up to, for many owners at once. One query a ledger, however many teams and
campaigns.
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
"""Owner, then item, then what its rows add up to; items at zero are left out."""


def money(team_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Dollars of each team, set aside or not."""
    return dict(_MONEY.all(owners=frozenset(team_ids)))


def stock(team_ids: Iterable[UUID]) -> Items:
    """Personal gear of each team, in pieces."""
    return _items(_STOCK.all(owners=frozenset(team_ids)))


def held(team_ids: Iterable[UUID]) -> Items:
    """Money and gear that each team has set aside for orders (E26); for its owners only."""
    return _items(_HOLD.all(owners=frozenset(team_ids)))


def skill_points(character_ids: Iterable[UUID]) -> Items:
    """Points of each character by skill, "general" among them."""
    return _items(_SKILL_POINTS.all(owners=frozenset(character_ids)))


def wounds(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """DP that each character is short of."""
    return dict(_WOUND.all(owners=frozenset(character_ids)))


def prestige(character_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Prestige of each character."""
    return dict(_PRESTIGE.all(owners=frozenset(character_ids)))


def damage(vehicle_ids: Iterable[UUID]) -> Items:
    """DP that each part of each vehicle is short of; "ammo:<part>" counts shots fired."""
    return _items(_DAMAGE.all(owners=frozenset(vehicle_ids)))


def standing_points(season_id: UUID) -> dict[UUID, int]:
    """Points of each team in a season's table."""
    return dict(_sums(StandingPoint.objects.filter(week__season=season_id), "team"))


def total_of(ledger: type[Entry], owner: str, only: Q | None = None) -> Subquery:
    """What a ledger's rows add up to for each row of a query over its owners, as an annotation;
    None without rows.
    """
    rows = ledger._default_manager.filter(only or Q(), **{owner: OuterRef("pk")})
    return Subquery(rows.order_by().values(owner).annotate(total=Sum("amount")).values("total"))


def _items(sums: Iterable[tuple[UUID, str, int]]) -> Items:
    found: Items = defaultdict(dict)
    for owner_id, item, total in sums:
        found[owner_id][item] = total
    return found


def _sums(rows: QuerySet, owner: str) -> QuerySet:
    return rows.order_by().values_list(f"{owner}_id").annotate(total=Sum("amount"))


def _sums_by_item(rows: QuerySet, owner: str) -> QuerySet:
    sums = rows.order_by().values_list(f"{owner}_id", "item").annotate(total=Sum("amount"))
    return sums.exclude(total=0)


def _of(
    ledger: type[Entry | Hold], owner: str, add_up: Callable[[QuerySet, str], QuerySet]
) -> PreparedInScope[Any]:
    """A ledger's sums for some owners."""

    def build(owners: frozenset[UUID]) -> QuerySet:
        rows = ledger._default_manager.filter(**{f"{owner}__among": owners})
        return add_up(rows, owner)

    return PreparedInScope(build, owners=Keys)


_MONEY: Final = _of(Money, "team", _sums)
_STOCK: Final = _of(Stock, "team", _sums_by_item)
_HOLD: Final = _of(Hold, "team", _sums_by_item)
_SKILL_POINTS: Final = _of(SkillPoint, "character", _sums_by_item)
_WOUND: Final = _of(Wound, "character", _sums)
_PRESTIGE: Final = _of(Prestige, "character", _sums)
_DAMAGE: Final = _of(Damage, "vehicle", _sums_by_item)
