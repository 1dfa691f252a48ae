"""Django's database sessions with a prepared query, because every request reads one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.contrib.sessions.backends import db
from django.utils import timezone

from core.web.prepared import Prepared

if TYPE_CHECKING:
    from django.contrib.sessions.base_session import AbstractBaseSession
    from django.db.models import QuerySet


def _valid_sessions(key: str, now: datetime) -> QuerySet[AbstractBaseSession]:
    rows: QuerySet[AbstractBaseSession] = SessionStore.get_model_class().objects.all()
    return rows.filter(session_key=key, expire_date__gt=now)


_VALID_SESSIONS: Final = Prepared(_valid_sessions, key=str, now=datetime)


class SessionStore(db.SessionStore):
    """A session in the database."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        """Return the row of the session. If the session is not valid, forget its key and return
        None.
        """
        key = self.session_key
        session = _VALID_SESSIONS.first(key=key, now=timezone.now()) if key else None
        if session is None:
            self._session_key = None
        return session
