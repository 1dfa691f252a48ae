"""The ways from "there is none" to the page that says so: one for a selector that answers None, one
for one that raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.http import Http404

T = TypeVar("T")


def or_404(found: T | None) -> T:
    """What a selector has found; Http404 where that is None.

    A selector finds nothing for what is not there and for what is not the viewer's, so both are the
    same 404.
    """
    if found is None:
        raise Http404
    return found


@contextmanager
def missing_is_404(*errors: type[LookupError]) -> Iterator[None]:
    """What raises one of these errors inside is not there for the reader: Http404."""
    try:
        yield
    except errors:
        raise Http404 from None
