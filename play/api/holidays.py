"""When I am away: slow clocks wait for me, and everybody at my tables and in my clubs sees it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door
from core.web.api.scopes import Scope
from play.models import Holiday
from play.selectors import elsewhere
from play.selectors import holidays as selector
from play.services import holidays as services


class HolidaySpan(Record):
    """From when to when."""

    starts: datetime
    ends: datetime


class MeetsOut(Record):
    """Something that falls due meanwhile, and what becomes of it if I do nothing."""

    name: str
    due: datetime
    then: str


class HolidayOut(Record):
    """The holiday that I am on, or plan, null without one; and what it meets, the soonest first:
    orders of my teams.
    """

    holiday: HolidaySpan | None
    meets: tuple[MeetsOut, ...]


class GoingAway(Body):
    """From when to when: 21 days at most, within a year."""

    starts: Annotated[datetime, Meta(tz=True)]
    ends: Annotated[datetime, Meta(tz=True)]


@person_door(scope=Scope.PLAY)
def show(call: Call) -> HolidayOut:
    """My holiday."""
    return _out(call, selector.holiday(call.user))


@person_door(status=201, scope=Scope.PLAY)
def go_away(call: Call, body: GoingAway) -> HolidayOut:
    """Go away: correspondence and slot clocks that would run out meanwhile run out when I am
    back.
    """
    return _out(call, services.start_holiday(user=call.user, starts=body.starts, ends=body.ends))


@person_door(scope=Scope.PLAY)
def come_back(call: Call) -> None:
    """Be back, or cancel a holiday that has not begun."""
    services.end_holiday(user=call.user)


def _out(call: Call, holiday: Holiday | None) -> HolidayOut:
    if holiday is None:
        return HolidayOut(holiday=None, meets=())
    met = elsewhere.deadlines_during(call.user, holiday.starts, holiday.ends)
    return HolidayOut(
        holiday=HolidaySpan(starts=holiday.starts, ends=holiday.ends),
        meets=tuple(MeetsOut(name=one.name, due=one.due, then=one.consequence) for one in met),
    )
