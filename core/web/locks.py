"""The frame every service works in: one campaign, one transaction, the row locked before anything
is read.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from django.db import IntegrityError, OperationalError, models, transaction
from django_scopes import scope

from .refusals import Busy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

ModelT = TypeVar("ModelT", bound=models.Model)


LOCKED: Final = frozenset({"55P03", "40P01"})
"""PostgreSQL's words for a lock that was not got in time, and for a deadlock."""


@contextmanager
def club(campaign_id: UUID) -> Iterator[None]:
    """One transaction inside one campaign: a query for another campaign's rows finds nothing.
    Raises Busy.
    """
    with scope(campaign=campaign_id), patient():
        yield


@contextmanager
def patient() -> Iterator[None]:
    """One transaction that waits for others' locks, a few seconds at most. Raises Busy; then
    nothing was changed.
    """
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        if is_locked(error):
            raise Busy("Someone else is making changes right now. Try again.") from error
        raise


def is_locked(error: OperationalError) -> bool:
    """Whether the database gave up waiting for somebody else's lock."""
    return getattr(error.__cause__, "sqlstate", "") in LOCKED or "database is locked" in str(error)


def locked(row: ModelT) -> ModelT:
    """The row as it is now, held against other writers to the end of the transaction.

    The lock leaves others free to add rows that refer to this one, such as ledger rows of the
    settlement.
    """
    # `type` of a request's user is not the model, but that of a lazy object.
    return row.__class__._base_manager.select_for_update(no_key=True).get(pk=row.pk)


def is_double(error: IntegrityError) -> bool:
    """Whether a unique constraint refused the row."""
    return getattr(error.__cause__, "sqlstate", "") == "23505" or "UNIQUE constraint failed" in str(
        error
    )
