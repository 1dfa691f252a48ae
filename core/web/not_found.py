"""Helpers that raise Http404 for missing objects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.http import Http404

T = TypeVar("T")


def or_404(value: T | None) -> T:
    """Return an object, or raise Http404 if it is None.

    Selectors return None both for objects that do not exist and for objects that are hidden from
    the viewer, so the 404 response is the same.
    """
    if value is None:
        raise Http404
    return value


@contextmanager
def missing_is_404(*errors: type[LookupError]) -> Iterator[None]:
    """Raise Http404 if the block raises one of these errors."""
    try:
        yield
    except errors:
        raise Http404 from None
