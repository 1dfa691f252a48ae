"""Services that notify all members of a club when a duel starts and its cars become public.

Notices are not a stage of the week, because a failed notice must not park the week.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django_scopes import scopes_disabled

from campaign.duels.selectors.arena_queue import pending_finals
from campaign.league.models import Duel, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import duel_path, duel_subject
from core.notifications.models import Notice
from core.notifications.services import notices

MAX_AGE: Final = timedelta(hours=1)
"""Age after which the start of a duel is no longer announced."""
ACTIVE_CLUB: Final = {
    "week__season__campaign__archived_at": None,
    "week__season__campaign__tryout": False,
}
"""Conditions for clubs that get notices: neither archived nor a try-out."""


def announce_starts(now: datetime) -> int:
    """Announce every duel and event that has started, and return how many there were.

    Each start is announced once. This runs two queries if no duel has started, and two more in the
    hour after a start.
    """
    with scopes_disabled():
        started = [
            duel
            for rows in (_weekly_duels(now), _events(now))
            for duel in rows.filter(**ACTIVE_CLUB).select_related("week__season")
        ]
        if not started:
            return 0
        members = people.members({duel.week.season.campaign_id for duel in started})
        all_members = {user for users in members.values() for user in users}
        causes = {_cause(duel): duel for duel in started}
        sent = Notice.objects.filter(user__in=all_members, cause__in=causes)
        sent_causes = set(sent.order_by().values_list("cause", flat=True).distinct())
        new = [duel for cause, duel in causes.items() if cause not in sent_causes]
        with transaction.atomic():
            notices.send(
                [
                    _message(user, duel, now)
                    for duel in new
                    for user in members.get(duel.week.season.campaign_id, ())
                ]
            )
        return len(new)


def _weekly_duels(now: datetime) -> QuerySet[Duel]:
    rows = Duel.objects.filter(kind=Duel.Kind.WEEKLY, week__status=Week.Status.SETTLED)
    rows = rows.filter(week__duel_at__gt=now - MAX_AGE, week__duel_at__lte=now)
    return rows.order_by("week__duel_at", "id")


def _events(now: datetime) -> QuerySet[Duel]:
    """Return events that have started.

    A final that the site drives starts when its cars are lined up, because it can wait for its
    heats (C103).
    """
    rows = Duel.objects.filter(
        week__status__in=Week.RUNNING,
        called_off_at=None,
        starts_at__gt=now - MAX_AGE,
        starts_at__lte=now,
    ).exclude(Exists(pending_finals().filter(pk=OuterRef("pk"))))
    return rows.order_by("starts_at", "number", "id")


def _cause(duel: Duel) -> str:
    """Return the cause of the notice.

    The cause contains the start time, so a duel that is postponed after its start is announced
    again.
    """
    return f"duel-starts:{duel.pk}:{duel.start.isoformat()}"


def _message(user: UUID, duel: Duel, now: datetime) -> notices.Message:
    return notices.Message(
        user,
        duel.week.season.campaign_id,
        ClubNotice.DUEL_STARTS,
        f"{duel.title} starts now.",
        duel_path("duel", duel),
        _cause(duel),
        now,
        until=duel.start + MAX_AGE,
        about=duel_subject(duel),
    )
