"""Deadline extensions (C22).

A team requests an extension in public and uses one of its excuses for the season.
"""

from __future__ import annotations

from datetime import datetime

from campaign.calendar.services import calendar
from campaign.league.models import Team, Week
from campaign.league.refusals import OptionOff
from campaign.league.selectors.house import rules_in
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from espionage.models import MoreTime, SealedSeat
from espionage.selectors.attendance import excuses_used, extensions_of

from .sheets import NoSeat


def request_extension(*, week: Week, team: Team, requested_by: User, now: datetime) -> Week:
    """Extend a week's deadline for all teams at this team's request, even if its orders are in.

    Raise OptionOff if the house rules have no excuses. Raise WrongTime if the week accepts no
    orders or was already extended, or if the team has requested an extension this season or has no
    excuse left. Raise NoSeat for a team that does not play in the week.
    """
    with club(team.campaign_id):
        season = week.season
        week = locked(week)
        week.season = season
        if week.status != Week.Status.OPEN or week.due_at <= now:
            raise WrongTime(
                f"Week {week.number} is not open for orders, so there is no deadline to extend."
            )
        if not SealedSeat.objects.filter(week=week, team=team).exists():
            raise NoSeat(f"{team.name} does not play in week {week.number}.")
        _check_entitlement(week, team)
        calendar.give_more_time(week=week, team=team, actor=requested_by, now=now)
        MoreTime.objects.create(week=week, team=team, by=requested_by, at=now)
        return week


def _check_entitlement(week: Week, team: Team) -> None:
    rules = rules_in(week)
    if not rules.excused_misses:
        raise OptionOff(
            "This club does not allow excused misses, so you cannot request an extension."
        )
    of_week, of_season = extensions_of(team, week)
    if of_week is not None:
        raise WrongTime(
            f"{of_week.team} has already requested an extension for week {week.number}. Each "
            "week can be extended only once."
        )
    if of_season:
        raise WrongTime(f"{team.name} has already requested an extension this season.")
    if excuses_used([team.pk], [week.season_id])[week.season_id, team.pk] >= rules.excused_misses:
        raise WrongTime(f"{team.name} has used all its excused misses of this season.")
