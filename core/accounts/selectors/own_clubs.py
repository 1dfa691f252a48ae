"""The clubs for which a person can create tokens. A higher package registers the function that
finds these clubs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from core.accounts.models import User
from core.web.ports import Port


class OwnClub(NamedTuple):
    """A club that a person is a member of."""

    id: UUID
    slug: str
    name: str


own_clubs: Final = Port[[User], Sequence[OwnClub]]("the clubs of a token's owner")
"""Return a person's clubs, sorted by name."""
