"""Trying an act out: the real services run, what they wrote is looked at, and nothing stays."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import transaction

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def rehearsal() -> Iterator[None]:
    """Everything written inside is taken back at the end; what a service refuses is raised as if it
    were meant.
    """
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
