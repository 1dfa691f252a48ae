"""A person's calendar feed: the deadlines of their clubs for their own calendar program; and the
page on which they get its address.
"""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from campaign.league.selectors import calendar_feed as selectors
from campaign.league.services import calendar_feed
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out, confirmed

# --- the feed -------------------------------------------------------------------------------------


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The feed that this token opens. The address is all it takes: calendar programs do not log
    in.
    """
    from .calendar_file import calendar_of  # brings icalendar: 2.6 MiB for who has a feed

    row = or_404(calendar_feed.whose(token))
    content = calendar_of(selectors.planned_for(row.user))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    return answer or response


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
            request, form, making, to=reverse("calendar"), message="Your calendar link was created."
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
        message="Your calendar link was reset.",
        back=back,
        title="Reset calendar link",
        sentence="Your current calendar link stops working right away.",
        action="Reset link",
        effects=(
            "Add the new link to all calendars that use the old one.",
            "Anyone else who has the old link can no longer see your deadlines.",
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
        message="Your calendar was turned off.",
        back=back,
        title="Turn off calendar",
        sentence="Your calendar link stops working right away.",
        action="Turn off",
        effects=(
            "Calendars that use it are no longer updated.",
            "You can create a new calendar link at any time.",
        ),
        crumbs=(("Calendar", back),),
    )
