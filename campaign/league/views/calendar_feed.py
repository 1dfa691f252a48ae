"""A person's calendar feed: the deadlines of their clubs for their own calendar program; and the
page on which they get its address.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from icalendar import Alarm, Calendar, Event, vDuration

from campaign.league.selectors import calendar_feed as selectors
from campaign.league.services import calendar_feed
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out, confirmed

from .calendar import moments
from .frame import club_url

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


# --- the feed -------------------------------------------------------------------------------------


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The feed that this token opens. The address is all it takes: calendar programs do not log
    in.
    """
    row = or_404(calendar_feed.whose(token))
    content = calendar_of(selectors.planned_for(row.user))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    return answer or response


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
    event.add("url", settings.SITE_URL.rstrip("/") + club_url("week", club, number=week.number))
    event.add("transp", "TRANSPARENT")
    if uid.endswith(STATIONS["Orders due"]):
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", -AHEAD)
        event.add_component(alarm)
    return event


# --- its address ----------------------------------------------------------------------------------


@login_required
def calendar(request: HttpRequest) -> HttpResponse:
    """What the feed is good for and a button to get it; then its address, and how programs take
    it.
    """
    user = person(request)
    form = Act(request.POST or None)

    def making() -> None:
        if selectors.key_of(user) is None:
            calendar_feed.renew(user=user, at=timezone.now())

    if request.method == "POST" and (
        response := carry_out(
            request, form, making, to=reverse("calendar"), message="Here is your address."
        )
    ):
        return response
    row = selectors.key_of(user)
    address = calendar_feed.address(row) if row else ""
    shown = {
        "title": "Calendar", "form": form, "row": row, "address": address,
        "webcal": urlsplit(address)._replace(scheme="webcal").geturl() if row else "",
    }  # fmt: skip
    return render(
        request, "campaign/league/calendar.html", shown, status=REFUSED if form.errors else 200
    )


@login_required
def renew(request: HttpRequest) -> HttpResponse:
    """Another address for the feed, after asking."""
    user, back = person(request), reverse("calendar")
    return confirmed(
        request,
        lambda: calendar_feed.renew(user=user, at=timezone.now()),
        to=back,
        message="Here is your new address.",
        back=back,
        title="A new address",
        sentence="The address that you have now stops working at once.",
        action="Make a new address",
        effects=(
            "Add the new one to every calendar that has the old one.",
            "Whoever else had the old one sees your deadlines no more.",
        ),
        crumbs=(("Calendar", back),),
    )


@login_required
def drop(request: HttpRequest) -> HttpResponse:
    """No feed any more, after asking."""
    user, back = person(request), reverse("calendar")
    return confirmed(
        request,
        lambda: calendar_feed.drop(user=user),
        to=back,
        message="Your feed is gone.",
        back=back,
        title="No feed any more",
        sentence="The address of your feed stops working at once.",
        action="Take it away",
        effects=(
            "Calendars that have it are told nothing any more.",
            "You can have a feed again at any time, at another address.",
        ),
        crumbs=(("Calendar", back),),
    )
