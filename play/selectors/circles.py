"""Circles, which are groups of people such as clubs. The higher package that knows the circles
registers its lookups, which ignore the caller's campaign scope, when it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from core.accounts.models import User
from core.web.ports import Port


class Circle(NamedTuple):
    """A circle, with its id, slug, name and page address."""

    id: UUID
    slug: str
    name: str
    address: str


circles_of: Final = Port[[User], tuple[Circle, ...]]("the groups of a person")
"""Return the circles that a user belongs to now, sorted by name. This takes one query."""
ids_of: Final = Port[[UUID], QuerySet[Any, Any]]("the ids of a person's groups")
"""Return the same circles' ids as a subquery. This takes no query."""
circles_by_id: Final = Port[[Iterable[UUID]], Mapping[UUID, Circle]]("groups of people")
"""Return circles by id, for a reader who is allowed to know them. This takes one query, or none if
no ids are given.
"""
