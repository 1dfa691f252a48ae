"""Parties, which are groups such as teams that share a seat. The higher package that knows the
parties registers its lookups, which ignore the caller's campaign scope, when it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from core.accounts.models import User
from core.web.ports import Port


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


parties_of: Final = Port[[User], frozenset[UUID]]("the parties of a person")
"""Return the parties for which a user currently plays at every table."""
chairs_played_by: Final = Port[[UUID], Q]("the chairs that a person plays for a party")
"""Return a condition for the chairs that a user currently plays for a party, at every table or only
at particular tables. This takes no query.
"""
find_chairs_played_by: Final = Port[[UUID], Q]("chairs that a person plays for a party, by id")
"""Return the same condition with ids instead of subqueries, for use in several queries. The
condition is empty if there are no such chairs. This takes one query.
"""
parties_by_id: Final = Port[[Iterable[UUID]], Mapping[UUID, Party]]("parties that play a seat")
"""Return the names and players of these parties. This takes one query."""
frame_of: Final = Port[[UUID], Frame | None]("events that tables are part of")
"""Return the event that a table's match is part of, as its players know it, or None. This takes at
most two queries.
"""


def own_chairs(user: UUID) -> Q:
    """Return a condition for the chairs that a user currently plays as their holder, as a deputy or
    for a party. This takes no query.
    """
    return Q(holder=user) | Q(deputy=user) | chairs_played_by(user)


def find_own_chairs(user: UUID) -> Q:
    """Return the same condition for use in several queries. This takes one query."""
    return Q(holder=user) | Q(deputy=user) | find_chairs_played_by(user)
