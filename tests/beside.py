"""Somebody else at the same moment, to the step: who holds a row goes on only when the other is
through, or waits for that very row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

from django.db import connection
from django_scopes import scopes_disabled

from engine.game import Refusal

PATIENCE: Final = 60.0
"""Seconds after which something has gone wrong."""
WAITS_FOR_ME: Final = (
    "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND "
    "pg_backend_pid() = ANY(pg_blocking_pids(pid)))"
)


class Other:
    """Somebody at work on a connection of their own."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._work: Future[Any] | None = None
        self.has_begun = False
        """Whether they were set to work."""

    def begins(self, act: Callable[[], Any]) -> None:
        """Set them to work, and come back when they are through or wait for what is held here."""
        self.has_begun = True
        self._work = self._pool.submit(_alone, act)
        end = monotonic() + PATIENCE
        while not self._work.done():
            assert monotonic() < end, "they neither come to an end nor wait for us"
            with connection.cursor() as cursor:
                cursor.execute(WAITS_FOR_ME)
                if cursor.fetchone()[0]:
                    return

    @contextmanager
    def before(self, statement: str, act: Callable[[], Any]) -> Iterator[None]:
        """Inside the block they are set to work just before the first statement of ours in which
        this text stands.
        """

        def execute(run: Any, sql: Any, values: Any, many: bool, context: Any) -> Any:
            if not self.has_begun and statement in str(sql):
                self.begins(act)
            return run(sql, values, many, context)

        with connection.execute_wrapper(execute):
            yield
        assert self.has_begun, f"nothing came that says {statement}"

    def end(self) -> Any:
        """What came of it, a refusal as itself."""
        assert self._work is not None
        return self._work.result(PATIENCE)


def _alone(act: Callable[[], Any]) -> Any:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")  # who holds the row may be on a slow machine
        with scopes_disabled():
            return act()
    except Refusal as refusal:
        return refusal
    finally:
        connection.close()


@contextmanager
def beside() -> Iterator[Other]:
    """Somebody who can be set to work in the middle of something. For tests on a real database,
    with transactions of their own.
    """
    with ThreadPoolExecutor(1) as pool:
        yield Other(pool)
