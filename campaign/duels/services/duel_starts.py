"""Services that notify all members of a club when a duel starts and its cars become public.

This is not a stage of a week, because a failed notice must not park a week.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django_scopes import scopes_disabled

from campaign.duels.selectors.arena_queue import pending_finals
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

MAX_AGE: Final = timedelta(hours=1)
"""Age of a start after which it is no longer announced."""


def announce_starts(now: datetime) -> int:
    """Announce every duel and event that has started, once, and return their number. Takes two
    queries if there are none, and two more in the hour after a start.
    """
    with scopes_disabled():
        started = [*_duels(now), *_events(now)]
        if not started:
            return 0
        members = people.members({week.season.campaign_id for week in started})
        all_members = {user for users in members.values() for user in users}
        causes = {_cause(week): week for week in started}
        sent = Notice.objects.filter(user__in=all_members, cause__in=causes)
        sent_causes = set(sent.order_by().values_list("cause", flat=True).distinct())
        new = [week for cause, week in causes.items() if cause not in sent_causes]
        with transaction.atomic():
            notices.send(
                [
                    _message(user, week, now)
                    for week in new
                    for user in members.get(week.season.campaign_id, ())
                ]
            )
        return len(new)


def _duels(now: datetime) -> list[Week]:
    rows = Week.objects.filter(
        _is_active_club("season"),
        status=Week.Status.SETTLED,
        duel_at__gt=now - MAX_AGE,
        duel_at__lte=now,
    )
    return list(rows.select_related("season").order_by("duel_at", "id"))


def _events(now: datetime) -> list[Week]:
    """Return events that have started. A final that the site drives starts when its cars are lined
    up, since it can wait for its heats (C103).
    """
    rows = Event.objects.filter(
        _is_active_club("week__season"),
        week__status__in=RUNNING,
        called_off_at=None,
        starts_at__gt=now - MAX_AGE,
        starts_at__lte=now,
    ).exclude(Exists(pending_finals().filter(pk=OuterRef("pk"))))
    events = rows.select_related("week__season").order_by("starts_at", "number", "id")
    return [event.week.on(event) for event in events]


def _is_active_club(season: str) -> Q:
    """Return the condition for clubs with notices: not archived and no try-out."""
    return Q(**{f"{season}__campaign__archived_at": None, f"{season}__campaign__tryout": False})


def _cause(week: Week) -> str:
    """Return the cause of the notice. A duel that is postponed after its start is announced
    again.
    """
    return f"duel-starts:{week.duel_id}:{week.hour.isoformat()}"


def _message(user: UUID, week: Week, now: datetime) -> notices.Message:
    return notices.Message(
        user,
        week.season.campaign_id,
        ClubNotice.DUEL_STARTS,
        f"{_name(week)} starts now.",
        duel_path("duel", week),
        _cause(week),
        now,
        until=week.hour + MAX_AGE,
        about=week_subject(week),
    )


def _name(week: Week) -> str:
    if week.event is not None:
        return week.event.name
    return week.event_name or f"The duel of week {week.number}"
