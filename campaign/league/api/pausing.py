"""Pausing a league, and having it go on."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from campaign.league.models import Pause
from campaign.league.selectors import pauses
from campaign.league.services import pausing
from core.web.api.operations import Record
from core.web.api.shapes import Reasoned

from .permissions import ClubCall, club_door, desk_door


class PauseOut(Record):
    """A pause: since when, for how many weeks in all, and until when; `by` is null where a vote did
    it.
    """

    at: datetime
    weeks: int
    until: datetime
    by: str | None
    reason: str


class Paused(Record):
    """The pause that the league is in; null where it plays."""

    pause: PauseOut | None


@club_door()
def show(call: ClubCall) -> Paused:
    """Whether the league is paused, until when, and why."""
    found = pauses.standing(call.campaign, call.now)
    return Paused(pause=pause_out(found) if found else None)


def pause_out(pause: Pause) -> PauseOut:
    """The pause."""
    return PauseOut(
        at=pause.at,
        weeks=pause.weeks,
        until=pause.until,
        by=pause.by_name or None,
        reason=pause.reason,
    )


class Pausing(Reasoned):
    """For how many weeks; while the league is paused, for how many more."""

    weeks: Annotated[int, Meta(ge=0, le=1000)] = 1


@desk_door()
def pause(call: ClubCall, body: Pausing) -> Paused:
    """Put off all that is still to come by whole weeks; announced to all."""
    made = pausing.pause(
        campaign=call.campaign, weeks=body.weeks, actor=call.user, reason=body.reason, at=call.now
    )
    return Paused(pause=pause_out(made))


@desk_door()
def go_on(call: ClubCall, body: Reasoned) -> Paused:
    """End the pause: what was put off comes earlier again, and nobody loses time that was left."""
    pausing.go_on(campaign=call.campaign, actor=call.user, reason=body.reason, at=call.now)
    return Paused(pause=None)
