"""Circles, which are groups of people such as clubs. The higher package that knows the circles
registers its lookups when it is loaded.
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
    """A circle, with its id, slug, name and page address."""

    id: UUID
    slug: str
    name: str
    address: str


class Circles(Protocol):
    """Circle lookups that ignore the caller's campaign scope."""

    def circles_of(self, user: User) -> tuple[Circle, ...]:
        """Return the circles that a user belongs to now, sorted by name. This takes one query."""
        ...

    def ids_of(self, user: UUID) -> QuerySet[Any, Any]:
        """Return the same circles' ids as a subquery. This takes no query."""
        ...

    def circles_by_id(self, ids: Iterable[UUID]) -> Mapping[UUID, Circle]:
        """Return circles by id, for a reader who is allowed to know them. This takes one query, or
        none if no ids are given.
        """
        ...


_CIRCLES: Final = Port[Circles]("groups of people")
fill = _CIRCLES.fill


def circles_of(user: User) -> tuple[Circle, ...]:
    """Return the circles that a user belongs to now, sorted by name. This takes one query."""
    return _CIRCLES().circles_of(user)


def ids_of(user: UUID) -> QuerySet[Any, Any]:
    """Return the same circles' ids as a subquery. This takes no query."""
    return _CIRCLES().ids_of(user)


def circles_by_id(ids: Iterable[UUID]) -> Mapping[UUID, Circle]:
    """Return circles by id, for a reader who is allowed to know them. This takes one query, or none
    if no ids are given.
    """
    return _CIRCLES().circles_by_id(ids)
