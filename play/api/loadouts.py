"""What my side brings to a table that has not started, where its options have everybody bring
something: a car of one's own.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from core.web.api.operations import Body, Record
from core.web.records import filled
from play.selectors import loadouts
from play.services import loadouts as services

from .permissions import TableCall, act_door, table_door
from .shapes import TableSeen, table_seen

Key = Annotated[str, Meta(max_length=60)]


class ItemOut(Record):
    """Something that I may bring: `group` is where it comes from, `closed` why it does not fit this
    table, "" where it does.
    """

    key: str
    title: str
    group: str
    note: str
    closed: str


class LoadoutOut(Record):
    """What is brought to this table: so many things are `wanted` of each side, 0 where nobody
    brings anything, and once the match has started; the seats in `awaited` have not chosen. `items`
    and `chosen` (keys) are my own; nobody else reads them.
    """

    title: str
    wanted: int
    awaited: tuple[int, ...]
    items: tuple[ItemOut, ...]
    chosen: tuple[str, ...]


class Bringing(Body):
    """The keys of what my side brings, as many as are wanted."""

    keys: Annotated[tuple[Key, ...], Meta(max_length=8)]


@table_door()
def read(call: TableCall) -> LoadoutOut:
    """What my side may bring, and what I have chosen."""
    found = loadouts.loadout(call.place)
    if found is None:
        return LoadoutOut(title="", wanted=0, awaited=(), items=(), chosen=())
    return filled(
        LoadoutOut,
        found,
        items=tuple([ItemOut(**item._asdict()) for item in found.items]),
        chosen=found.choice.keys,
    )


@act_door()
def bring(call: TableCall, body: Bringing) -> TableSeen:
    """Choose what my side brings. The last one to choose at a full table starts the match."""
    services.bring(**call.table_and_user, keys=body.keys)
    return table_seen(call.again())
