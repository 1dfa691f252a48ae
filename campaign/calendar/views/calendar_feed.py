"""The calendar feed with the deadlines of a person's clubs, and the page for its address."""

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

from campaign.calendar.selectors import calendar_feed as selectors
from campaign.calendar.services import calendar_feed
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out, confirmed

# --- the feed -------------------------------------------------------------------------------------


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return the feed with this token.

    The view does not require signing in, because calendar programs cannot sign in.
    """
    from .calendar_file import calendar_of  # loads icalendar (2.6 MiB), only for feeds

    row = or_404(calendar_feed.feed_of(token))
    content = calendar_of(selectors.feed_weeks(row.user))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    return answer or response


# --- its address ----------------------------------------------------------------------------------


@login_required
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the feed's address and how to use it, or a button to create a feed."""
    user = person(request)
    form = Act(request.POST or None)

    def create() -> None:
        if selectors.get_calendar_key(user) is None:
            calendar_feed.renew(user=user, now=timezone.now())

    if request.method == "POST" and (
        response := carry_out(
            request, form, create, to=reverse("calendar"), message="Your calendar link was created."
        )
    ):
        return response
    row = selectors.get_calendar_key(user)
    address = calendar_feed.address(row) if row else ""
    context = {
        "title": "Calendar", "form": form, "row": row, "address": address,
        "webcal": urlsplit(address)._replace(scheme="webcal").geturl() if row else "",
    }  # fmt: skip
    return render(
        request, "campaign/calendar/calendar.html", context, status=REFUSED if form.errors else 200
    )


@login_required
def renew(request: HttpRequest) -> HttpResponse:
    """Replace the address of the feed after a confirmation."""
    user, back = person(request), reverse("calendar")
    return confirmed(
        request,
        lambda: calendar_feed.renew(user=user, now=timezone.now()),
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
    """Delete the feed after a confirmation."""
    user, back = person(request), reverse("calendar")
    return confirmed(
        request,
        lambda: calendar_feed.drop(user=user),
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
