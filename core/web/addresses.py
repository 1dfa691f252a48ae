"""Cached lookup of URLs by name, which the `url` tag of all templates also uses.

On each call, Django's `reverse` tries all patterns for a name, and a page has dozens of links. A
URL depends only on its name and values, and not on the user, so caching reveals no private data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.safestring import SafeString

CACHE_SIZE: Final = 4096
"""Maximum number of URLs that each process caches."""
CACHEABLE_TYPES: Final = frozenset({str, SafeString, int, UUID})
"""Types of values that can be cache keys.

URLs with values of other types, such as rows whose names can change, are not cached.
"""
Values = tuple[tuple[str, type, Any], ...]


def address(name: str, /, *args: Any, **kwargs: Any) -> str:
    """Return the URL with this name and these values. Raise NoReverseMatch, as `reverse` does."""
    return address_in(None, name, args, kwargs)


def address_in(app: str | None, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return a URL. If the name has no namespace, it is looked up in the namespace `app`."""
    values = tuple([(str(index), value.__class__, value) for index, value in enumerate(args)])
    named_values = tuple([(key, value.__class__, value) for key, value in kwargs.items()])
    if all(kind in CACHEABLE_TYPES for _, kind, _ in (*values, *named_values)):
        return _cached_reverse(name, app, values, named_values, get_urlconf(), get_script_prefix())
    return reverse(name, args=args, kwargs=dict(kwargs), current_app=app)


@lru_cache(maxsize=CACHE_SIZE)
def _cached_reverse(
    name: str, app: str | None, values: Values, named: Values, urlconf: str | None, _prefix: str
) -> str:
    """Return a URL. `_prefix` is only part of the cache key, because `reverse` depends on it."""
    return reverse(
        name,
        urlconf,
        args=[value for _, _, value in values],
        kwargs={key: value for key, _, value in named},
        current_app=app,
    )
