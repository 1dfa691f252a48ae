"""Shared matches, with a page, the steps, and a card for link previews."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core.web.not_found import missing_is_404
from core.web.pictures.cards import HEIGHT, WIDTH, Card
from core.web.png import digest_of, png
from core.web.views.frame import render_page
from core.web.views.posting import carry_out, turn_back
from play.forms.table import Share
from play.selectors.history import NoSuchStep
from play.selectors.participants import NoSuchTable, Participant
from play.selectors.shared import SharedMatch, shared_match, shared_place
from play.services import sharing

from .boards import ShownBoard
from .frame import order_in, table_page, table_url, title_of
from .history import goes_on, stepping
from .svg import svg

BRIEFLY: Final = "public, max-age=300"
"""Cache header for a card. The time is short, because sharing can be withdrawn."""
BOARD_STYLE: Final = "css/play.css"
"""Style sheet shared by all boards."""


@require_safe
def match(request: HttpRequest, table: UUID) -> HttpResponse:
    """Show a shared match, with or without an account. Unknown matches and matches that are not
    shared give the same 404.
    """
    with missing_is_404(NoSuchTable):
        shared = shared_match(table)
    card = reverse("play-match-card", args=[table])
    return render_page(
        request,
        "play/shared",
        title=title_of(shared.table),
        found=shared,
        table=shared.table,
        tabletop=shared.tabletop,
        shown=ShownBoard(shared.board, order=order_in(request)),
        choices={},
        players=shared.names,
        address=request.build_absolute_uri(request.path),
        card=request.build_absolute_uri(f"{card}?v={digest_of(card_of(shared))[:12]}"),
        size=(WIDTH, HEIGHT),
    )


@require_safe
def steps(request: HttpRequest, table: UUID) -> HttpResponse:
    """Show one step of a shared match."""
    with missing_is_404(NoSuchTable, NoSuchStep):
        place = shared_place(table)
        path = reverse("play-match-steps", args=[table])
        context = stepping(request, place, "public", path)
        answer = render_page(
            request,
            "play/history",
            title="Step by step",
            crumbs=((title_of(place.table), reverse("play-match", args=[table])),),
            shared_url=request.build_absolute_uri(path + context["film"].current),
            **context,
        )
        return goes_on(answer, context["film"])


@require_safe
def card(request: HttpRequest, table: UUID) -> HttpResponse:
    """Return the card of a shared match as a PNG image of 1200 by 630 pixels."""
    with missing_is_404(NoSuchTable):
        match_card = card_of(shared_match(table))
    return HttpResponse(
        png(match_card),
        content_type="image/png",
        headers={"Cache-Control": BRIEFLY, "ETag": f'"{digest_of(match_card)}"'},
    )


def card_of(shared: SharedMatch) -> Card:
    """Return the content of the card, which shows only information from the page."""
    drawing = shared.drawing
    return Card(
        label=shared.tabletop.title,
        title=shared.result,
        lines=tuple(sentence for sentence in (shared.reason,) if sentence),
        foot="Dead Drop: play this game",
        picture=str(svg(drawing, {})) if drawing else "",
        sheets=(BOARD_STYLE, *([shared.tabletop.style] if shared.tabletop.style else [])),
        names=tuple((name, f"Player {seat}") for seat, name in enumerate(shared.names, 1)),
    )


@require_POST
@table_page
def share(request: HttpRequest, place: Participant) -> HttpResponse:
    """Agree to share this match, or withdraw the agreement."""
    form = Share(request.POST)
    path = table_url("play-table", place.table, place)

    def act() -> Any:
        return sharing.set_sharing(
            table_id=place.table.pk, user=place.user, is_on=form.cleaned_data["on"]
        )

    response = carry_out(request, form, act, to=path, message="")
    return response or turn_back(request, form, path)
