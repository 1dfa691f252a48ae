"""Circles: people who belong together, such as a club, as far as play asks. The room above, which
knows them, hands in its answers when it is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import QuerySet

    from core.accounts.models import User


class Circle(NamedTuple):
    """A circle: its id, the word it has in addresses, its name, and its page."""

    id: UUID
    slug: str
    name: str
    address: str


class Circles(Protocol):
    """The answers, whatever the caller's campaign scope."""

    def of(self, user: User) -> tuple[Circle, ...]:
        """The circles a person belongs to now, by name. One query."""
        ...

    def ids_of(self, user: UUID) -> QuerySet[Any, Any]:
        """The ids of the same, to be asked for within a query. No query."""
        ...

    def named(self, ids: Iterable[UUID]) -> Mapping[UUID, Circle]:
        """These circles, for who may know that they are there. One query, none for no ids."""
        ...


_CIRCLES: Final = Port[Circles]("who belongs together")
fill = _CIRCLES.fill


def circles_of(user: User) -> tuple[Circle, ...]:
    """The circles a person belongs to now, by name. One query."""
    return _CIRCLES().of(user)


def ids_of(user: UUID) -> QuerySet[Any, Any]:
    """The ids of the same, to be asked for within a query. No query."""
    return _CIRCLES().ids_of(user)


def named(ids: Iterable[UUID]) -> Mapping[UUID, Circle]:
    """These circles, for who may know that they are there. One query, none for no ids."""
    return _CIRCLES().named(ids)
