"""Deadlines elsewhere on the site, such as order sheets, that fall within a user's holiday. The
higher package that knows them registers its lookup when it is loaded.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from core.accounts.models import User
from core.web.ports import Port


class HolidayDeadline(NamedTuple):
    """A deadline during a holiday. It has a name, a time, a description of what happens if the user
    does nothing, and the pages where they can change that, as (label, address).
    """

    name: str
    due: datetime
    consequence: str
    links: tuple[tuple[str, str], ...]


deadlines_during: Final = Port[[User, datetime, datetime], tuple[HolidayDeadline, ...]](
    "deadlines outside the tables during a holiday"
)
"""Return the user's deadlines between two times, the earliest first."""
