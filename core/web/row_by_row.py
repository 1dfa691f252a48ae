"""Conditions that the database asks of each row that it has found, and never turns into a join.

`Exists` at the top of a condition is a join to PostgreSQL, and where it takes most rows for due
(moments that have passed are many, those of rows that still wait are few: its statistics do not say
so), it reads both tables whole. Where an index finds the few rows that are due, these ask of them
alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q, Subquery
from django.db.models.lookups import IsNull

if TYPE_CHECKING:
    from django.db.models import QuerySet


def there_is(rows: QuerySet[Any, Any]) -> Q:
    """A condition: there is one of these rows, which name the row outside (`OuterRef`)."""
    return Q(IsNull(Subquery(rows.order_by().values("pk")[:1]), False))


def there_is_none(rows: QuerySet[Any, Any]) -> Q:
    """A condition: there is none of these rows, which name the row outside (`OuterRef`)."""
    return Q(IsNull(Subquery(rows.order_by().values("pk")[:1]), True))
