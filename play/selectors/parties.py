"""Parties: groups that play a seat as one, such as a team. The room above, which knows them, hands
in its answers when it is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from django.db.models import Q

    from core.accounts.models import User


class Frame(NamedTuple):
    """What a private match is part of: its name and page, when it goes on without the players, and
    what happens then.
    """

    name: str
    address: str
    until: datetime
    then: str


class Party(NamedTuple):
    """What a party is called, and who plays for it now: `players` at every table, `at_tables` at
    those tables alone.
    """

    name: str
    players: frozenset[UUID]
    at_tables: Mapping[UUID, frozenset[UUID]] = MappingProxyType({})


class Parties(Protocol):
    """The answers, whatever the caller's campaign scope."""

    def parties_of(self, user: User) -> frozenset[UUID]:
        """The parties a person plays for now, at every table."""
        ...

    def played_by(self, user: UUID) -> Q:
        """Which chairs a person plays for a party now, at every table or at theirs alone, as a
        condition on chairs. No query.
        """
        ...

    def named(self, parties: Iterable[UUID]) -> Mapping[UUID, Party]:
        """What these are called, and who plays for them. One query."""
        ...

    def frame_of(self, table: UUID) -> Frame | None:
        """What a table's match is part of, for those who play it. Two queries at most."""
        ...


_PARTIES: Final = Port[Parties]("who plays a seat as a party")
fill = _PARTIES.fill


def parties_of(user: User) -> frozenset[UUID]:
    """The parties a person plays for now, at every table."""
    return _PARTIES().parties_of(user)


def played_by(user: UUID) -> Q:
    """Which chairs a person plays for a party now, at every table or at theirs alone, as a
    condition on chairs. No query.
    """
    return _PARTIES().played_by(user)


def named(parties: Iterable[UUID]) -> Mapping[UUID, Party]:
    """What these are called, and who plays for them. One query."""
    return _PARTIES().named(parties)


def frame_of(table: UUID) -> Frame | None:
    """What the match of a table that belongs to something larger is part of, for those who play it;
    None where nobody knows.
    """
    return _PARTIES().frame_of(table)
