"""The name of the person who asks, and changing it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from core.accounts.selectors.people import may_be_renamed_from
from core.accounts.services import names
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door


class NameOut(Record):
    """What I am called. `free_from` is from when on I may change it again; null for now."""

    username: str
    free_from: datetime | None


class OwnName(Body):
    """What I want to be called: letters, digits and @ . + - _."""

    username: Annotated[str, Meta(min_length=2, max_length=150)]


@person_door()
def my_name(call: Call) -> NameOut:
    """What I am called, and from when on I may change it."""
    return _name_out(call)


@person_door()
def change_name(call: Call, body: OwnName) -> NameOut:
    """Change my name, once in 30 days: everybody reads the new one everywhere, and I log in by it.
    Refused for a name that is, was lately, or is taken for somebody else's (`name-taken`).
    """
    names.change(user=call.user, name=body.username, at=call.now)
    return _name_out(call)


def _name_out(call: Call) -> NameOut:
    return NameOut(
        username=call.user.get_username(), free_from=may_be_renamed_from(call.user, call.now)
    )
