"""Locks on tables. Every change runs in one transaction, which locks the table's row before
reading.

Locks are always taken in the order table, match, chairs. A chair is written only while its table's
row is locked.
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
from play.selectors.participants import NoSuchTable, Participant, chairs_of, participant_at
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

from . import live_notify
from .matches import lock_matches

CLOCK_FIELDS = ("asked_at", "due_at", "claimed_until", "attempts")


@dataclass
class LockedTable:
    """A locked table that is about to be changed, with its chairs."""

    table: Table
    chairs: tuple[Chair, ...]

    @property
    def tabletop(self) -> AnyTabletop:
        return registry.get(self.table.game)

    def place(self, user: User, seat: int | None = None) -> Participant:
        """Return the user as a participant of this table, or raise `NoSuchTable`."""
        return participant_at(self.table, self.chairs, user, seat)

    def running(self) -> Running:
        """Return the match with its row locked."""
        if self.table.match_id is None:
            raise Match.DoesNotExist("This match does not exist.")
        return lock_matches([self.table.match_id])[self.table.match_id]

    def chair(self, seat: Seat | int) -> Chair:
        return self.chairs[seat]

    def save_chairs(self, *names: str) -> None:
        """Write these fields of all chairs."""
        bulk.update(self.chairs, names)

    def publish(self, *names: str) -> None:
        """Write these fields of the table, and notify the pages of everyone who can see it."""
        self.table.stamp += 1
        self.table.save(update_fields=["stamp", *names])
        live_notify.changed(self.table.pk)


@contextmanager
def lock_table(table_id: UUID) -> Iterator[LockedTable]:
    """Lock a table for one transaction. Raise `NoSuchTable`, and `Busy` if another transaction
    holds the lock for too long.
    """
    with patient():
        table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
        if table is None:
            raise NoSuchTable("This table does not exist.")
        yield LockedTable(table, chairs_of(table))


@contextmanager
def lock_table_if_free(table_id: UUID) -> Iterator[LockedTable | None]:
    """Lock a table for a background job, or yield None if it is locked until the next tick."""
    with patient():
        table = (
            Table.objects.select_for_update(no_key=True, skip_locked=True)
            .filter(pk=table_id)
            .first()
        )
        yield LockedTable(table, chairs_of(table)) if table else None
