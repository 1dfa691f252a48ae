"""Breaking the glass: a GM opens a team's sealed orders. Logged, and announced to the whole club in
the same moment.
"""

from __future__ import annotations

from datetime import datetime

from campaign.league.models import DeskAct, Team, Week
from campaign.league.services import desk_log, openly
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime
from espionage.models import SealedSeat
from espionage.notice_kinds import WeekNotice

KIND = WeekNotice.SEALED_OPENED


def open_sealed(*, week: Week, team: Team, actor: User, reason: str, at: datetime) -> DeskAct:
    """Open one team's orders of one week, as they are now, to this GM; the act is the key to them.

    News, notices and log say who opened whose orders and why. They do not say whether there are
    any. Raises ReasonNeeded, WrongTime for a week that is not open yet, and Refused for a team that
    has no seat in it.
    """
    said = desk_log.require_reason(reason)
    with club(team.campaign_id):
        week = locked(week)
        if week.status == Week.Status.PLANNED:
            raise WrongTime(
                f"Week {week.number} has not opened, so there are no orders.", field="week"
            )
        if not SealedSeat.objects.filter(week=week, team=team).exists():
            raise Refused(
                f"{team.name} does not play in week {week.number}.", field="team", code="no-seat"
            )
        detail = {"team": team.name, "week": week.number}
        act = desk_log.record(
            campaign_id=team.campaign_id,
            actor=actor,
            kind=KIND,
            now=at,
            reason=said,
            detail=detail,
            week=week,
            team=team,
        )
        said = (
            f"{actor.get_username()} opened the sealed orders of {team.name} for week {week.number}"
        )
        openly.announce(act, said, week=week)
        return act
