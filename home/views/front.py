"""The front door, a person's own page, their notices, and joining by a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.desk.services.founding import may_found
from campaign.league import demo
from campaign.league.refusals import InviteSpent
from campaign.league.selectors.viewer import at_door
from campaign.league.services import invites
from campaign.league.views.frame import club_url
from core.accounts.services import own_clock
from core.notifications.selectors import notices
from core.notifications.services.notices import mark_read
from core.web import moments
from core.web.unwritable import mark_if_possible
from core.web.views.person import person
from core.web.views.posting import REFUSED, SeeOther, carry_out, sent_before
from home.forms.front import InviteLink, Join, ReadNotices
from home.selectors import front
from home.selectors.todo import errands
from play.tabletop import registry

from .public import next_of
from .todo_words import in_words

if TYPE_CHECKING:
    from campaign.league.services.invites import Taken

A_PAGE = 30


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page; who is logged in goes on to their own."""
    if request.user.is_authenticated:
        return redirect("me")
    games = [one for one in registry.all_tabletops() if one.lobby]
    logins, glance = front.demo_logins(), front.demo_at_a_glance()
    shown = {
        "demo_logins": logins,
        "tryouts": settings.TRYOUTS,
        "games": games,
        "glance": glance,
        "due": next_of(glance.week) if glance and glance.week else None,
        "player": next((login for login in logins if login[0] == demo.PLAYER), None),
        "now": timezone.now(),
    }
    return render(request, "home.html", shown)


@login_required
def me(request: HttpRequest) -> HttpResponse:
    """What waits for the person, their clubs, and a place to paste an invite link."""
    form = InviteLink(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return SeeOther(reverse("join", args=[form.token]))
    user, now = person(request), timezone.now()
    with mark_if_possible():
        own_clock.remember(user=user, said=request.COOKIES.get(moments.COOKIE, ""))
    clubs, request.unread = front.home(user)  # type: ignore[attr-defined]
    waiting = tuple(map(in_words, errands(user, clubs, now)))
    shown = {
        "title": "My clubs",
        "errands": waiting,
        "clubs": clubs,
        "may_found": may_found(user),
        "form": form,
        "now": now,
    }
    return render(request, "home/me.html", shown, status=REFUSED if form.errors else 200)


@login_required
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """The person's notices, newest first."""
    rows = notices.inbox(person(request))
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "home/notices.html",
        {"title": "Notifications", "page": page, "form": ReadNotices()},
    )


@login_required
@require_POST
def read_notices(request: HttpRequest) -> HttpResponse:
    """Mark notices as read: one and go where it points, or all of them."""
    form = ReadNotices(request.POST)
    if not form.is_valid():
        return SeeOther(reverse("notices"))
    one = form.cleaned_data["notice"]
    user = person(request)
    mark_read(user=user, at=timezone.now(), notices=[one] if one else None)
    found = notices.inbox(user).filter(pk=one).first() if one else None
    if found is None:
        return SeeOther(reverse("notices"))
    club = found.campaign
    if club is None:
        return SeeOther(found.path)
    there = at_door(user, club.slug) is not None
    return SeeOther(club_url("club", club) + found.path if there else reverse("notices"))


def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invite link: who invites to what; a visitor signs up or logs in and comes back here, a
    person joins with one button.
    """
    if before := sent_before(request):
        return before
    try:
        face = invites.look_up(token=token, at=timezone.now())
    except InviteSpent as spent:
        user = request.user
        club = invites.own_club(token=token, user=user) if user.is_authenticated else None
        if club:
            messages.info(
                request, f"This link is no longer valid. You are already a member of {club.name}."
            )
            return SeeOther(club_url("club", club))
        return render(
            request,
            "campaign/league/invite_spent.html",
            {"title": "This link is not valid", "sentence": spent.sentence},
            status=404,
        )
    form = Join(request.POST or None)
    if request.method == "POST" and request.user.is_authenticated:
        user = request.user

        def joining() -> Taken:
            return invites.accept(token=token, user=user, at=timezone.now())

        def to(taken: Taken) -> str:
            return (
                club_url("team", face.campaign, team=face.team.slug)
                if face.team and not taken.asked
                else club_url("club", face.campaign)
            )

        def message(taken: Taken) -> str:
            asked = (
                f" We have asked the owners of {taken.asked}. You get a notification when they "
                "answer."
                if taken.asked
                else ""
            )
            return f"Welcome to {face.campaign.name}.{asked}"

        if response := carry_out(request, form, joining, to=to, message=message):
            return response
    shown = {
        "title": f"Join {face.campaign.name}",
        "face": face,
        "form": form,
        "here": request.path,
    }
    return render(request, "home/join.html", shown, status=REFUSED if form.errors else 200)
