"""The one way from "there is none" to the page that says so."""

from __future__ import annotations

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
