"""The quarantine for copies, in which a restored database sends nothing until the operator releases
it.

A copy contains addresses and webhooks of real people, and emails that the original site has already
sent. `manage.py restore` starts a quarantine. To detect other ways of copying, the database's
location is stored and compared.
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

MOVED_REASON: Final = "its database was copied, restored or moved"
LOCATION_SQL: Final = """
    SELECT 'postgresql ' || system_identifier || ' '
        || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || current_database()
    FROM pg_control_system()
"""
"""Query for the location of a PostgreSQL database.

The location consists of the cluster, which `initdb` creates once, the timeline, which changes with
every point-in-time recovery and failover, and the name of the database.
"""


def is_active() -> bool:
    """Return whether the site must not send anything now.

    Call this before sending.

    The first call stores the database's location. A call from another location starts a quarantine.
    This takes two queries, plus one for the location.
    """
    location = database_location()
    stored = DatabasePlace.objects.values_list("place", flat=True).first()
    if stored is None:
        DatabasePlace.objects.get_or_create(pk=1, defaults={"place": location})
    elif location and stored != location:
        _begin_after_move(location)
    return current() is not None


@transaction.atomic
def begin_quarantine(reason: str) -> Quarantine:
    """Start a quarantine for this reason if none is open. Store the database's location."""
    location = database_location()
    DatabasePlace.objects.update_or_create(pk=1, defaults={"place": location})
    row, is_new = Quarantine.objects.get_or_create(
        is_open=True, defaults={"began_at": clock.now(), "reason": reason[:200]}
    )
    if is_new:
        log.warning("quarantine_began", reason=reason)
    return row


@transaction.atomic
def _begin_after_move(location: str) -> None:
    """Start a quarantine, unless the old location is unknown or another process has already done
    so.
    """
    stored = DatabasePlace.objects.select_for_update().get(pk=1).place
    if not stored:
        DatabasePlace.objects.update(place=location)
    elif stored != location:
        begin_quarantine(MOVED_REASON)


def database_location() -> str:
    """Return a value that identifies this database server, or "" if it is unknown. Copies of the
    database return another value.

    The value consists of the cluster, its timeline and the database's name. With SQLite, it is the
    number of the file.
    """
    if connection.vendor != "postgresql":
        with suppress(OSError):
            return f"sqlite {Path(str(connection.settings_dict['NAME'])).stat().st_ino}"
        return ""
    with suppress(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LOCATION_SQL)
        return str(cursor.fetchone()[0])
    return ""
