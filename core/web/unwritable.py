"""Detection of databases that are read-only, full or unavailable.

These states are temporary, and not the fault of a request or a week. Therefore, requests that write
get a message with status 503, pages can still be read, and the job waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from django.db import DatabaseError, InterfaceError, OperationalError

SQLSTATES: Final = frozenset({"25006", "53100"})
"""PostgreSQL error codes for a read-only transaction and for a full disk."""
UNAVAILABLE: Final = frozenset({"57P01", "57P02", "57P03"})
"""PostgreSQL error codes for a server that is stopping, has crashed, or is starting."""
CONNECTION_EXCEPTION: Final = "08"
"""PostgreSQL error class for failed connections."""
SQLITE: Final = ("readonly database", "database or disk is full")


def is_unwritable(error: BaseException | None) -> bool:
    """Return whether this error, or its cause, means that the database refuses writes."""
    while error is not None:
        if getattr(error, "sqlstate", None) in SQLSTATES:
            return True
        if isinstance(error, DatabaseError) and any(message in str(error) for message in SQLITE):
            return True
        error = error.__cause__ or error.__context__
    return False


def is_away(error: BaseException | None) -> bool:
    """Return whether this error, or its cause, means that PostgreSQL cannot be reached."""
    while error is not None:
        if isinstance(error, psycopg.OperationalError):
            code = error.sqlstate or ""
            if not code or code in UNAVAILABLE or code.startswith(CONNECTION_EXCEPTION):
                return True
        if isinstance(error, InterfaceError) and "connection" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


@contextmanager
def mark_if_possible() -> Iterator[None]:
    """Ignore errors from a busy or read-only database inside the block.

    Use this for minor updates while a page is being read, such as marking notices as read.
    """
    try:
        yield
    except OperationalError:
        return
    except DatabaseError as error:
        if not is_unwritable(error):
            raise
