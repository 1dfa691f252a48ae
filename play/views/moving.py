"""Moves by button or form, with an optional confirmation or preview."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from core.web.views.person import person
from core.web.views.posting import REFUSED, SeeOther
from engine.game import Refusal, Stale
from play.forms.table import MoveForm
from play.selectors import participants, table_view
from play.selectors.participants import Participant
from play.services import moving
from play.tabletop.board import Draft
from play.tabletop.contract import answers_of
from play.tasks import ring

from .frame import table_page, table_url
from .table import answer, fragment_for, look

CONFLICT: Final = 409
UNREADABLE: Final = "This form is out of date. Choose again on the board below."


@require_POST
@table_page
def move(request: HttpRequest, place: Participant) -> HttpResponse:
    """Make the move of a choice. A stale move is refused with the current board (409), and an
    illegal move with the reason (422).
    """
    form, draft = MoveForm(request.POST), draft_in(request)
    if not form.is_valid():
        return answer(
            request, place, draft=draft, refused={draft.choice: UNREADABLE}, status=REFUSED
        )
    if (
        "ask" in request.GET
        and request.POST.get("confirmed") != "1"
        and (question := _question(request, place, draft))
    ):
        return question
    values = form.cleaned_data
    try:
        moving.make_move(
            table_id=place.table.pk,
            user=person(request),
            move=draft,
            heard_count=values["heard"],
            key=form.key,
            seat=values["seat"],
        )
    except Stale as stale:
        return answer(
            request, _reload(request, place), refused={"": stale.sentence}, status=CONFLICT
        )
    except Refusal as refusal:
        return answer(
            request,
            _reload(request, place),
            draft=draft,
            refused={draft.choice: refusal.sentence},
            status=REFUSED,
        )
    ring()
    if fragment_for(request) == "play":
        return answer(request, _reload(request, place))
    return SeeOther(table_url("play-table", place.table, place))


@require_POST
@table_page
def preview(request: HttpRequest, place: Participant) -> HttpResponse:
    """Show the board with the current fields of a choice. The move is not made."""
    return answer(request, place, draft=table_view.complete_draft(place, draft_in(request)))


def draft_in(request: HttpRequest) -> Draft:
    """Return the submitted choice with its fields."""
    return answers_of(dict(request.POST.lists()), request.POST.get("choice", "")[:200])


def _reload(request: HttpRequest, place: Participant) -> Participant:
    """Return the same participant with the current state of the table."""
    return participants.place(place.table.pk, person(request), place.seat)


def _question(request: HttpRequest, place: Participant, draft: Draft) -> HttpResponse | None:
    """Return the confirmation page for a choice that requires one, in browsers without scripts."""
    view = look(place)
    choice = view.board.choice(draft.choice) if view.board else None
    if choice is None or not choice.ask:
        return None
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in values
    ]
    context = {
        "title": choice.label, "sentence": choice.ask, "fields": fields,
        "action_label": choice.label, "cancel_url": table_url("play-table", place.table, place),
    }  # fmt: skip
    return render(request, "components/confirm.html", context)
