"""Cursors for statements that PostgreSQL prepares (`core/web/prepared.py`). Import this module only
if the database is PostgreSQL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psycopg.errors import FeatureNotSupported
from psycopg.pq import TransactionStatus

if TYPE_CHECKING:
    from psycopg import Cursor as ServerBindingCursor
else:
    from django.db.backends.postgresql.base import ServerBindingCursor


class PreparingCursor(ServerBindingCursor):
    """A cursor that sends parameters separately from the statement, so that PostgreSQL can prepare
    a statement that is executed repeatedly.
    """

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        """Execute a statement.

        If a deployment has changed a column since the statement was prepared, PostgreSQL refuses
        the statement. From then on, this connection prepares no statements. Inside a transaction,
        which has failed by then, the error is raised once.
        """
        try:
            return super().execute(query, params, **options)
        except FeatureNotSupported:
            self.connection.prepare_threshold = None
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                raise
            return super().execute(query, params, **options)
