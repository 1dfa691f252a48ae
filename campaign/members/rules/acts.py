"""Input for inviting people."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from core.web.api.shapes import Count, Name, Reason
from core.web.records import field
from engine.options import use_attribute_docstrings
from engine.values import Value

MAX_INVITE_DAYS: Final = 90
SINGLE_USE_HELP: Final = "Links for a GM or a team work only once."


@use_attribute_docstrings
class Inviting(Value, kw_only=True):
    """A request to create a link for a role, and for a place in a team if a team is named.

    If `uses` is omitted, the number of uses is unlimited. If `days` is omitted, the link works
    until it is revoked. A link for a GM or into a team works only once and by default for two
    weeks. A link into a team that the creator does not run needs a reason.
    """

    role: Annotated[
        Literal["gm", "player", "spectator"],
        field(
            "Role",
            choices={
                "player": "Player: can create a team, or one player can join the team selected "
                "below",
                "spectator": "Spectator: can read everything that is public",
                "gm": "GM: runs the club with you",
            },
        ),
    ] = "player"
    uses: Annotated[
        Count | None,
        field(
            "Number of people", help=f"Leave empty for no limit. {SINGLE_USE_HELP}", bounds=(1, 100)
        ),
    ] = None
    days: Annotated[
        Count | None,
        field(
            "Expires after (days)",
            help=f"Leave empty to keep the link active until you revoke it. {SINGLE_USE_HELP}",
            bounds=(1, MAX_INVITE_DAYS),
        ),
    ] = None
    team: Annotated[Name | None, field("Team", choices={})] = None
    """The new member asks the team's owners for access. If the team has no owner, the new member
    takes it over right away.
    """
    reason: Annotated[Reason, field("Reason for this team", bounds=(0, 500), lines=2)] = ""
    """Required for a team that you do not run. If the team has no owner when the link is used, the
    reason is shown to the whole club.
    """
    note: Annotated[Name, field("Note", bounds=(0, 80))] = ""
    """A label for your own list, for example “Tuesday group”."""
