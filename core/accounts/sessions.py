"""Sessions in the database, as Django keeps them; asked for with SQL that is made once, since every
page and operation begins with it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.contrib.sessions.backends import db
from django.utils import timezone

from core.web.prepared import Prepared

if TYPE_CHECKING:
    from django.contrib.sessions.base_session import AbstractBaseSession
    from django.db.models import QuerySet


def _lasting(key: str, now: datetime) -> QuerySet[AbstractBaseSession]:
    rows: QuerySet[AbstractBaseSession] = SessionStore.get_model_class().objects.all()
    return rows.filter(session_key=key, expire_date__gt=now)


_LASTING: Final = Prepared(_lasting, key=str, now=datetime)


class SessionStore(db.SessionStore):
    """The session of a key."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        """Its row; None for a key that never was or has run out, which then is forgotten."""
        key = self.session_key
        found = _LASTING.first(key=key, now=timezone.now()) if key else None
        if found is None:
            self._session_key = None
        return found
