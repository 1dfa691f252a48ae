"""Opens a team's sealed orders for a GM.

The act is logged and announced to the whole club immediately.
"""

from __future__ import annotations

from datetime import datetime

from campaign.league.models import DeskAct, Team, Week
from campaign.league.services import desk_log
from campaign.news.services import openly
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime
from espionage.models import SealedSeat
from espionage.notice_kinds import WeekNotice

ACT_KIND = WeekNotice.SEALED_OPENED


def open_sealed_orders(
    *, week: Week, team: Team, actor: User, reason: str, now: datetime
) -> DeskAct:
    """Open a team's current orders for a week to this GM. The returned act gives access to them.

    News, notices and the log name the GM, the team and the reason, but not whether there are any
    orders. Raise ReasonNeeded, WrongTime if the week has not opened, or Refused if the team has no
    seat in it.
    """
    text = desk_log.require_reason(reason)
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
            actor=actor, kind=ACT_KIND, now=now, reason=text, detail=detail, week=week, team=team
        )
        text = (
            f"{actor.get_username()} opened the sealed orders of {team.name} for week {week.number}"
        )
        openly.announce(act, text, week=week)
        return act
