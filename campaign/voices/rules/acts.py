"""Input for muting a member."""

from __future__ import annotations

from typing import Annotated

from core.web.api.shapes import Moment, Name, Reason
from core.web.records import field, required_reason
from engine.options import use_attribute_docstrings
from engine.values import Value


@use_attribute_docstrings
class Muting(Value, kw_only=True):
    """A request to mute a member. It has the end of the mute, and says whether letters are
    included.
    """

    username: Annotated[Name, field("Who", choices={})]
    letters: Annotated[bool, field("Also mute in letters")] = False
    """If off, the member is muted only on the board and in comments."""
    until: Annotated[Moment, field("Until", help="In your time zone, at most one year from now.")]
    reason: Annotated[Reason, required_reason()] = ""
    """The reason is sent to the member and shown to the whole club in the desk log."""
