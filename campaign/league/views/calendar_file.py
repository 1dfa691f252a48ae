"""The file that a calendar program fetches. A module of its own, as few processes ever make one."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from icalendar import Alarm, Calendar, Event, vDuration

from .calendar import moments
from .frame import week_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from campaign.league.selectors.calendar_feed import Planned

STATIONS: Final = {"Orders due": "orders-due", "Reports": "reports", "Duel": "duel"}
"""The moments of a week that are told, and how programs know each of them again."""
AHEAD: Final = timedelta(days=1)
"""How long before orders are due the program rings."""
EVERY: Final = timedelta(hours=1)
"""How often programs are asked to look."""


def calendar_of(weeks: tuple[Planned, ...]) -> bytes:
    """The calendar as programs read it (RFC 5545, RFC 7986): the same bytes for the same weeks."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Dead Drop//Weeks//EN")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, "Dead Drop")
    calendar.add("refresh-interval", vDuration(EVERY), parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(EVERY))
    for planned in weeks:
        for event in _events(planned):
            calendar.add_component(event)
    return calendar.to_ical()


def _events(planned: Planned) -> Iterator[Event]:
    """The moments of a week, as its page has them; moments have no length, and make nobody busy."""
    for label, moment in moments(planned.week):
        if label in STATIONS:
            named = label == "Duel" and planned.week.event_name
            arena = planned.week.arena if label == "Duel" else ""
            uid = f"{planned.week.pk}-{STATIONS[label]}"
            yield _event(planned, named or label, moment, uid, arena)
    for one in planned.events:
        yield _event(planned, one.name, one.starts_at, f"{one.pk}-event", one.arena)


def _event(planned: Planned, label: str, moment: datetime, uid: str, arena: str) -> Event:
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
    if uid.endswith(STATIONS["Orders due"]):
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", -AHEAD)
        event.add_component(alarm)
    return event
