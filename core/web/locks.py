"""Transactions and row locks for services."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar
from uuid import UUID

from django.db import IntegrityError, OperationalError, models, transaction
from django_scopes import scope

from .refusals import Busy

ModelT = TypeVar("ModelT", bound=models.Model)


LOCKED: Final = frozenset({"55P03", "40P01"})
"""PostgreSQL error codes for a lock timeout and for a deadlock."""


@contextmanager
def club(campaign_id: UUID) -> Iterator[None]:
    """Open a transaction scoped to a campaign.

    Queries cannot return other campaigns' rows.

    Raise Busy if a lock is not available in time.
    """
    with scope(campaign=campaign_id), patient():
        yield


@contextmanager
def patient() -> Iterator[None]:
    """Open a transaction that waits a few seconds for locks.

    Raise Busy if a lock is not available in time. In this case, nothing has changed.
    """
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        if is_locked(error):
            raise Busy("Someone else is making changes right now. Try again.") from error
        raise


def is_locked(error: OperationalError) -> bool:
    """Return whether the database gave up waiting for a lock, or detected a deadlock."""
    return getattr(error.__cause__, "sqlstate", "") in LOCKED or "database is locked" in str(error)


def locked_pair(first: ModelT, second: ModelT) -> tuple[ModelT, ModelT]:
    """Return two rows of a table as `locked` does. They are locked in the order of their keys."""
    rows = {row.pk: locked(row) for row in sorted((first, second), key=lambda row: str(row.pk))}
    return rows[first.pk], rows[second.pk]


def locked(row: ModelT) -> ModelT:
    """Return the row's current version, locked against other writers until the end of the
    transaction.

    Other writers can still add rows that refer to this row, such as ledger rows of the settlement.
    """
    # The user of a request is a lazy object, so its `type` is not the model.
    return row.__class__._base_manager.select_for_update(no_key=True).get(pk=row.pk)


def is_double(error: IntegrityError) -> bool:
    """Return whether the error means that a unique constraint refused the row."""
    return getattr(error.__cause__, "sqlstate", "") == "23505" or "UNIQUE constraint failed" in str(
        error
    )
