"""The calendar feed of the person who asks: its address, made, made anew, taken away."""

from __future__ import annotations

from datetime import datetime

from campaign.league.models import CalendarKey
from campaign.league.selectors.calendar_feed import key_of
from campaign.league.services import calendar_feed
from core.web.api.operations import Call, Record
from core.web.api.permissions import person_door


class MyCalendar(Record):
    """My calendar feed (text/calendar): the deadlines of all my clubs. Its `address` needs no
    signing in, so it is for my own calendars alone; null, as `made_at`, where I have no feed.
    """

    address: str | None
    made_at: datetime | None


@person_door()
def my_calendar(call: Call) -> MyCalendar:
    """The address of my calendar feed."""
    row = key_of(call.user)
    return _told(row) if row else MyCalendar(address=None, made_at=None)


@person_door()
def renew_calendar(call: Call) -> MyCalendar:
    """Get a calendar feed, or another address for it: the old one stops working at once."""
    return _told(calendar_feed.renew(user=call.user, at=call.now))


@person_door()
def drop_calendar(call: Call) -> None:
    """No calendar feed any more: its address stops working at once."""
    calendar_feed.drop(user=call.user)


def _told(row: CalendarKey) -> MyCalendar:
    return MyCalendar(address=calendar_feed.address(row), made_at=row.made_at)
