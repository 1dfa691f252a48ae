"""The operation with which a GM starts a week."""

from __future__ import annotations

from campaign.calendar.api.weeks import WeekOut, week_out
from campaign.league.api.permissions import ClubCall, desk_door
from core.web.api.operations import Body
from espionage.services.starting import start_now


class Starting(Body):
    """Options for starting a week.

    If `evening` is true, the whole week is shortened to one evening. Otherwise, the next planned
    week opens now and keeps its other times.
    """

    evening: bool = True


@desk_door(status=201)
def start(call: ClubCall, body: Starting) -> WeekOut:
    """Open the next week for orders now, and close the settled week before it."""
    return week_out(
        start_now(campaign=call.campaign, actor=call.user, evening=body.evening, now=call.now)
    )
