"""URLs by name with a cache, also used by the `url` tag of all templates.

Django's `reverse` tries the patterns of a name again on each call, and a page has dozens of links.
A URL depends only on its name and values, not on the user, so caching reveals no private data.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CACHE_SIZE: Final = 4096
"""Maximum number of cached URLs per process."""
CACHEABLE_TYPES: Final = frozenset({str, SafeString, int, UUID})
"""Types of values that can be cache keys.

URLs with values of other types, such as rows whose names change, are not cached.
"""
Values = tuple[tuple[str, type, Any], ...]


def address(name: str, /, *args: Any, **kwargs: Any) -> str:
    """Return the URL with this name and values. Raise NoReverseMatch, like `reverse`."""
    return address_in(None, name, args, kwargs)


def address_in(app: str | None, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return a URL, looked up in the namespace `app` if the name has none."""
    values = tuple([(str(index), value.__class__, value) for index, value in enumerate(args)])
    named_values = tuple([(key, value.__class__, value) for key, value in kwargs.items()])
    if all(kind in CACHEABLE_TYPES for _, kind, _ in (*values, *named_values)):
        return _cached_reverse(name, app, values, named_values, get_urlconf(), get_script_prefix())
    return reverse(name, args=args, kwargs=dict(kwargs), current_app=app)


@lru_cache(maxsize=CACHE_SIZE)
def _cached_reverse(
    name: str, app: str | None, values: Values, named: Values, urlconf: str | None, _prefix: str
) -> str:
    """Return a URL. `_prefix` is part of the cache key, because `reverse` uses it."""
    return reverse(
        name,
        urlconf,
        args=[value for _, _, value in values],
        kwargs={key: value for key, _, value in named},
        current_app=app,
    )
