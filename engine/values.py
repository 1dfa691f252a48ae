"""Values: immutable, self-describing records. Everything a game says, keeps or shows is one.

Nest only values, tuples, numbers, strings and None: never a list, a dict or a set. Values are
shared freely between states and views, are dictionary keys in the bots, and are left out of garbage
collection because they cannot form a cycle.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType, TypeAlias, TypeVar, dataclass_transform

import msgspec

T = TypeVar("T")

Seat = NewType("Seat", Annotated[int, msgspec.Meta(ge=0, le=255)])
"""A place at the table, counted from 0. A negative or too large one is refused when it is decoded.
"""

HOST: Final = Seat(255)
"""The server: it says what no player does (a deadline passed, a child match ended). Not -1, which
would index the last player.
"""

EVERYONE: Final = "everyone"
"""The audience that holds every seat and every spectator."""

Audience: TypeAlias = tuple[Seat, ...] | Literal["everyone"]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A frozen record that refuses unknown JSON keys. Type checkers insist on keywords; give moves
    and events a `tag`.

    Never change the order of fields inside one rules version: the bytes of recorded states follow
    it.
    """


changed: Final = msgspec.structs.replace
"""`changed(record, field=…)`: the same record with some fields changed; far cheaper than naming all
fields of a wide record.
"""


def swap(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of a tuple with another item at `index` (0 or more)."""
    return (*items[:index], item, *items[index + 1 :])
