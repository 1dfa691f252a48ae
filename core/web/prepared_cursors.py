"""Cursors for statements that PostgreSQL keeps prepared (`core/web/prepared.py`): imported where
the database is PostgreSQL.
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
    """A cursor that leaves it to PostgreSQL to put values in their places, so that the driver can
    have it prepare a statement that is asked again and again.
    """

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        """As any cursor.

        Where a deployment has changed a column since the statement was prepared, PostgreSQL refuses
        it: nothing is prepared on this connection from then on. Inside of a transaction, which is
        lost by then, that refusal is raised, once.
        """
        try:
            return super().execute(query, params, **options)
        except FeatureNotSupported:
            self.connection.prepare_threshold = None
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                raise
            return super().execute(query, params, **options)
