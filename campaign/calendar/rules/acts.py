"""Input for changing the calendar."""

from __future__ import annotations

from typing import Annotated

from core.web.api.shapes import Moment, Reason
from core.web.records import field, required_reason
from engine.values import Value


class Extending(Value, kw_only=True):
    """A new deadline, and optionally a new time for the duel."""

    due_at: Annotated[
        Moment,
        field(
            "New deadline",
            help="In your time zone. You can only move the deadline to a later time.",
        ),
    ]
    duel_at: Annotated[
        Moment | None,
        field("New duel time", help="Leave empty to keep the time of the duel if possible."),
    ] = None
    reason: Annotated[Reason, required_reason()] = ""
