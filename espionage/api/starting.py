"""Starting a week now."""

from __future__ import annotations

from campaign.league.api.permissions import ClubCall, desk_door
from campaign.league.api.weeks import WeekOut, week_out
from core.web.api.operations import Body
from espionage.services.starting import start_now


class Starting(Body):
    """Whether the week takes the minutes that the house rules give an evening; else the next
    planned week opens now and keeps its other moments.
    """

    evening: bool = True


@desk_door(status=201)
def start(call: ClubCall, body: Starting) -> WeekOut:
    """Open the next week for orders now, and close the settled one before it."""
    return week_out(
        start_now(campaign=call.campaign, actor=call.user, evening=body.evening, at=call.now)
    )
