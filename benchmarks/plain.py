"""The plain version of the job, to compare with: one task a campaign, one transaction each, each
row saved by the ORM on its own.

The rules, the reading and the rows are the same; only the way of writing differs. Celery's own cost
is left out.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from django.db import models, transaction
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.web import bulk
from espionage.services.resolving import resolve_weeks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime


def resolve_one_by_one(at: datetime) -> int:
    """Resolve all due weeks, each as a task of its own would; how many."""
    done = 0
    with ExitStack() as plainly, scopes_disabled():
        for target, name, instead in _SLOW:
            plainly.enter_context(patch.object(target, name, instead))
        while _next(at):
            done += 1
    return done


@transaction.atomic
def _next(at: datetime) -> bool:
    due = (
        Week.objects.filter(status=Week.Status.OPEN, due_at__lte=at)
        .select_related("season__campaign")
        .order_by("due_at")
    )
    week = due.select_for_update(skip_locked=True, of=("self",)).first()
    if week is None:
        return False
    resolve_weeks([week], at)
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
