"""What a side brings of its own to a match: what its person may choose from, and whom a table still
waits for.

Where such things come from a game's own room knows, which hands in its answer when it is loaded.
Nobody but who sits in a chair reads what they chose; that they have chosen, everybody may.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from play.models import Table
from play.tabletop import registry

from .options import options_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.accounts.models import User
    from engine.values import Value
    from play.models import Chair

    from .participants import Participant


class Item(NamedTuple):
    """Something that may be brought, by its key: what it is called, where it comes from, a line
    about it, and why it does not fit this table, "" where it does.
    """

    key: str
    title: str
    group: str
    note: str
    closed: str = ""


class Chosen(NamedTuple):
    """What is written down of a choice: the keys, and what stood there by them."""

    keys: tuple[str, ...]
    titles: tuple[str, ...]


class Outfitter(Protocol):
    """The answers of a game's room, whatever the caller's campaign scope."""

    def items(self, user: User, options: Value) -> Sequence[Item]:
        """What this person may choose from at a table with these options; it is bounded."""
        ...

    def loadout(self, user: User, options: Value, keys: Sequence[str]) -> Value:
        """These things, as the game writes them down. Raises Refused for what this person may not
        have, the same as for what is not there, and for what does not fit.
        """
        ...

    def chosen(self, loadout: str) -> Chosen:
        """What a loadout that was written down has. No query."""
        ...


_OUTFITTERS: Final[dict[str, Outfitter]] = {}


def fill(game: str, outfitter: Outfitter) -> None:
    """Ask this room for this game, instead of whichever was asked before."""
    _OUTFITTERS[game] = outfitter


def outfitter_of(game: str) -> Outfitter:
    """Who answers for a game. KeyError for one in which nobody brings anything."""
    return _OUTFITTERS[game]


class Loadout(NamedTuple):
    """What one brings to a table. `wanted`: so many; `awaited` are the seats that have not chosen;
    `mine`: one sits there oneself; `items` and `chosen` are one's own.
    """

    title: str
    wanted: int
    awaited: tuple[int, ...]
    mine: bool = False
    items: tuple[Item, ...] = ()
    chosen: Chosen = Chosen((), ())


def loadout(place: Participant) -> Loadout | None:
    """What is brought to this table, as far as whoever stands here may know; None where nothing is,
    and once it has started.
    """
    table = place.table
    wanted = wanted_at(table)
    if not wanted:
        return None
    title = registry.get(table.game).loadout_title
    found = Loadout(title, wanted, awaited(place.chairs))
    own = own_chair(place.chairs, place.user)
    if own is None:
        return found
    room = outfitter_of(table.game)
    return found._replace(
        mine=True,
        items=tuple(room.items(place.user, options_of(table))),
        chosen=room.chosen(own.loadout) if own.loadout else Chosen((), ()),
    )


def wanted_at(table: Table) -> int:
    """How many things each person's side brings to a table that has not started."""
    if table.status != Table.Status.OPEN:
        return 0
    return registry.get(table.game).brings(options_of(table))


def awaited(chairs: Iterable[Chair]) -> tuple[int, ...]:
    """The seats of people who have chosen nothing yet, at a table to which everybody brings
    something.
    """
    return tuple([chair.seat for chair in chairs if chair.holder_id and not chair.loadout])


def own_chair(chairs: Iterable[Chair], user: User) -> Chair | None:
    """The chair that this person holds themselves: nobody chooses for somebody else."""
    return next((chair for chair in chairs if chair.holder_id == user.pk), None)
