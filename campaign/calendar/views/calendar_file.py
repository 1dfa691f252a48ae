"""The calendar file. It has its own module because only a few processes create calendar files."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from icalendar import Alarm, Calendar, Event, vDuration

from campaign.calendar.selectors.calendar_feed import FeedWeek
from campaign.league.views.frame import week_url

from .calendar import moments

TIME_IDS: Final = {"Orders due": "orders-due", "Reports": "reports", "Duel": "duel"}
"""Labels of the times in the feed, and the identifiers by which calendar programs recognise these
times.
"""
ALARM_BEFORE: Final = timedelta(days=1)
"""Time before the deadline at which calendar programs show an alarm."""
REFRESH_INTERVAL: Final = timedelta(hours=1)
"""Interval at which calendar programs should refresh the feed."""


def calendar_of(weeks: tuple[FeedWeek, ...]) -> bytes:
    """Return the calendar file (RFC 5545, RFC 7986). The same weeks always give the same bytes."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Dead Drop//Weeks//EN")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, "Dead Drop")
    calendar.add("refresh-interval", vDuration(REFRESH_INTERVAL), parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH_INTERVAL))
    for planned in weeks:
        for event in _events(planned):
            calendar.add_component(event)
    return calendar.to_ical()


def _events(planned: FeedWeek) -> Iterator[Event]:
    """Yield the times of a week that its page shows.

    The events have no duration and do not mark the time as busy.
    """
    weekly, *events = planned.duels
    for label, moment in moments(planned.week):
        if label in TIME_IDS:
            name, arena = (weekly.name, weekly.arena) if label == "Duel" else ("", "")
            uid = f"{planned.week.pk}-{TIME_IDS[label]}"
            yield _event(planned, name or label, moment, uid, arena)
    for duel in events:
        yield _event(planned, duel.name, duel.start, f"{duel.pk}-event", duel.arena)


def _event(planned: FeedWeek, label: str, moment: datetime, uid: str, arena: str) -> Event:
    week, club = planned.week, planned.week.season.campaign
    summary = f"{label}: week {week.number} · {club.name}"
    event = Event()
    event.add("uid", f"{uid}@dead-drop")
    event.add("dtstamp", planned.since.astimezone(UTC))
    event.add("dtstart", moment.astimezone(UTC))
    event.add("summary", summary)
    if arena:
        event.add("location", arena)
    event.add("url", settings.SITE_URL.rstrip("/") + week_url("week", week))
    event.add("transp", "TRANSPARENT")
    if uid.endswith(TIME_IDS["Orders due"]):
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", -ALARM_BEFORE)
        event.add_component(alarm)
    return event
