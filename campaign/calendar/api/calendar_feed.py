"""API operations on the caller's calendar feed."""

from __future__ import annotations

from datetime import datetime

from campaign.calendar.models import CalendarKey
from campaign.calendar.selectors.calendar_feed import get_calendar_key
from campaign.calendar.services import calendar_feed
from core.web.api.operations import Call, Record
from core.web.api.permissions import person_door


class MyCalendar(Record):
    """Your calendar feed (text/calendar) with the deadlines of all your clubs.

    Anyone who knows the `address` can read the feed, so keep it secret. Both fields are null if you
    have no feed.
    """

    address: str | None
    made_at: datetime | None


@person_door()
def my_calendar(call: Call) -> MyCalendar:
    """Return the address of your calendar feed."""
    row = get_calendar_key(call.user)
    return _calendar_out(row) if row else MyCalendar(address=None, made_at=None)


@person_door()
def renew_calendar(call: Call) -> MyCalendar:
    """Create a calendar feed, or change its address. The old address stops working immediately."""
    return _calendar_out(calendar_feed.renew(user=call.user, now=call.now))


@person_door()
def drop_calendar(call: Call) -> None:
    """Delete your calendar feed. Its address stops working immediately."""
    calendar_feed.drop(user=call.user)


def _calendar_out(row: CalendarKey) -> MyCalendar:
    return MyCalendar(address=calendar_feed.address(row), made_at=row.made_at)
