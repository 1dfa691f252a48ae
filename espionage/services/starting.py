"""Starting the next week now: a GM's press, instead of the hour that the calendar names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from campaign.duels.selectors.arena_queue import pending_events
from campaign.duels.services.drafts import book_at_close
from campaign.league.models import Season, Week
from campaign.league.selectors import pauses
from campaign.league.selectors.seasons import week_times
from campaign.league.services import calendar, desk_log
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from espionage.selectors.due_weeks import waiting_for_their_duel
from espionage.selectors.starting import enough

from .closing import close_weeks
from .opening import open_weeks

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign
    from core.accounts.models import User


@transaction.atomic
def start_now(*, campaign: Campaign, actor: User, evening: bool, at: datetime) -> Week:
    """Open the next week for orders now, and close the settled one before it. `evening`: the whole
    week takes the minutes that the house rules give it; otherwise only its opening moves.

    Logged before everybody. Raises WrongTime where no season is open, while the league is paused,
    where a week is under way, a duel by the calendar is still to come or one is being driven here,
    where fewer than two teams could play, where no week is planned, and for an evening in place of
    a week that people count on; BadForm when it would run into the week after it.
    """
    with club(campaign.pk):
        season = _open_season(campaign)
        if pauses.current_pause(campaign, at):
            raise WrongTime("The league is paused. Resume it first.")
        _end_the_last(season, at)
        _must_be_two(campaign)
        week = calendar.prepare_next_week(season=season, evening=evening, now=at)
        open_weeks([week], at)
        desk_log.record(
            campaign_id=campaign.pk,
            actor=actor,
            kind="week-started",
            now=at,
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


def _end_the_last(season: Season, at: datetime) -> None:
    """Close the week that is settled; nothing where none is under way."""
    weeks = season.weeks.exclude(status__in={Week.Status.PLANNED, *Week.FINISHED})
    for week in weeks.select_for_update(no_key=True).order_by("number"):
        week.season = season
        if week.parked_at or week.status != Week.Status.SETTLED:
            raise WrongTime(
                f"Week {week.number} is in progress. You can start the next one after its "
                "reports are out."
            )
        calendar.end_week_now(week=week, now=at)
        book_at_close(week, at)
        if waiting_for_their_duel().filter(pk=week.pk).exists():
            event = pending_events().filter(week=week).order_by("starts_at", "number").first()
            raise WrongTime(
                f"The site is still driving {week.on(event).duel_words}. Wait until its result is "
                "recorded, or remove it from the arena first."
            )
        close_weeks([week], at)


def _must_be_two(campaign: Campaign) -> None:
    if not enough(campaign):
        raise WrongTime(
            "You need two teams with approved rosters. Wait for another team, or add a bot team."
        )
