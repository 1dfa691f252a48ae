"""Which clubs a person may make a token for. The room above says: clubs are not known here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from core.accounts.models import User
from core.web.ports import Port


class OwnClub(NamedTuple):
    """A club that a person belongs to."""

    id: UUID
    slug: str
    name: str


own_clubs: Final[Port[Callable[[User], Sequence[OwnClub]]]] = Port("the clubs of who makes a token")
"""What reads a person's clubs, by name."""
