"""Trying the game out alone against three bots, for a program of somebody who has an account
(C25).
"""

from __future__ import annotations

from typing import Annotated

from django.conf import settings
from msgspec import Meta

from campaign.desk.api.founding import ClubLine
from campaign.league import policy
from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.models import Campaign, Membership
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door
from core.web.not_found import or_404
from core.web.records import filled
from espionage.selectors.tryout import Part, progress, tryout_of
from espionage.services import tryout as services
from espionage.services.tryout import Step


class TryOutOut(Record):
    """What is on in a try-out, and of which week (0 before the first)."""

    part: Part
    week: int


class BringOn(Body):
    """What is to come now: the deadline of the orders, the reports, the duel, another week."""

    step: Annotated[
        Step,
        Meta(description="Refused when it is not its turn."),
    ]


@person_door(status=201)
def begin(call: Call) -> ClubLine:
    """Begin a try-out, or come back to the one I have."""
    or_404(settings.TRYOUTS or None)
    club = tryout_of(call.user) or services.begin(
        person=call.user, at=call.now, timezone=call.user.timezone
    )
    return _line(club)


@club_door(allow=policy.is_trying_out)
def show(call: ClubCall) -> TryOutOut:
    """How far I have come."""
    return _out(call)


@club_door(allow=policy.is_trying_out)
def bring_on(call: ClubCall, body: BringOn) -> TryOutOut:
    """Bring on what comes next."""
    services.bring_on(step=body.step, campaign=call.campaign, person=call.user, at=call.now)
    return _out(call)


@club_door(allow=policy.is_trying_out)
def keep(call: ClubCall) -> ClubLine:
    """Keep the club: from now on it is one like any other, and I am its GM."""
    return _line(services.keep(campaign=call.campaign, at=call.now))


def _line(club: Campaign) -> ClubLine:
    return filled(ClubLine, club, role=Membership.Role.GM)


def _out(call: ClubCall) -> TryOutOut:
    found = or_404(progress(call.viewer))
    return TryOutOut(part=found.part, week=found.week.number if found.week else 0)
