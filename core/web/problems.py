"""Problems, which are sentences shown next to the field that they concern."""

from __future__ import annotations

from collections.abc import Iterable

from engine.codec import Unreadable
from engine.values import Value


class Problem(Value, kw_only=False):
    """An error, with a `code` for the API, the `field` that it concerns ("" for the whole form),
    and a `sentence`.
    """

    field: str
    code: str
    sentence: str


def problem_from(error: Unreadable, place: str = "") -> Problem:
    """Return the problem of data that could not be read, in a part of the input at `place`."""
    field = ".".join(filter(None, (place, error.field)))
    sentence = f"{place}: {error.sentence}" if place else error.sentence
    return Problem(field=field, code=error.code, sentence=sentence)


def money(dollars: int) -> str:
    """Format dollars. -1500 becomes "−$1,500"."""
    return f"−${-dollars:,}" if dollars < 0 else f"${dollars:,}"


def plural(count: int, singular: str, plural_noun: str = "") -> str:
    """Return a count with its noun, as in "1 week" or "3 weeks"."""
    return f"{count:,} {singular if count == 1 else plural_noun or singular + 's'}"


def joined(items: Iterable[object]) -> str:
    """Join items into a phrase, as in "1, 2 and 3"."""
    *leading, last = [str(item) for item in items]
    return f"{', '.join(leading)} and {last}" if leading else last
