"""Deadlines elsewhere on the site, such as order sheets, that fall within a user's holiday. The
higher package that knows them registers its lookup when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from datetime import datetime

    from core.accounts.models import User


class HolidayDeadline(NamedTuple):
    """A deadline during a holiday. It has a name, a time, a description of what happens if the user
    does nothing, and the pages where they can change that, as (label, address).
    """

    name: str
    due: datetime
    consequence: str
    links: tuple[tuple[str, str], ...]


class HolidayDeadlines(Protocol):
    """A lookup of all deadlines that affect a user."""

    def __call__(self, user: User, starts: datetime, ends: datetime) -> tuple[HolidayDeadline, ...]:
        """Return the user's deadlines between two times, the earliest first."""
        ...


_HOLIDAY_DEADLINES: Final = Port[HolidayDeadlines]("deadlines outside the tables during a holiday")
fill = _HOLIDAY_DEADLINES.fill


def deadlines_during(user: User, starts: datetime, ends: datetime) -> tuple[HolidayDeadline, ...]:
    """Return the user's deadlines between two times, the earliest first."""
    return _HOLIDAY_DEADLINES()(user, starts, ends)
