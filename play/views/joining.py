"""Coming to a table by its link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from core.web.forms.base import Act
from core.web.views.person import person
from core.web.views.posting import carry_out, sent_before
from play.selectors import lobby
from play.selectors.participants import NoSuchTable
from play.services import seating
from play.tasks import ring

from .frame import show, table_url, title_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites to what. A visitor signs up or logs in and comes back here; a person sits down
    with one button.
    """
    if before := sent_before(request):
        return before
    if not request.user.is_authenticated:
        return show(request, "join", title="You are invited to a game", here=request.path)
    try:
        card = lobby.by_invite(token, person(request))
    except NoSuchTable:
        return show(request, "invite_spent", title="This link does not work", status=404)
    table = card.table
    if card.is_mine:
        return redirect(table_url("play-table", table))
    form = Act(request.POST or None)
    if request.method == "POST":
        user = person(request)

        def sitting() -> object:
            return seating.sit(table_id=table.pk, user=user, token=token)

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
