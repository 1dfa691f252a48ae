"""Types of strings and numbers in API request bodies."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from engine.values import Value

Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=4000)]
Reason = Annotated[
    str, Meta(max_length=2000, description="Reason. It is shown to the club in the desk log.")
]
Word = Annotated[str, Meta(max_length=60)]
Moment = Annotated[datetime, Meta(tz=True)]
Number = Annotated[int, Meta(ge=0, le=30_000)]
Count = Annotated[int, Meta(ge=0, le=1000)]


class Reasoned(Value):
    """The body of an action with a reason that others can read."""

    reason: Reason = ""
