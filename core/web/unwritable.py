"""A database that can be read and not written, because its disk is full or it was set to read
only; and one that cannot be reached, because it starts, stops or is away.

Nobody's request and no week is at fault then, and it passes. So requests are answered with a
sentence and 503, pages that can be read are shown without their small marks, and the job waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from django.db import DatabaseError, InterfaceError, OperationalError

SQLSTATES: Final = frozenset({"25006", "53100"})
"""PostgreSQL's words for a transaction that may only read, and for a full disk."""
AWAY: Final = frozenset({"57P01", "57P02", "57P03"})
"""PostgreSQL's words for a server that stops, has crashed, or is still starting."""
CONNECTION_EXCEPTION: Final = "08"
"""The class of PostgreSQL's words for connections that fail."""
SQLITE: Final = ("readonly database", "database or disk is full")


def is_unwritable(error: BaseException | None) -> bool:
    """Whether this error, or what it came from, is the database's refusal to write anything."""
    while error is not None:
        if getattr(error, "sqlstate", None) in SQLSTATES:
            return True
        if isinstance(error, DatabaseError) and any(words in str(error) for words in SQLITE):
            return True
        error = error.__cause__ or error.__context__
    return False


def is_away(error: BaseException | None) -> bool:
    """Return whether this error, or what it came from, says that PostgreSQL cannot be reached."""
    while error is not None:
        if isinstance(error, psycopg.OperationalError):
            code = error.sqlstate or ""
            if not code or code in AWAY or code.startswith(CONNECTION_EXCEPTION):
                return True
        if isinstance(error, InterfaceError) and "connection" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


@contextmanager
def mark_if_possible() -> Iterator[None]:
    """For a small mark that a page leaves behind, such as that it was read: a database that is busy
    or cannot be written keeps nobody from reading. It is marked the next time.
    """
    try:
        yield
    except OperationalError:
        return
    except DatabaseError as error:
        if not is_unwritable(error):
            raise
