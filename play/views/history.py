"""Stepping through a match: what my seat heard, step by step; once it is over, from every seat, and
the whole truth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from django.http import Http404
from django.views.decorators.http import require_safe

from play.selectors import history
from play.selectors.names import names_at
from play.tabletop import registry

from .boards import Shown
from .frame import order_in, show, table_page, table_url, title_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from play.selectors.participants import Participant

From = int | Literal["mine", "truth"] | None


@require_safe
@table_page
def steps(request: HttpRequest, place: Participant) -> HttpResponse:
    """One step of a match. A step or a seat that is not there for this reader is a 404."""
    table = place.table
    if table.match_id is None:
        raise Http404
    return show(
        request,
        "history",
        title="Step by step",
        crumbs=((title_of(table), table_url("play-table", table, place)),),
        **stepping(request, place, "mine", table_url("play-history", table)),
    )


def stepping(request: HttpRequest, place: Participant, usual: str, here: str) -> dict[str, Any]:
    """What the page of a step is made of, at the address `here`, seen from `usual` where nothing
    else is asked for. Raises NoSuchStep, and Http404 for eyes that there are not.
    """
    seen_from = _from(request.GET.get("from", usual))
    wanted = request.GET.get("step", "")
    whole = history.history(place, seen_from)
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 7 else whole.length
    step = history.step(place, max(1, min(number, whole.length)), seen_from)
    return {
        "place": place,
        "table": place.table,
        "step": step,
        "shown": Shown(step.board, order=order_in(request)),
        "choices": {},
        "eyes": _eyes(place, whole),
        "chosen": _chosen(place, seen_from),
        "tabletop": registry.get(place.table.game),
        "here": here,
        "own_words": "This seat alone saw this",
        "order_url": f"?step={step.number}&from={_chosen(place, seen_from)}&order=",
    }


def _eyes(place: Participant, whole: history.History) -> list[tuple[str, str]]:
    """From whose seats one may look, as (value, words)."""
    names = names_at(place.chairs)
    eyes = [
        ("public", "Spectators")
        if seat is None
        else (str(seat), f"{names[seat]}{' (you)' if seat in place.seats else ''}")
        for seat in whole.seats
    ]
    return [*eyes, ("truth", "Nobody: the whole truth")] if whole.has_truth else eyes


def _chosen(place: Participant, seen_from: From) -> str:
    own = place.seat if seen_from == "mine" else seen_from
    return "public" if own is None else str(own)


def _from(said: str) -> From:
    """Whose eyes: "mine", "public", "truth", or a seat's number."""
    if said in {"mine", "truth"}:
        return said  # type: ignore[return-value]
    if said == "public":
        return None
    if said.isdecimal() and len(said) < 4:
        return int(said)
    raise Http404
