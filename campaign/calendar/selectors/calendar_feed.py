"""Queries for a person's calendar feed. The feed contains the weeks shown on the Weeks pages of the
person's clubs.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Max
from django_scopes import scopes_disabled

from campaign.calendar.models import CalendarKey
from campaign.league.models import DeskAct, Duel, Week
from campaign.league.selectors.people import memberships_of
from core.accounts.models import User

CALENDAR_ACTS: Final = (
    "deadline-extended",
    "deadline-held",
    "deadline-more-time",
    "week-postponed",
    "weeks-rescheduled",
    "week-cancelled",
    "week-voided",
    "league-paused",
    "league-goes-on",
    "event-named",
    "event-made",
    "event-called-off",
)
"""Kinds of public actions that move announced weeks or change their duels."""


class FeedWeek(NamedTuple):
    """A week with its duels. `since` is the time of the last change to its club's calendar."""

    week: Week
    since: datetime
    duels: tuple[Duel, ...] = ()


def get_calendar_key(user: User) -> CalendarKey | None:
    """Return the person's calendar feed, or None. This takes one query."""
    return CalendarKey.objects.filter(user=user).first()


def feed_weeks(user: User) -> tuple[FeedWeek, ...]:
    """Return the weeks of the open seasons in all of a person's clubs, in order.

    Void weeks are left out. This takes four queries.
    """
    clubs = {part.campaign_id: part.campaign for part in memberships_of(user)}
    with scopes_disabled():
        moves = DeskAct.objects.filter(
            campaign__among=frozenset(clubs), kind__in=CALENDAR_ACTS, public=True
        ).order_by()
        moved = dict(moves.values_list("campaign").annotate(last=Max("at")))
        rows = Week.objects.filter(
            season__campaign__among=frozenset(clubs), season__closed_at=None
        ).exclude(status=Week.Status.VOID)
        weeks = list(rows.select_related("season"))
        rows_of_duels = Duel.objects.filter(week__in=weeks, called_off_at=None) if weeks else ()
        duels = defaultdict[UUID, list[Duel]](list)
        for duel in rows_of_duels:
            duels[duel.week_id].append(duel)
    order = list(clubs)
    feed = []
    for week in sorted(weeks, key=lambda week: (order.index(week.season.campaign_id), week.number)):
        week.season.campaign = clubs[week.season.campaign_id]
        opened = week.season.opened_at
        since = max(opened, moved.get(week.season.campaign_id, opened))
        feed.append(FeedWeek(week, since, tuple(duels[week.pk])))
    return tuple(feed)
