"""Problems: sentences shown next to the field they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable


class Problem(Value):
    """An error: a `code` for the API, the `field` ("" for the whole form) and a `sentence`."""

    field: str
    code: str
    sentence: str


def money(dollars: int) -> str:
    """Return dollars as text: -1500 is "−$1,500"."""
    return f"−${-dollars:,}" if dollars < 0 else f"${dollars:,}"


def plural(count: int, singular: str, plural_noun: str = "") -> str:
    """Return a count with its noun: "1 week", "3 weeks"."""
    return f"{count:,} {singular if count == 1 else plural_noun or singular + 's'}"


def joined(items: Iterable[object]) -> str:
    """Return things as a phrase: "1, 2 and 3"."""
    *leading, last = [str(item) for item in items]
    return f"{', '.join(leading)} and {last}" if leading else last
