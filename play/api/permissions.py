"""The way in to a table. No such table, not theirs, and a seat that is not theirs are the same
404.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.http.request import HttpRequest

from core.web.api.operations import Call, Operation
from core.web.api.scopes import Scope
from core.web.not_found import missing_is_404
from play.selectors import participants
from play.selectors.history import NoSuchStep
from play.selectors.participants import NoSuchTable, Participant
from play.tasks import ring

Decorator = Callable[[Callable[..., Any]], Operation]


@dataclass(slots=True, kw_only=True)
class TableCall(Call):
    """A call at a table. `place` is where its caller stands."""

    place: Participant

    @property
    def table_and_user(self) -> dict[str, Any]:
        """Which table and who: what every service of play asks first."""
        return {"table_id": self.place.table.pk, "user": self.user}

    def again(self) -> Participant:
        """Where the caller stands after what was done."""
        return participants.place(self.place.table.pk, self.user)


def table_door(*, status: int = 200) -> Decorator:
    """For everybody who may see the table that `table` names, from the seat of theirs that the
    query names, else their first.
    """
    return lambda function: Operation(
        function=function, door=_table, status=status, scope=Scope.PLAY
    )


def act_door(*, status: int = 200) -> Decorator:
    """The same for what may set bots thinking: it rings for them once it is written."""
    return lambda function: Operation(
        function=function, door=_acting, status=status, scope=Scope.PLAY
    )


@contextmanager
def _table(call: Call, named: dict[str, Any]) -> Iterator[TableCall]:
    with missing_is_404(NoSuchTable, NoSuchStep):
        place = participants.place(named.pop("table"), call.user, _seat_in(call.request))
        yield TableCall(
            request=call.request, user=call.user, now=call.now, headers=call.headers, place=place
        )


@contextmanager
def _acting(call: Call, named: dict[str, Any]) -> Iterator[TableCall]:
    with _table(call, named) as inside:
        yield inside
    transaction.on_commit(ring)


def _seat_in(request: HttpRequest) -> int | None:
    """The seat that a reader asks to look from; what is no number is refused with the query's other
    fields.
    """
    said = request.GET.get("seat", "") if request.method in {"GET", "HEAD"} else ""
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else None


def key_of(call: Call) -> str:
    """The caller's Idempotency-Key as the short name under which play keeps what was done with it;
    "" without one.

    It holds for ever: also after the site has forgotten the answer, the same key moves no piece
    twice.
    """
    said = call.request.headers.get("Idempotency-Key", "")
    return sha256(said.encode()).hexdigest() if said else ""
