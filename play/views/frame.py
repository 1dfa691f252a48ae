"""Shared parts of the play pages, which are access to a table and the frame of every page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, Final
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from core.web.addresses import address
from core.web.not_found import missing_is_404
from core.web.views.frame import render_page
from core.web.views.person import person
from engine.registry import UnknownGame
from play.models import Table
from play.selectors import participants
from play.selectors.history import NoSuchStep
from play.selectors.participants import NoSuchTable, Participant
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

LIKED: Final = "card_order"
ORDER: Final = re.compile(r"[a-z]{1,20}")
TablePage = Callable[Concatenate[HttpRequest, Participant, ...], HttpResponse]


def table_page(page: TablePage) -> Callable[..., HttpResponse]:
    """Decorate a view of one table, `view(request, participant, …)`. Unknown tables, other people's
    tables and other people's seats give the same 404.

    A user with several seats selects one with the parameter `as` in the address or form.
    """

    @wraps(page)
    def enter(request: HttpRequest, table: UUID, **url_kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        with missing_is_404(NoSuchTable, NoSuchStep):
            place = participants.place(table, person(request), seat_in(request))
            return page(request, place, **url_kwargs)

    return enter


def watch_page(page: TablePage) -> Callable[..., HttpResponse]:
    """Decorate a read-only view of one table. It works like `table_page`, but visitors do not have
    to sign in if anyone can watch the table.
    """
    inside = table_page(page)

    @wraps(page)
    def enter(request: HttpRequest, table: UUID, **url_kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated or seat_in(request) is not None:
            return inside(request, table, **url_kwargs)
        try:
            place = participants.anonymous_spectator(table)
        except NoSuchTable:
            return inside(request, table, **url_kwargs)
        with missing_is_404(NoSuchStep):
            return page(request, place, **url_kwargs)

    return enter


def seat_in(request: HttpRequest) -> int | None:
    """Return the seat named in the URL or form."""
    value = request.GET.get("as", "") or request.POST.get("as", "")
    return int(value) if value.isdecimal() and len(value) < 4 else None


def order_in(request: HttpRequest) -> str:
    """Return the reader's sort order for cards. An order in the URL is remembered. If there is
    none, the remembered order is returned.
    """
    value = request.GET.get("order", "")
    if ORDER.fullmatch(value) and request.session.get(LIKED) != value:
        request.session[LIKED] = value
    return str(request.session.get(LIKED, ""))


def tabletop_of(key: str) -> AnyTabletop:
    """Return the game with this key, or raise `Http404`."""
    with missing_is_404(UnknownGame):
        return registry.get(key)


def table_url(
    name: str, table: Table | UUID, place: Participant | None = None, **url_kwargs: Any
) -> str:
    """Return the address of one of a table's pages. If the participant has several seats, the
    address includes the current seat.
    """
    pk = table if isinstance(table, UUID) else table.pk
    path = address(name, table=pk, **url_kwargs)
    return path + (
        f"?as={place.seat}"
        if place is not None and len(place.seats) > 1 and place.seat is not None
        else ""
    )


def title_of(table: Table) -> str:
    """Return the title of a table."""
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
    """Render a play page."""
    home = () if template == "lobby" else (("Games", reverse("play")),)
    return render_page(
        request, f"play/{template}", title=title, crumbs=(*home, *crumbs), status=status, **context
    )
