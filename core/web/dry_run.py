"""Dry runs, in which services run but everything they write is rolled back."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import transaction

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def rehearsal() -> Iterator[None]:
    """Roll back everything written inside the block. Refusals are raised as usual."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
