"""Loadouts, which are the items that each player can bring to a match, and the seats that have not
chosen yet.

The package of a game registers its items when it is loaded. Only the player in a chair can see
which items they chose. Everyone can see whether they have chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from core.accounts.models import User
from engine.values import Value
from play.models import Chair, Table
from play.tabletop import registry

from .options import options_of
from .participants import Participant


class Item(NamedTuple):
    """An item that a player can bring. It has a key, a title, a group, a note, and the reason why
    it does not fit this table ("" if it does).
    """

    key: str
    title: str
    group: str
    note: str
    closed: str = ""


class StoredChoice(NamedTuple):
    """The stored keys of a choice, and the items' titles when it was made."""

    keys: tuple[str, ...]
    titles: tuple[str, ...]


class Outfitter(Protocol):
    """Loadout lookups of a game's package that ignore the caller's campaign scope."""

    def items(self, user: User, options: Value) -> Sequence[Item]:
        """Return the items that a user can choose from at a table with these options. Their number
        is limited.
        """
        ...

    def loadout(self, user: User, options: Value, keys: Sequence[str]) -> Value:
        """Return these items as the game stores them. Raise `Refused` for items that do not fit,
        that do not exist, or that the user does not own. The last two cases give the same response.
        """
        ...

    def stored_choice(self, loadout: str) -> StoredChoice:
        """Return the items of a stored loadout. This takes no query."""
        ...


_OUTFITTERS: Final[dict[str, Outfitter]] = {}


def register(game: str, outfitter: Outfitter) -> None:
    """Register the outfitter of a game, replacing an earlier one."""
    _OUTFITTERS[game] = outfitter


def outfitter_of(game: str) -> Outfitter:
    """Return the outfitter of a game. Raise `KeyError` for a game without loadouts."""
    return _OUTFITTERS[game]


class Loadout(NamedTuple):
    """The loadouts at a table. `wanted` is the number of items that each side brings, and `awaited`
    lists the seats that have not chosen. `is_seated` tells whether the viewer has a seat. `items`
    and `choice` are the viewer's own.
    """

    title: str
    wanted: int
    awaited: tuple[int, ...]
    is_seated: bool = False
    items: tuple[Item, ...] = ()
    choice: StoredChoice = StoredChoice((), ())


def loadout(place: Participant) -> Loadout | None:
    """Return the loadouts at a table as far as the viewer can know them. Return None if the match
    has started or the game has no loadouts.
    """
    table = place.table
    item_count = items_to_bring(table)
    if not item_count:
        return None
    title = registry.get(table.game).loadout_title
    shown_loadout = Loadout(title, item_count, awaited_seats(place.chairs))
    viewer_chair = own_chair(place.chairs, place.user)
    if viewer_chair is None:
        return shown_loadout
    room = outfitter_of(table.game)
    return shown_loadout._replace(
        is_seated=True,
        items=tuple(room.items(place.user, options_of(table))),
        choice=room.stored_choice(viewer_chair.loadout)
        if viewer_chair.loadout
        else StoredChoice((), ()),
    )


def items_to_bring(table: Table) -> int:
    """Return the number of items that each person's side brings to a table that has not started."""
    if table.status != Table.Status.OPEN:
        return 0
    return registry.get(table.game).brings(options_of(table))


def awaited_seats(chairs: Iterable[Chair]) -> tuple[int, ...]:
    """Return the seats of people who have not chosen yet, at a table with loadouts."""
    return tuple([chair.seat for chair in chairs if chair.holder_id and not chair.loadout])


def own_chair(chairs: Iterable[Chair], user: User) -> Chair | None:
    """Return the chair that the user holds. Only the holder can choose its loadout."""
    return next((chair for chair in chairs if chair.holder_id == user.pk), None)
