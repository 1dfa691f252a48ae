"""The front page, a person's clubs and notices, and joining by an invite link."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_scopes import scope

from campaign.desk.services.founding import may_found
from campaign.league import demo
from campaign.league.refusals import InviteSpent
from campaign.league.selectors.viewer import load_viewer
from campaign.league.views.frame import club_url
from campaign.members.services import invites
from campaign.members.services.invites import AcceptedInvite
from core.accounts.services import own_clock
from core.notifications.selectors import notices
from core.notifications.services.notices import mark_read
from core.web import moments
from core.web.pictures.words import time_left
from core.web.unwritable import mark_if_possible
from core.web.views.person import person
from core.web.views.posting import REFUSED, SeeOther, carry_out, sent_before
from home.forms.front import InviteLink, Join, ReadNotices
from home.selectors import front
from home.selectors.public import club_facts
from play.views.lobby import lobby_games

from .public import next_of
from .todo import pending_tasks

NOTICES_PER_PAGE = 30


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page, or redirect signed-in people to their clubs."""
    if request.user.is_authenticated:
        return redirect("me")
    logins, glance = front.demo_logins(), front.demo_at_a_glance()
    context = {
        "demo_logins": logins,
        "tryouts": settings.TRYOUTS,
        "games": lobby_games() if settings.TRYOUTS else [],
        "glance": glance,
        "due": next_of(glance.week) if glance and glance.week else None,
        "player": next((login for login in logins if login[0] == demo.PLAYER), None),
        "now": timezone.now(),
    }
    return render(request, "home.html", context)


@login_required
def my_clubs(request: HttpRequest) -> HttpResponse:
    """Show the person's tasks, their clubs, and a form for an invite link."""
    form = InviteLink(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return SeeOther(reverse("join", args=[form.token]))
    user, now = person(request), timezone.now()
    with mark_if_possible():
        own_clock.remember(user=user, zone_name=request.COOKIES.get(moments.COOKIE, ""))
    clubs, request.unread = front.home(user)  # type: ignore[attr-defined]
    context = {
        "title": "My clubs",
        "errands": pending_tasks(user, clubs, now),
        "clubs": clubs,
        "may_found": may_found(user),
        "form": form,
        "now": now,
    }
    return render(request, "home/me.html", context, status=REFUSED if form.errors else 200)


@login_required
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """Show the person's notices, newest notice first."""
    rows = notices.inbox(person(request))
    page = Paginator(rows, NOTICES_PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "home/notices.html",
        {"title": "Notifications", "page": page, "form": ReadNotices()},
    )


@login_required
@require_POST
def read_notices(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read, or only the one that is named, and redirect to its page."""
    form = ReadNotices(request.POST)
    if not form.is_valid():
        return SeeOther(reverse("notices"))
    notice_id = form.cleaned_data["notice"]
    user = person(request)
    mark_read(user=user, now=timezone.now(), notices=[notice_id] if notice_id else None)
    notice = notices.inbox(user).filter(pk=notice_id).first() if notice_id else None
    if notice is None:
        return SeeOther(reverse("notices"))
    club = notice.campaign
    if club is None:
        return SeeOther(notice.path)
    is_member = load_viewer(user, club.slug) is not None
    return SeeOther(club_url("club", club) + notice.path if is_member else reverse("notices"))


def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation. Visitors sign in first and return to it. Others join with a button."""
    if earlier_response := sent_before(request):
        return earlier_response
    try:
        invite = invites.look_up(token=token, now=timezone.now())
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
            "campaign/members/invite_spent.html",
            {"title": "This link is not valid", "sentence": spent.sentence},
            status=404,
        )
    form = Join(request.POST or None)
    if request.method == "POST" and request.user.is_authenticated:
        user = request.user

        def joining() -> AcceptedInvite:
            return invites.accept(token=token, user=user, now=timezone.now())

        def to(acceptance: AcceptedInvite) -> str:
            if invite.team and not acceptance.asked_team:
                return club_url("team", invite.campaign, team=invite.team.slug)
            return club_url("club", invite.campaign)

        def message(acceptance: AcceptedInvite) -> str:
            asked_note = (
                f" We have asked the owners of {acceptance.asked_team}. You get a notification "
                "when they answer."
                if acceptance.asked_team
                else ""
            )
            return f"Welcome to {invite.campaign.name}.{asked_note}"

        if response := carry_out(request, form, joining, to=to, message=message):
            return response
    with scope(campaign=invite.campaign.pk):
        facts = club_facts(invite.campaign)
    context = {
        "title": f"Join {invite.campaign.name}",
        "face": invite,
        "facts": facts,
        "due": next_of(facts.week) if facts.week else None,
        "evening": time_left(facts.evening.total_seconds()) if facts.evening else "",
        "form": form,
        "here": request.path,
    }
    return render(request, "home/join.html", context, status=REFUSED if form.errors else 200)
