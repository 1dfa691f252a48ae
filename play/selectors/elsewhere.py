"""Deadlines elsewhere on the site that fall into a user's holiday, such as order sheets. The
package above, which knows them, provides the answer when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from datetime import datetime

    from core.accounts.models import User


class Meets(NamedTuple):
    """A deadline during a holiday: its name and time, what happens if the user does nothing, and
    the pages where that can be changed, as (label, address).
    """

    name: str
    due: datetime
    then: str
    links: tuple[tuple[str, str], ...]


class Elsewhere(Protocol):
    """Lookup over everything that a user takes part in."""

    def __call__(self, user: User, starts: datetime, ends: datetime) -> tuple[Meets, ...]:
        """Return the user's deadlines between two times, the earliest first."""
        ...


_ELSEWHERE: Final = Port[Elsewhere]("what a holiday meets elsewhere")
fill = _ELSEWHERE.fill


def met_by(user: User, starts: datetime, ends: datetime) -> tuple[Meets, ...]:
    """Return the user's deadlines between two times, the earliest first."""
    return _ELSEWHERE()(user, starts, ends)
