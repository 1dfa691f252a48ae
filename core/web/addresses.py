"""Addresses by name, made once: :func:`address`, which the `url` tag of all templates asks, too.

Django finds an address anew each time it is asked for: it goes through the patterns of that name,
writes the values into each, and looks whether the pattern takes what came of it. A page has dozens
of links, and of most it has had the same before. An address follows from its name and its values
alone, whoever asks, so that what is kept tells nobody anything.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KEPT: Final = 4096
"""So many addresses a process keeps."""
PLAIN: Final = frozenset({str, SafeString, int, UUID})
"""Values that are what they equal: others, such as a row that was renamed, are looked up anew."""
Values = tuple[tuple[str, type, Any], ...]


def address(name: str, /, *args: Any, **kwargs: Any) -> str:
    """The address of this name with these values. Raises NoReverseMatch, as `reverse`."""
    return address_in(None, name, args, kwargs)


def address_in(app: str | None, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """The same, looked for in the namespace `app` where the name has none of its own."""
    values = tuple([(str(at), value.__class__, value) for at, value in enumerate(args)])
    named = tuple([(key, value.__class__, value) for key, value in kwargs.items()])
    if all(kind in PLAIN for _, kind, _ in (*values, *named)):
        return _made(name, app, values, named, get_urlconf(), get_script_prefix())
    return reverse(name, args=args, kwargs=dict(kwargs), current_app=app)


@lru_cache(maxsize=KEPT)
def _made(
    name: str, app: str | None, values: Values, named: Values, urlconf: str | None, _prefix: str
) -> str:
    """`_prefix` is what `reverse` itself looks up."""
    return reverse(
        name,
        urlconf,
        args=[value for _, _, value in values],
        kwargs={key: value for key, _, value in named},
        current_app=app,
    )
