"""The page for opening a table, with presets, game options and seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from core.web.forms.base import Act
from core.web.moments import own_zone
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back
from engine.game import Refusal
from play.forms.opening import NewTable, seat_counts
from play.models import Table
from play.selectors.coaching import past, to_learn
from play.selectors.loadouts import items_to_bring
from play.services import seating, tables
from play.tabletop.contract import AnyTabletop, Preset
from play.tasks import ring

from .frame import show, table_url, tabletop_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest, game: str) -> HttpResponse:
    """Show the form. The button next to the number of seats redisplays the form, and every other
    button opens the table.
    """
    tabletop = tabletop_of(game)
    if not tabletop.lobby:
        raise Http404
    preset, counts = _preset(tabletop, request.GET.get("preset", "")), seat_counts(tabletop)
    seats = _seats(request, tabletop, preset, counts)
    only_looks = request.method != "POST" or request.POST.get("step") == "seats"
    sent = None if request.method != "POST" else request.POST
    form = NewTable(
        sent,
        tabletop=tabletop,
        preset=preset,
        seats=seats,
        initial={
            **_initial_coach(request, tabletop, preset),
            "zone": str(own_zone(request) or "UTC"),
        },
    )
    if only_looks and form.is_bound:
        form = NewTable(initial=_typed(form), tabletop=tabletop, preset=preset, seats=seats)
    form.name_seats(_titles(tabletop, preset, seats))

    def opening() -> Table:
        return tables.open_table(
            user=person(request),
            game=tabletop.key,
            options=form.options,
            seats=form.seats,
            clock=form.read_clock(),
            visibility=form.cleaned_data["visibility"],
            watched=form.cleaned_data["watched"],
            name=form.cleaned_data["name"],
            coached=form.cleaned_data["coached"],
            rated=form.cleaned_data["rated"],
            asks_for=form.cleaned_data["asks_for"] or 0,
            key=form.key,
        )

    if not only_looks and (
        response := carry_out(
            request,
            form,
            opening,
            to=lambda table: table_url("play-table", table),
            message=_message,
        )
    ):
        ring()
        return response
    return show(
        request,
        "new",
        title=f"New table: {tabletop.title}",
        tabletop=tabletop,
        form=form,
        preset=preset,
        counts=counts,
        seats=seats,
        to_learn=to_learn(person(request)),
        zones=sorted(available_timezones()),
    )


@login_required
@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat the user at an open table whose match can start, or at a new one against bots."""
    form = Act(request.POST)

    def act() -> Table:
        return seating.play_now(user=person(request), game=request.POST.get("game", ""))

    response = carry_out(
        request, form, act, to=lambda table: table_url("play-table", table), message=""
    )
    ring()
    return response or turn_back(request, form, reverse("play"))


def _initial_coach(
    request: HttpRequest, tabletop: AnyTabletop, preset: Preset | None
) -> dict[str, bool]:
    """Return the initial value of the coach option. A preset's coach stays off if the user has
    turned the coach off.
    """
    if preset and preset.coached and past(person(request), tabletop.key).choice is False:
        return {"coached": False}
    return {}


def _message(table: Table) -> str:
    if table.is_playing:
        return ""
    if items_to_bring(table):
        return "The table is open. Choose what to bring. The match starts when everyone has chosen."
    return "The table is open. Share its link, or wait for someone to join."


def _preset(tabletop: AnyTabletop, key: str) -> Preset | None:
    return next((preset for preset in tabletop.presets if preset.key == key), None)


def _seats(
    request: HttpRequest, tabletop: AnyTabletop, preset: Preset | None, counts: Sequence[int]
) -> int:
    """Return the number of seats from the form, or else the usual number for the preset or the
    game, or else the smallest number.
    """
    count_text = request.POST.get("count", "") or request.GET.get("seats", "")
    usual = preset.seats if preset else tabletop.usual_seats
    count = int(count_text) if count_text.isdecimal() and len(count_text) < 4 else usual
    return count if count in counts else counts[0]


def _typed(form: NewTable) -> dict[str, Any]:
    """Return the values of a submitted form, to redisplay them without validation."""
    return {
        name: form[name].value()
        for name in form.fields
        if name != "idempotency" and form[name].value() is not None
    }


def _titles(tabletop: AnyTabletop, preset: Preset | None, seats: int) -> tuple[str, ...]:
    """Return the seat titles, or () if the options do not allow this number of seats."""
    options = preset.options if preset else tabletop.options()
    try:
        return tabletop.seat_titles(tabletop.setup(options, seats))
    except Refusal:
        return ()
