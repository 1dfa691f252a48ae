"""Input for starting a vote."""

from __future__ import annotations

from typing import Annotated, Literal

from campaign.house_rules.rules.calendar import MAX_PAUSE_WEEKS
from core.web.api.shapes import Count, Name, Reason
from core.web.records import custom_field, field, required_reason
from engine.values import Value


class Moving(Value, kw_only=True):
    """A request to start a motion.

    A pause needs `weeks`. A motion about a team needs the team's slug, and a handover also needs
    the user name of the new owner.
    """

    kind: Annotated[Literal["pause", "go_on", "hand_over", "caretaker", "retire"], custom_field()]
    team: Annotated[Name | None, field("Team", choices={}, required=True)] = None
    to: Annotated[
        Name | None,
        field(
            "To",
            help="Choose a player who does not run a team in this club. They have to agree.",
            choices={},
            required=True,
        ),
    ] = None
    weeks: Annotated[
        Count | None,
        field("Weeks", bounds=(1, MAX_PAUSE_WEEKS), required=True),
    ] = None
    reason: Annotated[Reason, required_reason("It is shown to the whole club.")] = ""
