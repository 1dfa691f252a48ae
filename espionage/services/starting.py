"""Starts the next week before its scheduled time, for a GM."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaign.calendar.selectors import pauses
from campaign.calendar.services import calendar
from campaign.duels.selectors.arena_queue import pending_events
from campaign.duels.services.drafts import book_at_close
from campaign.league.models import Campaign, Season, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.seasons import week_times
from campaign.league.services import desk_log
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from espionage.selectors.due_weeks import waiting_for_their_duel
from espionage.selectors.starting import has_enough_teams

from .closing import close_weeks
from .opening import open_weeks


@transaction.atomic
def start_now(*, campaign: Campaign, actor: User, evening: bool, now: datetime) -> Week:
    """Open the next week for orders now, and close the settled week before it.

    If `evening` is true, the whole week is shortened to the minutes in the house rules. Otherwise,
    only its opening is moved. The act appears in the public log.

    Raise WrongTime during a pause, while a week is in progress, while a scheduled duel is pending,
    or while a duel is driven on the site. Raise WrongTime also if there is no open season, no
    planned week or fewer than two playing teams, or if an evening would replace a week that people
    rely on. Raise BadForm if the week would overlap the next week.
    """
    with club(campaign.pk):
        season = _open_season(campaign)
        if pauses.current_pause(campaign, now):
            raise WrongTime("The league is paused. Resume it first.")
        _end_last_week(season, now)
        _require_two_teams(campaign)
        week = calendar.prepare_next_week(season=season, evening=evening, now=now)
        open_weeks([week], now)
        desk_log.record(
            campaign_id=campaign.pk,
            actor=actor,
            kind="week-started",
            now=now,
            detail={
                "week": week.number,
                "evening": evening,
                **calendar.log_times(week_times(week)),
            },
            week=week,
        )
        return week


def _open_season(campaign: Campaign) -> Season:
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None:
        raise WrongTime("No season is open. Open one first.")
    season = locked(season)
    season.campaign = campaign
    return season


def _end_last_week(season: Season, now: datetime) -> None:
    weeks = season.weeks.exclude(status__in={Week.Status.PLANNED, *Week.FINISHED})
    for week in weeks.select_for_update(no_key=True).order_by("number"):
        week.season = season
        if week.parked_at or week.status != Week.Status.SETTLED:
            raise WrongTime(
                f"Week {week.number} is in progress. You can start the next one after its "
                "reports are out."
            )
        calendar.end_week_now(week=week, now=now)
        book_at_close(week, now)
        if waiting_for_their_duel().filter(pk=week.pk).exists():
            event = pending_events().filter(week=week).order_by("starts_at", "number").first()
            duel = event or weekly_duel(week)
            raise WrongTime(
                f"The site is still driving {duel.phrase}. Wait until its result is "
                "recorded, or remove it from the arena first."
            )
        close_weeks([week], now)


def _require_two_teams(campaign: Campaign) -> None:
    if not has_enough_teams(campaign):
        raise WrongTime(
            "You need two teams with approved rosters. Wait for another team, or add a bot team."
        )
