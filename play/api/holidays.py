"""Holidays, which extend your slow clocks. Everyone at your tables and in your clubs sees them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door
from core.web.api.scopes import Scope
from play.models import Holiday
from play.selectors import holiday_deadlines
from play.selectors import holidays as selector
from play.services import holidays as services


class HolidaySpan(Record):
    """The start and end of a holiday."""

    starts: datetime
    ends: datetime


class MeetsOut(Record):
    """A deadline during the holiday, and what happens if you do nothing."""

    name: str
    due: datetime
    then: str


class HolidayOut(Record):
    """Your current or planned holiday (null if there is none), and your teams' deadlines during it,
    earliest first.
    """

    holiday: HolidaySpan | None
    meets: tuple[MeetsOut, ...]


class GoingAway(Body):
    """The start and end of a holiday. It lasts at most 21 days and lies within the next year."""

    starts: Annotated[datetime, Meta(tz=True)]
    ends: Annotated[datetime, Meta(tz=True)]


@person_door(scope=Scope.PLAY)
def show(call: Call) -> HolidayOut:
    """Return your holiday."""
    return _out(call, selector.holiday(call.user))


@person_door(status=201, scope=Scope.PLAY)
def go_away(call: Call, body: GoingAway) -> HolidayOut:
    """Start or plan a holiday. Correspondence and slot clocks that would run out during the holiday
    run out at its end instead.
    """
    return _out(call, services.start_holiday(user=call.user, starts=body.starts, ends=body.ends))


@person_door(scope=Scope.PLAY)
def come_back(call: Call) -> None:
    """End your holiday, or cancel one that has not begun."""
    services.end_holiday(user=call.user)


def _out(call: Call, holiday: Holiday | None) -> HolidayOut:
    if holiday is None:
        return HolidayOut(holiday=None, meets=())
    deadlines = holiday_deadlines.deadlines_during(call.user, holiday.starts, holiday.ends)
    return HolidayOut(
        holiday=HolidaySpan(starts=holiday.starts, ends=holiday.ends),
        meets=tuple(
            MeetsOut(name=deadline.name, due=deadline.due, then=deadline.consequence)
            for deadline in deadlines
        ),
    )
