"""Opens weeks: freezes house rules, assigns seats, and announces seed, salts and draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from ambush.rules.club_options import pin_numbers
from campaign.league.models import Team, Week
from campaign.league.selectors.links import team_path, week_subject
from campaign.members.selectors import deputies
from campaign.news.services import news
from core.notifications.services import notices
from core.web import bulk
from core.web.moments import in_text
from espionage.notice_kinds import WeekNotice

from . import drawing, sealing
from .deadline_reminders import USUAL_LEAD_TIME


@transaction.atomic
def open_weeks(weeks: Sequence[Week], now: datetime) -> None:
    """Open these weeks for orders and freeze their house rules (E26).

    If a week opens close to its deadline, the notice about the opening also serves as the reminder.
    """
    teams = _lock_teams({week.season.campaign_id for week in weeks})
    for week in weeks:
        week.rules = _freeze_rules(week.season.campaign.house_rules)
        week.status = Week.Status.OPEN
        week.warned_at = now if week.due_at <= now + USUAL_LEAD_TIME else None
        week.resolve_when_sealed = week.rules.get("resolve_when_sealed", False)
    bulk.update(weeks, ["rules", "status", "warned_at", "resolve_when_sealed"])
    seats = {week: sealing.new_seats(week, teams[week.season.campaign_id]) for week in weeks}
    bulk.insert(
        [
            sealing.new_seal(week, seats[week], drawing.choose_source(week, seats[week]))
            for week in weeks
        ]
    )
    bulk.insert([seat for week in weeks for seat in seats[week]])
    _announce(weeks, teams, now)


def _freeze_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house rules to store with a week, including the current numbers for ambushes."""
    return {**rules, "ambush_numbers": pin_numbers(rules.get("ambush_numbers", ()))}


def _lock_teams(campaigns: Iterable[UUID]) -> dict[UUID, list[Team]]:
    """Lock the playing teams of these campaigns, and return them sorted by name.

    A team plays if it is approved and has not withdrawn. A team that withdraws now has to wait, and
    is then told that a week is in progress.
    """
    teams: dict[UUID, list[Team]] = defaultdict(list)
    playing = Team.objects.filter(campaign__in=campaigns, left_at=None).exclude(approved_at=None)
    locked_ids = playing.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True)
    for team in Team.objects.filter(pk__in=list(locked_ids)).order_by("name", "id"):
        teams[team.campaign_id].append(team)
    return teams


def _announce(weeks: Sequence[Week], teams: dict[UUID, list[Team]], now: datetime) -> None:
    news.publish(
        news.Item(
            week.season.campaign_id,
            WeekNotice.WEEK_OPENED,
            f"Week {week.number} is open for orders.",
            f"week-opened:{week.pk}",
            now,
            week=week.pk,
        )
        for week in weeks
    )
    owners = deputies.commanders(
        (team.pk for seated in teams.values() for team in seated), [week.pk for week in weeks]
    )
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.WEEK_OPENED,
            f"Week {week.number} is open: orders for {team.name} by {in_text(week.due_at)}.",
            team_path("espionage:orders", team),
            f"week-opened:{week.pk}:{team.pk}",
            now,
            week.due_at,
            week_subject(week, team),
        )
        for week in weeks
        for team in teams[week.season.campaign_id]
        for user in owners.get(team.pk, ())
    )
