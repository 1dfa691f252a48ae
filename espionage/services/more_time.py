"""Asking for more time before a deadline (C22): a team's wish, granted before everybody, for one of
its excuses of the season.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Week
from campaign.league.refusals import OptionOff
from campaign.league.selectors.house import rules_in
from campaign.league.services import calendar
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from espionage.models import MoreTime, SealedSeat
from espionage.selectors.attendance import asked_for_more_time, excuses_used

from .sheets import NoSeat

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Team
    from core.accounts.models import User


def ask(*, week: Week, team: Team, by: User, at: datetime) -> Week:
    """Have a week's deadline later, for everybody, because this team asks for it. Nothing depends
    on what anybody has written.

    Raises OptionOff where the house has no excuses; WrongTime when the week takes no orders, when
    it was put off for a team already, and when the team has asked in this season before or has no
    excuse left; NoSeat for a team that does not play the week.
    """
    with club(team.campaign_id):
        season = week.season
        week = locked(week)
        week.season = season
        if week.status != Week.Status.OPEN or week.due_at <= at:
            raise WrongTime(
                f"Week {week.number} is not open for orders, so there is no deadline to extend."
            )
        if not SealedSeat.objects.filter(week=week, team=team).exists():
            raise NoSeat(f"{team.name} does not play in week {week.number}.")
        _insist_has_one_to_spend(week, team)
        calendar.give_more_time(week=week, team=team, actor=by, now=at)
        MoreTime.objects.create(week=week, team=team, by=by, at=at)
        return week


def _insist_has_one_to_spend(week: Week, team: Team) -> None:
    house = rules_in(week)
    if not house.excused_misses:
        raise OptionOff(
            "This club does not allow excused misses, so you cannot request an extension."
        )
    here, before = asked_for_more_time(team, week)
    if here is not None:
        raise WrongTime(
            f"{here.team} has already requested an extension for week {week.number}. Each "
            "week can be extended only once."
        )
    if before:
        raise WrongTime(f"{team.name} has already requested an extension this season.")
    if excuses_used([team.pk], [week.season_id])[week.season_id, team.pk] >= house.excused_misses:
        raise WrongTime(f"{team.name} has used all its excused misses of this season.")
