"""Access control for operations on tables. The response is the same 404 for unknown tables, other
people's tables and other people's seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.http.request import HttpRequest

from core.web.api.operations import Call
from core.web.api.permissions import Decorator, through
from core.web.api.scopes import Scope
from core.web.not_found import missing_is_404
from play.selectors import participants
from play.selectors.history import NoSuchStep
from play.selectors.participants import NoSuchTable, Participant
from play.tasks import ring

AUDIENCE: Final = "Available to signed-in users who can see the table."


@dataclass(slots=True, kw_only=True)
class TableCall(Call):
    """An API call that concerns one table, with the caller as a participant."""

    place: Participant

    @property
    def table_and_user(self) -> dict[str, Any]:
        """The first two arguments of every service in play."""
        return {"table_id": self.place.table.pk, "user": self.user}

    def reload_participant(self) -> Participant:
        """Return the caller's participant after a change."""
        return participants.place(self.place.table.pk, self.user)


def table_door(*, status: int = 200) -> Decorator:
    """Define an operation for everyone who can see the table in the path parameter `table`. The
    query can name one of the caller's seats. The default is the caller's first seat.
    """
    return through(_table, status=status, scope=Scope.PLAY, audience=AUDIENCE)


def act_door(*, status: int = 200) -> Decorator:
    """Define a table operation after which bots may have to move. The bots are woken once the
    change is committed.
    """
    return through(_acting, status=status, scope=Scope.PLAY, audience=AUDIENCE)


@contextmanager
def _table(call: Call, path_arguments: dict[str, Any]) -> Iterator[TableCall]:
    with missing_is_404(NoSuchTable, NoSuchStep):
        place = participants.place(path_arguments.pop("table"), call.user, _seat_in(call.request))
        yield call.extended(TableCall, place=place)


@contextmanager
def _acting(call: Call, path_arguments: dict[str, Any]) -> Iterator[TableCall]:
    with _table(call, path_arguments) as inside:
        yield inside
    transaction.on_commit(ring)


def _seat_in(request: HttpRequest) -> int | None:
    """Return the requested seat. A value that is not a number is refused along with other invalid
    query fields.
    """
    value = request.GET.get("seat", "") if request.method in {"GET", "HEAD"} else ""
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else None


def key_of(call: Call) -> str:
    """Return the key under which play stores the caller's Idempotency-Key, or "" if there is none.

    The stored key never expires, so it cannot make a move twice even after the site has discarded
    the response.
    """
    header = call.request.headers.get("Idempotency-Key", "")
    return sha256(header.encode()).hexdigest() if header else ""
