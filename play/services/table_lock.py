"""The frame of everything that happens at a table: one transaction, its row locked before anything
is read.

Locks are taken in one order everywhere: table, match, chairs. A chair is written only while its
table's row is locked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from core.accounts.models import User
from core.web import bulk
from core.web.locks import patient
from engine.values import Seat
from play.models import Chair, Match, Table
from play.running import Running
from play.selectors.participants import NoSuchTable, Participant, chairs_of, placed
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

from . import live_notify
from .matches import locked

TIMES = ("asked_at", "due_at", "claimed_until", "attempts")


@dataclass
class Sitting:
    """A table that is being written: its row and chairs as they are, held against other writers."""

    table: Table
    chairs: tuple[Chair, ...]

    @property
    def tabletop(self) -> AnyTabletop:
        return registry.get(self.table.game)

    def place(self, user: User, seat: int | None = None) -> Participant:
        """Where this person stands here. Raises NoSuchTable."""
        return placed(self.table, self.chairs, user, seat)

    def running(self) -> Running:
        """The match, its row locked too."""
        if self.table.match_id is None:
            raise Match.DoesNotExist("This match does not exist.")
        return locked([self.table.match_id])[self.table.match_id]

    def chair(self, seat: Seat | int) -> Chair:
        return self.chairs[seat]

    def save_chairs(self, *names: str) -> None:
        """Write these fields of all chairs."""
        bulk.update(self.chairs, names)

    def publish(self, *names: str) -> None:
        """Write the table with these fields; everybody who may see it is shown that something has
        changed.
        """
        self.table.stamp += 1
        self.table.save(update_fields=["stamp", *names])
        live_notify.changed(self.table.pk)


@contextmanager
def sitting(table_id: UUID) -> Iterator[Sitting]:
    """The table in one transaction. Raises NoSuchTable, and Busy when somebody else writes there
    for too long.
    """
    with patient():
        table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
        if table is None:
            raise NoSuchTable("This table does not exist.")
        yield Sitting(table, chairs_of(table))


@contextmanager
def sitting_if_free(table_id: UUID) -> Iterator[Sitting | None]:
    """The same for the job: None when somebody is writing there at this moment; the next tick looks
    again.
    """
    with patient():
        table = (
            Table.objects.select_for_update(no_key=True, skip_locked=True)
            .filter(pk=table_id)
            .first()
        )
        yield Sitting(table, chairs_of(table)) if table else None
