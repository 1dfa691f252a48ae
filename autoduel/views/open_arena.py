"""Pages of the open arena, which also let visitors without an account take a seat."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from autoduel.selectors import open_arena
from autoduel.services.open_arena import take_seat
from core.accounts.models import User
from core.accounts.services import guests
from core.accounts.views.guests import TOO_MANY, let_in, may_begin, visitor
from core.web import clock
from core.web.views.frame import render_page
from core.web.views.posting import SeeOther
from engine.game import Refusal
from play.views.frame import table_url


class Seat(forms.Form):
    """The button that takes a seat in an event."""

    begins_at = forms.DateTimeField(input_formats=["%Y-%m-%dT%H:%M:%S%z"])


@require_safe
def arena(request: HttpRequest) -> HttpResponse:
    """Show the timetable, the events in progress, the ladder and the hall of fame."""
    return _page(request)


def _page(request: HttpRequest, *, too_many: bool = False) -> HttpResponse:
    now = clock.now()
    user = request.user if isinstance(request.user, User) else None
    return render_page(
        request,
        "autoduel/arena",
        title="Open arena",
        crumbs=(("Games", reverse("play")),) if user else (),
        status=TOO_MANY if too_many else None,
        events=open_arena.open_events(user, now),
        running=open_arena.running_events(),
        ladder=open_arena.ladder(now),
        fame=open_arena.hall_of_fame(),
        name=user.get_username() if user else "",
        too_many=too_many,
    )


@require_POST
def seat(request: HttpRequest) -> HttpResponse:
    """Take a seat in an event. A visitor becomes a guest with a session of their own."""
    form, here = Seat(request.POST), reverse("open-arena")
    user = visitor(request)
    if user is None and not settings.TRYOUTS:
        return redirect_to_login(here)
    begins_at = form.cleaned_data["begins_at"] if form.is_valid() else None
    if begins_at not in [event.begins_at for event in open_arena.timetable(clock.now())]:
        messages.error(request, "This event has begun. Choose another one.")
        return SeeOther(here)
    if user is None:
        if not may_begin(request):
            return _page(request, too_many=True)
        user = guests.create_guest()
    let_in(request, user)
    try:
        table = take_seat(user=user, begins_at=begins_at)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return SeeOther(here)
    return SeeOther(table_url("play-table", table))
