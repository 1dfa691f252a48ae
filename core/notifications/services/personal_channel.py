"""Base class of the channels for email, devices and webhooks, which follow a person's current
settings.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ClassVar, TypeVar
from uuid import UUID

from core.notifications.kinds import kind_of
from core.notifications.models import Notice, Outgoing
from core.notifications.rules.topics import ChannelName
from core.notifications.selectors.reach import Reach, reach

from .delivery_worker import Channel

RowT = TypeVar("RowT", bound=Outgoing)


class PersonalChannel(Channel[RowT]):
    """A channel that reaches people."""

    channel: ClassVar[ChannelName]

    def __init__(self) -> None:
        super().__init__()
        self.people: Mapping[UUID, Reach] = {}

    @abstractmethod
    def recipient(self, row: RowT) -> UUID:
        """Return the recipient of a row."""

    @abstractmethod
    def reaches(self, row: RowT, person: Reach) -> bool:
        """Return whether the person can be reached at the row's address."""

    @abstractmethod
    def rows(self, ids: Sequence[UUID]) -> list[RowT]:
        """Return these rows in the order of their notices, with notices and clubs."""

    def load(self, ids: Sequence[UUID]) -> list[RowT]:
        """Return these rows, and load the settings of the people they are for."""
        loaded = self.rows(ids)
        self.people = reach({self.recipient(row) for row in loaded})
        return loaded

    def is_needed(self, row: RowT, now: datetime) -> bool:
        """Return whether the person can be reached, and the notice is unread, relevant and wanted.

        Notices of archived clubs are not sent.
        """
        person, notice = self.people.get(self.recipient(row)), _notice(row)
        if person is None or not self.reaches(row, person):
            return False
        if notice is None:
            return True
        return (
            notice.user_id == self.recipient(row)
            and notice.read_at is None
            and (notice.until is None or notice.until > now)
            and (notice.campaign is None or notice.campaign.archived_at is None)
            and kind_of(notice.kind).topic in person.preferences.topics[self.channel]
        )

    def not_before(self, row: RowT, now: datetime) -> datetime | None:
        """Return the end of the person's quiet hours. Tests are sent immediately."""
        notice = _notice(row)
        if notice is None:
            return None
        quiet = self.people[self.recipient(row)].leaves_at(
            now, self.channel, kind_of(notice.kind).topic, notice.until, daily=False
        )
        return quiet if quiet > now else None


def _notice(row: Outgoing) -> Notice | None:
    notice: Notice | None = row.notice  # type: ignore[attr-defined]
    return notice
