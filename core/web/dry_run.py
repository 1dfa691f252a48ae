"""Dry runs, in which services run but everything they write is rolled back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def rehearsal() -> Iterator[None]:
    """Roll back everything written inside the block. Refusals are raised as usual."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
