"""What the pages of play share: the way in to a table, and the frame around every page."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from core.web.addresses import address
from core.web.not_found import missing_is_404
from core.web.views.frame import render_page
from core.web.views.person import person
from engine.registry import UnknownGame
from play.selectors import participants
from play.selectors.history import NoSuchStep
from play.selectors.participants import NoSuchTable, Participant
from play.tabletop import registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from play.models import Table
    from play.tabletop.contract import AnyTabletop

LIKED: Final = "card_order"
ORDER: Final = re.compile(r"[a-z]{1,20}")
TablePage = Callable[Concatenate[HttpRequest, Participant, ...], HttpResponse]


def table_page(page: TablePage) -> Callable[..., HttpResponse]:
    """A page of one table: `view(request, place, …)`. Unknown, not theirs, and a seat that is not
    theirs are the same 404.

    The seat looked from is `seat` of the address or of the form, for who has several.
    """

    @wraps(page)
    def enter(request: HttpRequest, table: UUID, **named: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        with missing_is_404(NoSuchTable, NoSuchStep):
            place = participants.place(table, person(request), seat_in(request))
            return page(request, place, **named)

    return enter


def watch_page(page: TablePage) -> Callable[..., HttpResponse]:
    """A page of one table that is only read: as `table_page`, and for who is not signed in, too,
    where anybody may watch.
    """
    inside = table_page(page)

    @wraps(page)
    def enter(request: HttpRequest, table: UUID, **named: Any) -> HttpResponse:
        if request.user.is_authenticated or seat_in(request) is not None:
            return inside(request, table, **named)
        try:
            place = participants.anonymous_spectator(table)
        except NoSuchTable:
            return inside(request, table, **named)
        with missing_is_404(NoSuchStep):
            return page(request, place, **named)

    return enter


def seat_in(request: HttpRequest) -> int | None:
    """The seat that is looked from, as the address or the form names it."""
    said = request.GET.get("as", "") or request.POST.get("as", "")
    return int(said) if said.isdecimal() and len(said) < 4 else None


def order_in(request: HttpRequest) -> str:
    """How the reader likes cards sorted: as the address says, and from then on until it says
    otherwise.
    """
    said = request.GET.get("order", "")
    if ORDER.fullmatch(said) and request.session.get(LIKED) != said:
        request.session[LIKED] = said
    return str(request.session.get(LIKED, ""))


def tabletop_of(key: str) -> AnyTabletop:
    """The game of this key; Http404."""
    with missing_is_404(UnknownGame):
        return registry.get(key)


def table_url(
    name: str, table: Table | UUID, place: Participant | None = None, **named: Any
) -> str:
    """The address of one of a table's pages; with a place whose person has several seats, from the
    same seat.
    """
    pk = table if isinstance(table, UUID) else table.pk
    path = address(name, table=pk, **named)
    return path + (
        f"?as={place.seat}"
        if place is not None and len(place.seats) > 1 and place.seat is not None
        else ""
    )


def title_of(table: Table) -> str:
    """What a table is called."""
    return table.name or registry.get(table.game).title


def show(
    request: HttpRequest,
    template: str,
    *,
    title: str,
    crumbs: Sequence[tuple[str, str]] = (),
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Answer with a page of play."""
    home = () if template == "lobby" else (("Games", reverse("play")),)
    return render_page(
        request, f"play/{template}", title=title, crumbs=(*home, *crumbs), status=status, **context
    )
