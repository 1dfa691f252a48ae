"""Telling a club that a duel starts: every member, at its hour, whoever drives in it. From then on
everybody may see who is at the start.

This is no stage of a week's life: what cannot be told must not park a week.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django_scopes import scopes_disabled

from campaign.duels.selectors.arena_queue import finals_to_come
from campaign.duels.selectors.events import RUNNING, duel_path
from campaign.league.models import Event, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import week_subject
from core.notifications.models import Notice
from core.notifications.services import notices

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

LATEST: Final = timedelta(hours=1)
"""A duel that started longer ago is told of no more."""


def tell(at: datetime) -> int:
    """Tell of every duel, and every event, whose hour has come, once; how many. Two queries while
    there is none, two more in the hour after one.
    """
    with scopes_disabled():
        started = [*_duels(at), *_events(at)]
        if not started:
            return 0
        members = people.members({week.season.campaign_id for week in started})
        everybody = {user for users in members.values() for user in users}
        causes = {_cause(week): week for week in started}
        told = Notice.objects.filter(user__in=everybody, cause__in=causes)
        known = set(told.order_by().values_list("cause", flat=True).distinct())
        new = [week for cause, week in causes.items() if cause not in known]
        with transaction.atomic():
            notices.send(
                [
                    _message(user, week, at)
                    for week in new
                    for user in members.get(week.season.campaign_id, ())
                ]
            )
        return len(new)


def _duels(at: datetime) -> list[Week]:
    rows = Week.objects.filter(
        _in_a_living_club("season"),
        status=Week.Status.SETTLED,
        duel_at__gt=at - LATEST,
        duel_at__lte=at,
    )
    return list(rows.select_related("season").order_by("duel_at", "id"))


def _events(at: datetime) -> list[Week]:
    """Events whose hour has come; a final that the site drives once its cars are lined up, since it
    may wait for its heats (C103).
    """
    rows = Event.objects.filter(
        _in_a_living_club("week__season"),
        week__status__in=RUNNING,
        called_off_at=None,
        starts_at__gt=at - LATEST,
        starts_at__lte=at,
    ).exclude(Exists(finals_to_come().filter(pk=OuterRef("pk"))))
    found = rows.select_related("week__season").order_by("starts_at", "number", "id")
    return [event.week.on(event) for event in found]


def _in_a_living_club(season: str) -> Q:
    """Nobody has to be told where one person alone tries the game out."""
    return Q(**{f"{season}__campaign__archived_at": None, f"{season}__campaign__tryout": False})


def _cause(week: Week) -> str:
    """A duel that is put off after its hour starts once more."""
    return f"duel-starts:{week.duel_id}:{week.hour.isoformat()}"


def _message(user: UUID, week: Week, at: datetime) -> notices.Message:
    return notices.Message(
        user,
        week.season.campaign_id,
        ClubNotice.DUEL_STARTS,
        f"{_name(week)} starts now.",
        duel_path("duel", week),
        _cause(week),
        at,
        until=week.hour + LATEST,
        about=week_subject(week),
    )


def _name(week: Week) -> str:
    if week.event is not None:
        return week.event.name
    return week.event_name or f"The duel of week {week.number}"
