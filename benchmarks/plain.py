"""A plain version of the job for comparison, with one task and one transaction per campaign.

The rules, the reads and the rows are the same, but each row is saved with the ORM. The cost of
Celery is not included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from datetime import datetime
from typing import Any
from unittest.mock import patch

from django.db import models, transaction
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.web import bulk
from espionage.services.resolving import resolve_weeks


def resolve_one_by_one(now: datetime) -> int:
    """Resolve all due weeks one by one, and return the number of weeks."""
    number = 0
    with ExitStack() as plainly, scopes_disabled():
        for target, name, instead in _SLOW:
            plainly.enter_context(patch.object(target, name, instead))
        while _next(now):
            number += 1
    return number


@transaction.atomic
def _next(now: datetime) -> bool:
    due = (
        Week.objects.filter(status=Week.Status.OPEN, due_at__lte=now)
        .select_related("season__campaign")
        .order_by("due_at")
    )
    week = due.select_for_update(skip_locked=True, of=("self",)).first()
    if week is None:
        return False
    resolve_weeks([week], now)
    return True


def _create(manager: Any, rows: Iterable[models.Model], **options: Any) -> None:
    for row in rows:
        row.save(force_insert=True)


def _update(
    manager: Any, rows: Iterable[models.Model], fields: Sequence[str], **options: Any
) -> None:
    for row in rows:
        row.save(update_fields=fields)


def _bulk_update(rows: Iterable[models.Model], fields: Sequence[str]) -> None:
    _update(None, rows, list(fields))


_SLOW = (
    (models.QuerySet, "bulk_create", _create),
    (models.QuerySet, "bulk_update", _update),
    (bulk, "update", _bulk_update),
    (bulk, "COPY_FROM", 10**9),
)
