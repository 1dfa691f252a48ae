"""Opening weeks: house rules are frozen, seats given out, seed, salts and draw promised."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from campaign.league.models import Team, Week
from campaign.league.selectors import deputies
from campaign.league.selectors.links import team_path, week_subject
from campaign.league.services import news
from core.notifications.services import notices
from core.web import bulk
from core.web.moments import in_text
from espionage.notice_kinds import WeekNotice
from espionage.rules.ambush.house import pin_numbers

from . import drawing, sealing
from .deadline_reminders import AHEAD


@transaction.atomic
def open_weeks(weeks: Sequence[Week], at: datetime) -> None:
    """Open these weeks for orders (E26: what the rules are now holds for the whole week).

    A week that opens so late that its deadline is near needs no reminder of it: that it is open
    says the same.
    """
    teams = _teams({week.season.campaign_id for week in weeks})
    for week in weeks:
        week.rules = _frozen(week.season.campaign.house_rules)
        week.status = Week.Status.OPEN
        week.warned_at = at if week.due_at <= at + AHEAD else None
        week.resolve_when_sealed = week.rules.get("resolve_when_sealed", False)
    bulk.update(weeks, ["rules", "status", "warned_at", "resolve_when_sealed"])
    seats = {week: sealing.new_seats(week, teams[week.season.campaign_id]) for week in weeks}
    bulk.insert(
        [
            sealing.new_seal(week, seats[week], drawing.announced(week, seats[week]))
            for week in weeks
        ]
    )
    bulk.insert([seat for week in weeks for seat in seats[week]])
    _announce(weeks, teams, at)


def _frozen(house: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules that a week keeps: with today's numbers of ours for its ambushes."""
    return {**house, "ambush_numbers": pin_numbers(house.get("ambush_numbers", ()))}


def _teams(campaigns: Iterable[UUID]) -> dict[UUID, list[Team]]:
    """The teams that play, by campaign: approved and still there, by name. Their rows are held: who
    would leave now waits, and is told that a week is under way.
    """
    found: dict[UUID, list[Team]] = defaultdict(list)
    playing = Team.objects.filter(campaign__in=campaigns, left_at=None).exclude(approved_at=None)
    held = playing.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True)
    for team in Team.objects.filter(pk__in=list(held)).order_by("name", "id"):
        found[team.campaign_id].append(team)
    return found


def _announce(weeks: Sequence[Week], teams: dict[UUID, list[Team]], at: datetime) -> None:
    news.publish(
        news.Item(
            week.season.campaign_id,
            WeekNotice.WEEK_OPENED,
            f"Week {week.number} is open for orders.",
            f"week-opened:{week.pk}",
            at,
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
            at,
            week.due_at,
            week_subject(week, team),
        )
        for week in weeks
        for team in teams[week.season.campaign_id]
        for user in owners.get(team.pk, ())
    )
