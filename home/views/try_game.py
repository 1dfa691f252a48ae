"""Pages for trying a game without an account, at a table against bots with hints.

When guests sign up, they keep their tables.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.accounts.services import guests
from core.accounts.views.guests import TOO_MANY, let_in, may_begin, visitor
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import SeeOther
from play.selectors.lobby import unfinished_match
from play.services.tables import open_tryout
from play.tasks import ring
from play.views.frame import table_url, tabletop_of

from .tryout import leave_to_sign_up


@require_http_methods(["GET", "HEAD", "POST"])
def try_game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game with a button that starts a table. If a table was already started, continue it.

    The button turns a visitor into a guest.
    """
    or_404(settings.TRYOUTS or None)
    tabletop, guest = tabletop_of(game), visitor(request)
    if not tabletop.lobby:
        raise Http404
    table = unfinished_match(guest, game) if guest else None
    context = {"title": f"Try {tabletop.title}", "tabletop": tabletop, "table": table}
    if request.method != "POST":
        return render(request, "home/try_game.html", context)
    if table is None:
        if not may_begin(request):
            return render(
                request, "home/try_game.html", {**context, "too_many": True}, status=TOO_MANY
            )
        guest = guest or guests.create_guest()
        table = open_tryout(user=guest, game=game)
        ring()
    let_in(request, guest)
    return SeeOther(table_url("play-table", table))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Sign up a guest. The guest is signed out, and the new account takes over their matches."""
    if not person(request).guest:
        return SeeOther(reverse("me"))
    if request.method != "POST":
        return render(request, "home/try_keep.html", {"title": "Save your matches"})
    message = "Choose a name and a password to save your matches."
    return leave_to_sign_up(request, message, reverse("me"))
