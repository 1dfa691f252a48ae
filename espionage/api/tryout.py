"""Try-outs against three bots, for programs acting for a user who has an account (C25)."""

from __future__ import annotations

from typing import Annotated

from django.conf import settings
from msgspec import Meta

from campaign.desk.api.founding import ClubLine
from campaign.league import policy
from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.models import Campaign, Membership
from core.accounts.views.guests import count_week
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door
from core.web.not_found import or_404
from core.web.records import filled
from espionage.selectors.tryout import Part, progress, tryout_of
from espionage.services import tryout as services
from espionage.services.tryout import Step


class TryOutOut(Record):
    """The current stage of a try-out, and the number of its week (0 before the first)."""

    part: Part
    week: int


class BringOn(Body):
    """The next stage: the deadline, the reports, the duel, or another week."""

    step: Annotated[
        Step,
        Meta(description="The step must be the next one."),
    ]


@person_door(status=201)
def begin(call: Call) -> ClubLine:
    """Start a try-out, or return the current one."""
    or_404(settings.TRYOUTS or None)
    club = tryout_of(call.user) or services.begin(
        person=call.user, now=call.now, timezone=call.user.timezone
    )
    return _line(club)


@club_door(allow=policy.is_trying_out)
def show(call: ClubCall) -> TryOutOut:
    """Return your progress in the try-out."""
    return _out(call)


@club_door(allow=policy.is_trying_out)
def bring_on(call: ClubCall, body: BringOn) -> TryOutOut:
    """Advance the try-out to its next stage."""
    if body.step == "again":
        count_week(call.request, str(call.user.pk))
    services.take_step(step=body.step, campaign=call.campaign, person=call.user, now=call.now)
    return _out(call)


@club_door(allow=policy.is_trying_out)
def keep(call: ClubCall) -> ClubLine:
    """Keep the try-out as an ordinary club, with you as its GM."""
    return _line(services.keep(campaign=call.campaign, now=call.now))


def _line(club: Campaign) -> ClubLine:
    return filled(ClubLine, club, role=Membership.Role.GM)


def _out(call: ClubCall) -> TryOutOut:
    current = or_404(progress(call.viewer))
    return TryOutOut(part=current.part, week=current.week.number if current.week else 0)
