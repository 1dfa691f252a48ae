"""A database that can be read and not written: its disk is full, or it was set to read only.

Nobody's request and no week is at fault then, and it passes. So forms are answered with a sentence
and 503, pages read on without their small marks, and the job waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError, OperationalError

SQLSTATES: Final = frozenset({"25006", "53100"})
"""PostgreSQL's words for a transaction that may only read, and for a full disk."""
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
