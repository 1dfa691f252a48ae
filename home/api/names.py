"""API operations for your username."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from core.accounts.selectors.people import next_rename_at
from core.accounts.services import names
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door


class NameOut(Record):
    """Your username. `free_from` is the earliest time at which you can change it, or null if you
    can change it now.
    """

    username: str
    free_from: datetime | None


class OwnName(Body):
    """A new username. It can contain letters, digits and @ . + - _."""

    username: Annotated[str, Meta(min_length=2, max_length=150)]


@person_door()
def my_name(call: Call) -> NameOut:
    """Return your username and the time at which you can change it."""
    return _name_out(call)


@person_door()
def change_name(call: Call, body: OwnName) -> NameOut:
    """Change your username, at most once in 30 days.

    The change applies everywhere, including when you sign in. A name is refused (`name-taken`) if
    it belongs to someone else, recently did, or resembles such a name.
    """
    names.change_name(user=call.user, name=body.username, now=call.now)
    return _name_out(call)


def _name_out(call: Call) -> NameOut:
    return NameOut(username=call.user.get_username(), free_from=next_rename_at(call.user, call.now))
