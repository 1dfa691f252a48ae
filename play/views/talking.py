"""Chat at a table, and private notes and marks."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from core.web.views.posting import REFUSED, SeeOther
from engine.game import Refusal
from play.forms.table import Marked, Note, Say
from play.selectors import chat
from play.selectors.participants import Participant
from play.services import notes, talking

from .frame import table_page, table_url
from .table import fragment_for, grid, talk


@require_POST
@table_page
def say(request: HttpRequest, place: Participant) -> HttpResponse:
    """Write a line in a channel."""
    speaks = [(channel.key, channel.title) for channel in chat.channels(place) if not channel.mute]
    if not speaks:
        raise Http404
    form = Say(request.POST, channels=speaks)
    if form.is_valid():
        channel = form.cleaned_data["channel"] or speaks[0][0]
        try:
            talking.say(
                table_id=place.table.pk,
                user=place.user,
                text=form.cleaned_data["text"],
                channel=channel,
                key=form.key,
            )
        except Refusal as refusal:
            form.refuse(refusal)
    wrong = bool(form.errors)
    if fragment_for(request) == "talk":
        new_form = (
            form
            if wrong
            else Say(channels=speaks, initial={"channel": form.cleaned_data["channel"]})
        )
        return render(
            request,
            "play/said.html",
            {**talk(place, new_form), **grid(place), "place": place, "table": place.table},
            status=REFUSED if wrong else 200,
        )
    if wrong:
        messages.error(request, _first(form))
    return SeeOther(table_url("play-table", place.table, place) + "#talk")


def _first(form: Say) -> str:
    return next(str(sentence) for errors in form.errors.values() for sentence in errors)


@require_POST
@table_page
def note(request: HttpRequest, place: Participant) -> HttpResponse:
    """Save the user's private note."""
    form = Note(request.POST)
    if not form.is_valid():
        messages.error(request, "Notes can have up to 10,000 characters. Shorten them.")
    else:
        try:
            notes.save_note(
                table_id=place.table.pk, user=place.user, text=form.cleaned_data["text"]
            )
        except Refusal as refusal:
            messages.error(request, refusal.sentence)
        else:
            messages.success(request, "Notes saved.")
    return SeeOther(table_url("play-table", place.table, place) + "#notes")


@require_POST
@table_page
def mark(request: HttpRequest, place: Participant) -> HttpResponse:
    """Set the user's private mark for a player."""
    form = Marked(request.POST)
    try:
        if form.is_valid():
            values = form.cleaned_data
            notes.save_marks(
                table_id=place.table.pk, user=place.user, marks={values["player"]: values["mark"]}
            )
        else:
            messages.error(request, "Mark one of the players.")
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    if fragment_for(request) == "marks":
        return render(request, "play/marks.html", {**grid(place), "place": place})
    return SeeOther(table_url("play-table", place.table, place) + "#marks")
