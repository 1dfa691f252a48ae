"""The quarantine of copies: what was restored sends nothing to anybody until the operator says so.

A copy holds the addresses and hooks of living people, and letters that the site it was copied from
has sent. `manage.py restore` begins a quarantine. Whoever copies the database by other means need
not know of it: a database knows where it lives, and finds out that it has been moved.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog
from django.db import DatabaseError, connection, transaction

from core.uptime.models import DatabasePlace, Quarantine
from core.uptime.selectors.quarantine import current
from core.web import clock

log = structlog.get_logger(__name__)

MOVED: Final = "its database is not where it was: a copy, a restored one, or a moved one"
ON_POSTGRES: Final = """
    SELECT 'postgresql ' || system_identifier || ' '
        || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || current_database()
    FROM pg_control_system()
"""
"""The cluster, made once by `initdb`; its timeline, which every recovery to a point in time and
every failover begins anew; and the database's name.
"""


def holds() -> bool:
    """Whether nothing may leave the site now. Asked before anything does.

    The first to ask writes down where the database is; whoever finds it elsewhere later begins a
    quarantine. Two queries and one about the place.
    """
    here = place()
    known = DatabasePlace.objects.values_list("place", flat=True).first()
    if known is None:
        DatabasePlace.objects.get_or_create(pk=1, defaults={"place": here})
    elif here and known != here:
        _begin_in_a_new_place(here)
    return current() is not None


@transaction.atomic
def begin(reason: str) -> Quarantine:
    """Let nothing leave from now on, for this reason; what is in quarantine stays in it. The place
    of the database counts as known from now on.
    """
    here = place()
    DatabasePlace.objects.update_or_create(pk=1, defaults={"place": here})
    row, is_new = Quarantine.objects.get_or_create(
        is_open=True, defaults={"began_at": clock.now(), "reason": reason[:200]}
    )
    if is_new:
        log.warning("quarantine_began", reason=reason)
    return row


@transaction.atomic
def _begin_in_a_new_place(here: str) -> None:
    """Begin a quarantine, unless the place could not be told before, or another process did
    while this one waited for the lock.
    """
    known = DatabasePlace.objects.select_for_update().get(pk=1).place
    if not known:
        DatabasePlace.objects.update(place=here)
    elif known != here:
        begin(MOVED)


def place() -> str:
    """Where this database is, in words that a copy of it does not share: the cluster, its timeline
    and the name, or a file's number; "" where that cannot be told.
    """
    if connection.vendor != "postgresql":
        with suppress(OSError):
            return f"sqlite {Path(str(connection.settings_dict['NAME'])).stat().st_ino}"
        return ""
    with suppress(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(ON_POSTGRES)
        return str(cursor.fetchone()[0])
    return ""
