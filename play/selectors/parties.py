"""Parties, which are groups such as teams that share a seat. The higher package that knows the
parties registers its lookups when it is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from django.db.models import Q

from core.web.ports import Port

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from core.accounts.models import User


class Frame(NamedTuple):
    """The event that a private match is part of. It has a name, a page, the time at which it
    continues without the players, and a description of what happens then.
    """

    name: str
    address: str
    until: datetime
    consequence: str


class Party(NamedTuple):
    """A party's name and its current players. `players` play at every table, and the players in
    `at_tables` play only at particular tables.
    """

    name: str
    players: frozenset[UUID]
    at_tables: Mapping[UUID, frozenset[UUID]] = MappingProxyType({})


class Parties(Protocol):
    """Party lookups that ignore the caller's campaign scope."""

    def parties_of(self, user: User) -> frozenset[UUID]:
        """Return the parties for which a user currently plays at every table."""
        ...

    def played_by(self, user: UUID) -> Q:
        """Return a condition for the chairs that a user currently plays for a party, at every table
        or only at particular tables. This takes no query.
        """
        ...

    def find_chairs_of(self, user: UUID) -> Q:
        """Return the same condition with ids instead of subqueries, for use in several queries. The
        condition is empty if there are no such chairs. This takes one query.
        """
        ...

    def parties_by_id(self, parties: Iterable[UUID]) -> Mapping[UUID, Party]:
        """Return the names and players of these parties. This takes one query."""
        ...

    def frame_of(self, table: UUID) -> Frame | None:
        """Return the event that a table's match is part of, as its players know it. This takes at
        most two queries.
        """
        ...


_PARTIES: Final = Port[Parties]("parties that play a seat")
fill = _PARTIES.fill


def parties_of(user: User) -> frozenset[UUID]:
    """Return the parties for which a user currently plays at every table."""
    return _PARTIES().parties_of(user)


def own_chairs(user: UUID) -> Q:
    """Return a condition for the chairs that a user currently plays as their holder, as a deputy or
    for a party. This takes no query.
    """
    return Q(holder=user) | Q(deputy=user) | _PARTIES().played_by(user)


def find_own_chairs(user: UUID) -> Q:
    """Return the same condition for use in several queries. This takes one query."""
    return Q(holder=user) | Q(deputy=user) | _PARTIES().find_chairs_of(user)


def parties_by_id(parties: Iterable[UUID]) -> Mapping[UUID, Party]:
    """Return the names and players of these parties. This takes one query."""
    return _PARTIES().parties_by_id(parties)


def frame_of(table: UUID) -> Frame | None:
    """Return the event that a table's match is part of, as its players know it, or None."""
    return _PARTIES().frame_of(table)
