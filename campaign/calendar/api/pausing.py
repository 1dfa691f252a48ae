"""API operations for pausing a league."""

from __future__ import annotations

from datetime import datetime

from campaign.calendar.models import Pause
from campaign.calendar.selectors import pauses
from campaign.calendar.services import pausing
from campaign.league.api.permissions import ClubCall, club_door, desk_door
from core.web.api.operations import Record
from core.web.api.shapes import Count, Reasoned
from core.web.records import filled


class PauseOut(Record):
    """A pause, with its start, its length in weeks and its end. `by` is null after a vote."""

    at: datetime
    weeks: int
    until: datetime
    by: str | None
    reason: str


class Paused(Record):
    """The current pause of the league, or null."""

    pause: PauseOut | None


@club_door()
def show(call: ClubCall) -> Paused:
    """Return the current pause of the league, with its end and its reason."""
    current = pauses.current_pause(call.campaign, call.now)
    return Paused(pause=pause_out(current) if current else None)


def pause_out(pause: Pause) -> PauseOut:
    """Return the record of a pause."""
    return filled(PauseOut, pause, by=pause.by_name or None)


class Pausing(Reasoned):
    """A request to pause the league for a number of weeks.

    If the league is already paused, the weeks are added to the current pause.
    """

    weeks: Count = 1


@desk_door()
def pause(call: ClubCall, body: Pausing) -> Paused:
    """Postpone everything that has not happened yet by a number of weeks. All members are
    notified.
    """
    started = pausing.pause(
        campaign=call.campaign, weeks=body.weeks, actor=call.user, reason=body.reason, now=call.now
    )
    return Paused(pause=pause_out(started))


@desk_door()
def go_on(call: ClubCall, body: Reasoned) -> Paused:
    """End the pause.

    Postponed times move back, but no remaining period becomes shorter than it was before the pause.
    """
    pausing.resume(campaign=call.campaign, actor=call.user, reason=body.reason, now=call.now)
    return Paused(pause=None)
