"""What a person's holiday meets elsewhere on the site, such as orders that fall due. The room
above, which knows it, hands in its answer when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from datetime import datetime

    from core.accounts.models import User


class Meets(NamedTuple):
    """Something that falls due during a holiday: what and when, what becomes of it if nobody does
    anything, and the pages where that can be changed, as (words, address).
    """

    name: str
    due: datetime
    then: str
    links: tuple[tuple[str, str], ...]


class Elsewhere(Protocol):
    """The answer, over everything the person is part of."""

    def __call__(self, user: User, starts: datetime, ends: datetime) -> tuple[Meets, ...]:
        """What falls due for the person from one moment to another, the soonest first."""
        ...


_ELSEWHERE: Final = Port[Elsewhere]("what a holiday meets elsewhere")
fill = _ELSEWHERE.fill


def met_by(user: User, starts: datetime, ends: datetime) -> tuple[Meets, ...]:
    """What falls due for the person from one moment to another, the soonest first."""
    return _ELSEWHERE()(user, starts, ends)
