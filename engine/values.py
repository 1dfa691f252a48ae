"""Values, which are the immutable records that games use for states, moves, events and views.

Nest only values, tuples, numbers, strings and None, and never lists, dicts or sets. States and
views share values, and bots use values as dictionary keys. Values are exempt from garbage
collection because they cannot form cycles.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType, TypeAlias, TypeVar, dataclass_transform

import msgspec

T = TypeVar("T")

Seat = NewType("Seat", Annotated[int, msgspec.Meta(ge=0, le=255)])
"""A seat at the table, counted from 0. Numbers that are negative or too large are refused when
decoding.
"""

HOST: Final = Seat(255)
"""The server, which makes moves that no player makes, for example after a deadline or at the end of
a child match. It is not -1, which would index the last player.
"""

EVERYONE: Final = "everyone"
"""The audience that consists of all seats and all spectators."""

Audience: TypeAlias = tuple[Seat, ...] | Literal["everyone"]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A frozen record that refuses unknown JSON keys. For type checkers, fields are keyword-only.
    Give moves and events a `tag`.

    Never change the order of fields within a rules version, because the bytes of recorded states
    depend on this order.
    """


changed: Final = msgspec.structs.replace
"""`changed(record, field=…)` returns a copy of the record with some fields changed. For a record
with many fields, this is much faster than naming all of them.
"""


def swap(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of a tuple with a different item at `index` (0 or more)."""
    return (*items[:index], item, *items[index + 1 :])
