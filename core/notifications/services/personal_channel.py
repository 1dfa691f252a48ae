"""What mail, devices and own hooks have in common: a person's notices, by that person's wishes of
the moment.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, TypeVar

from core.notifications.kinds import kind_of
from core.notifications.models import Outgoing
from core.notifications.selectors.reach import Reach, reach

from .delivery_worker import Channel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from core.notifications.models import Notice
    from core.notifications.rules.topics import Way

RowT = TypeVar("RowT", bound=Outgoing)


class PersonalChannel(Channel[RowT]):
    """A way to reach people."""

    way: ClassVar[Way]

    def __init__(self) -> None:
        super().__init__()
        self.people: Mapping[UUID, Reach] = {}

    @abstractmethod
    def person_of(self, row: RowT) -> UUID:
        """Whose it is."""

    @abstractmethod
    def reaches(self, row: RowT, person: Reach) -> bool:
        """Whether it can reach them where it is to go."""

    @abstractmethod
    def rows(self, ids: Sequence[UUID]) -> list[RowT]:
        """These rows, in the order in which they are told, with notices and their clubs."""

    def claimed(self, ids: Sequence[UUID]) -> list[RowT]:
        """These rows, and what their people want."""
        found = self.rows(ids)
        self.people = reach({self.person_of(row) for row in found})
        return found

    def is_needed(self, row: RowT, at: datetime) -> bool:
        """To where its person can be reached; a notice still unread, not over, about what they
        want, of a club that was not put away.
        """
        person, notice = self.people.get(self.person_of(row)), _notice(row)
        if person is None or not self.reaches(row, person):
            return False
        if notice is None:
            return True
        return (
            notice.user_id == self.person_of(row)
            and notice.read_at is None
            and (notice.until is None or notice.until > at)
            and (notice.campaign is None or notice.campaign.archived_at is None)
            and kind_of(notice.kind).topic in person.wishes.topics[self.way]
        )

    def not_before(self, row: RowT, at: datetime) -> datetime | None:
        """After the person's quiet hours. A test, which somebody has just asked for, leaves."""
        notice = _notice(row)
        if notice is None:
            return None
        quiet = self.people[self.person_of(row)].leaves_at(
            at, self.way, kind_of(notice.kind).topic, notice.until, daily=False
        )
        return quiet if quiet > at else None


def _notice(row: Outgoing) -> Notice | None:
    found: Notice | None = row.notice  # type: ignore[attr-defined]
    return found
