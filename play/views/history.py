"""Step-by-step replays of a match, as the viewer's seat saw it. After the end, they can also show
what every seat saw, and the full state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from play.models import Table
from play.selectors import history
from play.selectors.names import names_at
from play.selectors.participants import Participant, can_watch, has_stands
from play.tabletop import registry

from .boards import ShownBoard
from .frame import order_in, show, table_url, title_of, watch_page

From = int | Literal["mine", "truth"] | None
LAST: Final = "last"
FOR_WHOM: Final[dict[str, str]] = {
    Table.Watchers.CIRCLE: "for people who can watch here",
    Table.Watchers.ANYBODY: "",
}
"""Texts that say who can open the link to a moment, unless all signed-in users can."""
MOST_PARTS: Final = 99
MIN_SECONDS: Final = 2
MAX_SECONDS: Final = 8
WORDS_A_SECOND: Final = 5
"""Reading speed in words per second. It determines how long a part of a film is shown, within the
limits `MIN_SECONDS` and `MAX_SECONDS`.
"""


@require_safe
@watch_page
def steps(request: HttpRequest, place: Participant) -> HttpResponse:
    """Show one step of a match. Return 404 for a step or seat that this reader cannot see."""
    table = place.table
    if table.match_id is None:
        raise Http404
    path = table_url("play-history", table)
    context = stepping(request, place, "mine", path)
    if context["chosen"] == "public" and (can_watch(table) or has_stands(table)):
        context["shared_url"] = request.build_absolute_uri(path + context["film"].current)
        context["for_whom"] = FOR_WHOM.get(table.watchers, "for signed-in users")
    answer = show(
        request,
        "history",
        title="Step by step",
        crumbs=((title_of(table), table_url("play-table", table, place)),),
        **context,
    )
    return goes_on(answer, context["film"])


class Film(NamedTuple):
    """Links for watching a match part by part.

    `back` and `next` are the addresses of the previous and the next part ("" if there is none), and
    `parts` has the addresses of the step's parts with their titles. `play` is the address for
    automatic playback, and `current` is the address of this part. `seconds` is how long the current
    part is shown, or 0 if the film does not play.
    """

    back: str
    next: str
    parts: tuple[tuple[str, str, bool], ...]
    play: str
    current: str
    seconds: int


def goes_on(answer: HttpResponse, film: Film) -> HttpResponse:
    """Add a refresh header to the response of a playing film, so that the film continues without a
    script until the reader stops it.
    """
    if film.seconds:
        answer["Refresh"] = f"{film.seconds};url={film.next}"
    return answer


def film_of(step: history.StepView, eyes: str, *, plays: bool) -> Film:
    """Return the links from a step, for this perspective. Without stages, a step is one part."""

    def address(number: int, part: int | str, *, plays_on: bool = False) -> str:
        parameters = {"step": number, "from": eyes} | ({"part": part} if step.staged else {})
        return f"?{urlencode(parameters | ({'play': 1} if plays_on else {}))}#stepping"

    inside = step.part < len(step.parts)
    has_next = inside or step.number < step.length
    after = (step.number, step.part + 1) if inside else (step.number + 1, 1)
    before = (step.number, step.part - 1) if step.part > 1 else (step.number - 1, LAST)
    goes = plays and has_next
    return Film(
        back=address(*before) if before[0] else "",
        next=address(*after, plays_on=goes) if has_next else "",
        parts=tuple(
            (title, address(step.number, nth), nth == step.part)
            for nth, title in enumerate(step.parts, 1)
        ),
        play=address(*(after if has_next else (1, 1)), plays_on=True),
        current=address(step.number, step.part or LAST),
        seconds=_seconds(step.lines) if goes else 0,
    )


def _seconds(lines: Sequence[str]) -> int:
    """Return how long it takes to read these lines."""
    word_count = sum(len(line.split()) for line in lines)
    return min(MAX_SECONDS, MIN_SECONDS + word_count // WORDS_A_SECOND)


def stepping(request: HttpRequest, place: Participant, usual: str, path: str) -> dict[str, Any]:
    """Return the context for a step's page at the address `path`. `usual` is the default
    perspective. Raise `NoSuchStep`, or `Http404` for an invalid perspective.
    """
    seen_from = _from(request.GET.get("from", usual))
    step_text = request.GET.get("step", "")
    whole_history = history.history(place, seen_from)
    number = (
        int(step_text) if step_text.isdecimal() and len(step_text) < 7 else whole_history.length
    )
    number = max(1, min(number, whole_history.length))
    nth = _part(request.GET.get("part", ""))
    step = (
        history.step_stage(place, number, nth, seen_from)
        if nth
        else history.step(place, number, seen_from)
    )
    perspective = _perspective_name(place, seen_from)
    return {
        "place": place,
        "table": place.table,
        "step": step,
        "shown": ShownBoard(step.board, order=order_in(request)),
        "choices": {},
        "eyes": _eyes(place, whole_history),
        "chosen": perspective,
        "film": film_of(step, perspective, plays=request.GET.get("play") == "1"),
        "tabletop": registry.get(place.table.game),
        "here": path,
        "own_words": "Only this seat saw this",
        "order_url": f"?step={step.number}&from={perspective}&order=",
    }


def _eyes(place: Participant, whole_history: history.History) -> list[tuple[str, str]]:
    """Return the available perspectives as (value, label) pairs."""
    names = names_at(place.chairs)
    eyes = [
        ("public", "Spectators")
        if seat is None
        else (str(seat), f"{names[seat]}{' (you)' if seat in place.seats else ''}")
        for seat in whole_history.seats
    ]
    return [*eyes, ("truth", "Everything, including secrets")] if whole_history.has_truth else eyes


def _perspective_name(place: Participant, seen_from: From) -> str:
    own_seat = place.seat if seen_from == "mine" else seen_from
    return "public" if own_seat is None else str(own_seat)


def _part(part_text: str) -> int:
    """Return the number of the requested part of a step, or 0 for the whole step. The request can
    also name the last part.
    """
    if part_text == LAST:
        return MOST_PARTS
    return min(int(part_text), MOST_PARTS) if part_text.isdecimal() and len(part_text) < 4 else 0


def _from(perspective: str) -> From:
    """Return the requested perspective, which is "mine", "public", "truth", or a seat's number."""
    if perspective in {"mine", "truth"}:
        return perspective  # type: ignore[return-value]
    if perspective == "public":
        return None
    if perspective.isdecimal() and len(perspective) < 4:
        return int(perspective)
    raise Http404
