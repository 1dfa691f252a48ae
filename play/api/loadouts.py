"""Loadouts, which are the items that your side brings to a match, such as your own car."""

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
    """An item that you can bring. `group` names its source. `closed` is the reason why the item
    does not fit this table, or "".
    """

    key: str
    title: str
    group: str
    note: str
    closed: str


class LoadoutOut(Record):
    """The loadouts at a table. Each side brings `wanted` items. This number is 0 in games without
    loadouts and once the match has started. `awaited` lists the seats that have not chosen yet.
    Only you can see `items` and `chosen`.
    """

    title: str
    wanted: int
    awaited: tuple[int, ...]
    items: tuple[ItemOut, ...]
    chosen: tuple[str, ...]


class Bringing(Body):
    """The keys of your items, exactly as many as `wanted`."""

    keys: Annotated[tuple[Key, ...], Meta(max_length=8)]


@table_door()
def read(call: TableCall) -> LoadoutOut:
    """Return the items that you can bring, and your choice."""
    shown_loadout = loadouts.loadout(call.place)
    if shown_loadout is None:
        return LoadoutOut(title="", wanted=0, awaited=(), items=(), chosen=())
    return filled(
        LoadoutOut,
        shown_loadout,
        items=tuple([ItemOut(**item._asdict()) for item in shown_loadout.items]),
        chosen=shown_loadout.choice.keys,
    )


@act_door()
def bring(call: TableCall, body: Bringing) -> TableSeen:
    """Choose the items that your side brings. The last choice at a full table starts the match."""
    services.bring(**call.table_and_user, keys=body.keys)
    return table_seen(call.reload_participant())
