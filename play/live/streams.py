"""Live streams of tables, which announce each new version of the reader's page.

Each lookup also checks the permission to see the table. A user who has left the playing team or the
watching club gets no further messages.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final
from uuid import UUID

import structlog

from core.accounts.models import User
from core.live.hub import Stream
from engine.values import Seat
from play.models import Chair, Table
from play.selectors import participants, table_view
from play.selectors.names import load_parties
from play.selectors.participants import NoSuchTable

log = structlog.get_logger(__name__)

NO_ACCESS: Final = ""
"""Version reported for a table that the reader can no longer see."""

Rows = tuple[Table, tuple[Chair, ...]]


@dataclass(eq=False, slots=True)
class TableStream(Stream):
    """The stream of a table for one reader. `version` is the last version sent. The fields below it
    store the results of the last lookup.
    """

    MAX_PER_PERSON: ClassVar = 50

    user: User
    seat: int | None
    version: str
    access: tuple[Any, ...] = ()
    role: Seat | None = None
    seats: tuple[Seat, ...] = ()

    def first_message(self) -> bytes:
        """Return the current version."""
        return b"\n" + version_event(self.version)

    @classmethod
    def look(cls, streams: Sequence[TableStream]) -> list[tuple[TableStream, str]]:
        """Return the current version of each stream."""
        return look(streams)

    def tell(self, content: str) -> None:
        """Write the version if it has changed."""
        if content == self.version:
            return
        self.version = content
        if content == NO_ACCESS:
            self.end()
        else:
            self.write(version_event(content))


@lru_cache(maxsize=256)
def version_event(version: str) -> bytes:
    """Return a version as a server-sent event."""
    return b"data: " + json.dumps({"v": version}).encode() + b"\n\n"


def look(streams: Iterable[TableStream]) -> list[tuple[TableStream, str]]:
    """Return the current version of each stream.

    A table that cannot be read is skipped until the next lookup, so that the other streams are
    still updated.
    """
    watched: defaultdict[UUID, list[TableStream]] = defaultdict(list)
    for stream in streams:
        watched[stream.key].append(stream)
    rows = _read_tables(watched)
    results: list[tuple[TableStream, str]] = []
    for table, table_streams in watched.items():
        try:
            results += (
                _look_at(rows[table], table_streams)
                if table in rows
                else [(stream, NO_ACCESS) for stream in table_streams]
            )
        except Exception as problem:  # noqa: BLE001 - other tables go on
            log.warning("live_look_failed", table=str(table), error=type(problem).__name__)
    return results


def _look_at(rows: Rows, streams: Sequence[TableStream]) -> list[tuple[TableStream, str]]:
    access, versions = _access(rows), dict[tuple[Seat | None, bool], str]()
    if (before := streams[0].access) == access:
        access = before  # One shared object is fast to compare.
    return [(stream, _version(rows, access, stream, versions)) for stream in streams]


def _read_tables(watched: Mapping[UUID, Sequence[TableStream]]) -> Mapping[UUID, Rows]:
    """Return tables with their chairs, parties, and admitted watchers loaded.

    A single query reads all of them at the same moment. Parties take one more query, and watchers
    take three more if a higher package decides who can watch.
    """
    chairs: defaultdict[UUID, list[Chair]] = defaultdict(list)
    rows = Chair.objects.filter(table__in=list(watched)).select_related("table").order_by("seat")
    for chair in rows:
        chairs[chair.table_id].append(chair)
    load_parties([chair for table_chairs in chairs.values() for chair in table_chairs])
    tables = {
        table: (table_chairs[0].table, tuple(table_chairs))
        for table, table_chairs in chairs.items()
    }
    participants.load_admitted(
        (row, [stream.user.pk for stream in watched[table]]) for table, (row, _) in tables.items()
    )
    return tables


def _access(rows: Rows) -> tuple[Any, ...]:
    """Return all data that determines who can see a table and from which seat. Participants are
    computed again only if this data changes.
    """
    table, chairs = rows
    sitting = tuple(
        (
            chair.holder_id,
            chair.party_players,
            chair.deputy_id,
            chair.kept_for_id,
            chair.resigned_at,
        )
        for chair in chairs
    )
    return (table.visibility, table.watched, table.watchers, table.status, table.admitted, sitting)


def _version(
    rows: Rows,
    access: tuple[Any, ...],
    stream: TableStream,
    versions: dict[tuple[Seat | None, bool], str],
) -> str:
    table, chairs = rows
    if stream.access is not access:
        try:
            participant = participants.participant_at(table, chairs, stream.user, stream.seat)
        except NoSuchTable:
            return NO_ACCESS
        stream.access, stream.role, stream.seats = access, participant.seat, participant.seats
    key = stream.role, bool(stream.seats)
    if key not in versions:
        place = participants.Participant(
            table, chairs, stream.user, stream.seats, stream.role, is_member=bool(stream.seats)
        )
        versions[key] = table_view.version(place)
    return versions[key]
