"""A concurrent actor controlled statement by statement: the holder of a row continues only when the
other has finished or waits for that row.
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
    """An actor on its own connection."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._work: Future[Any] | None = None
        self.has_begun = False
        """Whether they were set to work."""

    def begins(self, act: Callable[[], Any]) -> None:
        """Start the actor and return when it has finished or waits for a lock held here."""
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
        """Start the actor just before our first statement inside the block that contains this
        text.
        """

        def execute(run: Any, sql: Any, values: Any, many: bool, context: Any) -> Any:
            if not self.has_begun and statement in str(sql):
                self.begins(act)
            return run(sql, values, many, context)

        with connection.execute_wrapper(execute):
            yield
        assert self.has_begun, f"nothing came that says {statement}"

    def end(self) -> Any:
        """Return the actor's result or refusal."""
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
    """Return an actor that can be started in the middle of something. For tests on a real database
    with their own transactions.
    """
    with ThreadPoolExecutor(1) as pool:
        yield Other(pool)
