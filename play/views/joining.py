"""Joining a table by its invite link."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from core.accounts.services import guests
from core.accounts.views.guests import TOO_MANY, let_in, may_begin
from core.web.forms.base import Act
from core.web.views.person import person
from core.web.views.posting import REFUSED, SeeOther, carry_out, sent_before
from engine.game import Refusal
from play.models import Table
from play.selectors import lobby
from play.selectors.participants import NoSuchTable
from play.services import seating
from play.tasks import ring

from .frame import show, table_url, title_of

RATED: Final = "This is a rated match. Sign up or sign in to play."
BUSY: Final = (
    "Too many guests have joined from this browser or your network. Try again in a few minutes, "
    "or sign up."
)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation. Visitors sign in first and return here. Users join with one click."""
    if before := sent_before(request):
        return before
    if not request.user.is_authenticated:
        return _visitor(request, token)
    try:
        card = lobby.card_for_invite(token, person(request))
    except NoSuchTable:
        return show(request, "invite_spent", title="This link does not work", status=404)
    table = card.table
    if card.is_mine:
        return redirect(table_url("play-table", table))
    form = Act(request.POST or None)
    if request.method == "POST":
        user = person(request)

        def sitting() -> object:
            return seating.sit_down(table_id=table.pk, user=user, token=token)

        if response := carry_out(
            request, form, sitting, to=table_url("play-table", table), message="You have a seat."
        ):
            ring()
            return response
    return show(
        request,
        "join",
        title=title_of(table),
        card=card,
        form=form,
        here=request.path,
    )


def _visitor(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page for visitors, which is the same for every link. Its button seats the visitor as
    a guest if the link is valid and the match is unrated.
    """
    wrong, status = "", 200
    if settings.TRYOUTS and request.method == "POST" and "guest" in request.POST:
        try:
            table = lobby.table_for_invite(token)
        except NoSuchTable:
            return show(request, "invite_spent", title="This link does not work", status=404)
        if table.rated:
            wrong, status = RATED, REFUSED
        elif not may_begin(request):
            wrong, status = BUSY, TOO_MANY
        else:
            return _as_guest(request, token, table)
    return show(
        request,
        "join",
        title="You are invited to a game",
        here=request.path,
        guests=settings.TRYOUTS,
        wrong=wrong,
        status=status,
    )


def _as_guest(request: HttpRequest, token: str, table: Table) -> HttpResponse:
    """Seat a new guest. If the chair was taken meanwhile, return to the link's page."""
    guest = guests.guest_of(request) or guests.create_guest()
    let_in(request, guest)
    try:
        seating.sit_down(table_id=table.pk, user=guest, token=token)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return SeeOther(request.path)
    ring()
    return SeeOther(table_url("play-table", table))
