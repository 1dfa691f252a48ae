"""Actions at a table: seats, bots, invite link, resigning, pausing, rematch and deputies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from core.web.forms.base import Act, HouseForm
from core.web.views.person import person
from core.web.views.posting import SeeOther, carry_out, confirmed, sent_before, turn_back
from engine.game import Refusal
from play.forms.table import AtSeat, Bring, Coach, Deputy
from play.models import Table
from play.selectors import loadouts
from play.services import coaching, deputies, leaving, pausing, rematches, seating
from play.services import loadouts as bringing
from play.tasks import ring

from .challenges import keep_link
from .frame import show, table_page, table_url, title_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from play.selectors.participants import Participant

Doing = Callable[[HouseForm], Any]


def _do(
    request: HttpRequest,
    place: Participant,
    form: HouseForm,
    act: Doing,
    message: str,
    *,
    to: str | Callable[[Any], str] = "",
) -> HttpResponse:
    """Carry out a form with one button. A refusal is shown on the table's page."""
    table_path = table_url("play-table", place.table, place)
    response = carry_out(request, form, lambda: act(form), to=to or table_path, message=message)
    if response is None:
        return turn_back(request, form, table_path)
    ring()
    return response


@require_POST
@table_page
def sit(request: HttpRequest, place: Participant) -> HttpResponse:
    """Take a free chair."""
    return _do(
        request,
        place,
        AtSeat(request.POST),
        lambda form: seating.sit_down(
            table_id=place.table.pk, user=place.user, seat=form.cleaned_data["seat"]
        ),
        "You have a seat.",
    )


@require_POST
@table_page
def stand(request: HttpRequest, place: Participant) -> HttpResponse:
    """Give up the user's chair before the start."""
    return _do(
        request,
        place,
        Act(request.POST),
        lambda _: seating.stand_up(table_id=place.table.pk, user=place.user),
        "You left your seat.",
        to=reverse("play"),
    )


@require_POST
@table_page
def bring(request: HttpRequest, place: Participant) -> HttpResponse:
    """Choose the user's loadout before the start."""
    form = Bring(request.POST, loadout=loadouts.loadout(place))
    return _do(
        request,
        place,
        form,
        lambda _: bringing.bring(table_id=place.table.pk, user=place.user, keys=form.keys),
        "Choice saved. You can change it until the match starts.",
    )


@require_POST
@table_page
def seat_bot(request: HttpRequest, place: Participant) -> HttpResponse:
    """Put a bot on a free chair."""
    return _do(
        request,
        place,
        AtSeat(request.POST),
        lambda form: seating.seat_bot(
            table_id=place.table.pk,
            user=place.user,
            seat=form.cleaned_data["seat"],
            bot=form.cleaned_data["bot"],
        ),
        "A bot takes the seat.",
    )


@require_POST
@table_page
def free_seat(request: HttpRequest, place: Participant) -> HttpResponse:
    """Remove a bot from its chair."""
    return _do(
        request,
        place,
        AtSeat(request.POST),
        lambda form: seating.free_seat(
            table_id=place.table.pk, user=place.user, seat=form.cleaned_data["seat"]
        ),
        "The seat is free again.",
    )


@require_POST
@table_page
def coach(request: HttpRequest, place: Participant) -> HttpResponse:
    """Turn the coach of the user's chair on or off."""
    return _do(
        request,
        place,
        Coach(request.POST),
        lambda form: coaching.set_coach(
            table_id=place.table.pk, user=place.user, is_on=form.cleaned_data["on"], seat=place.seat
        ),
        "",
    )


@require_POST
@table_page
def invite(request: HttpRequest, place: Participant) -> HttpResponse:
    """Make a new invite link and show it once. An older link stops working."""
    form = Act(request.POST)
    if before := sent_before(request):
        return before
    tokens: list[str] = []
    if form.is_valid():
        try:
            tokens.append(seating.make_invite(table_id=place.table.pk, user=place.user))
        except Refusal as refusal:
            messages.error(request, refusal.sentence)
    if not tokens:
        return SeeOther(table_url("play-table", place.table, place))
    keep_link(request, place.table, tokens[0])
    link = request.build_absolute_uri(reverse("play-join", args=[tokens[0]]))
    crumbs = ((title_of(place.table), table_url("play-table", place.table, place)),)
    return show(
        request,
        "invite",
        title="Link to this table",
        crumbs=crumbs,
        link=link,
        table=place.table,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def close(request: HttpRequest, place: Participant) -> HttpResponse:
    """Close a table that has not started, after confirmation."""
    if place.table.status != Table.Status.OPEN or place.table.opened_by_id != place.user.pk:
        raise Http404
    return _confirm(
        request,
        place,
        lambda: seating.close_table(table_id=place.table.pk, user=place.user),
        to=reverse("play"),
        message="The table is closed.",
        title="Close the table?",
        sentence="No one can join it after that.",
        action="Close the table",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def resign(request: HttpRequest, place: Participant) -> HttpResponse:
    """Resign, after confirmation."""
    if place.seat is None:
        raise Http404
    effects = [
        "In a game with two players, the other player wins.",
        "In a game with more players, a bot takes over your seat, and everyone can see that.",
    ]
    return _confirm(
        request,
        place,
        lambda: leaving.resign(table_id=place.table.pk, user=place.user),
        to=table_url("play-table", place.table),
        message="You have resigned.",
        title="Resign?",
        sentence="You give up this match. This cannot be undone.",
        action="Resign",
        effects=effects,
    )


def _confirm(
    request: HttpRequest, place: Participant, act: Callable[[], Any], **texts: Any
) -> HttpResponse:
    table_path = table_url("play-table", place.table, place)
    response = confirmed(
        request,
        act,
        back=table_path,
        crumbs=(("Games", reverse("play")), (title_of(place.table), table_path)),
        **texts,
    )
    if response.status_code == SeeOther.status_code:
        ring()
    return response


@require_POST
@table_page
def pause(request: HttpRequest, place: Participant) -> HttpResponse:
    """Ask for a pause. It begins when all people at the table have asked."""
    return _do(
        request,
        place,
        Act(request.POST),
        lambda _: pausing.ask_for_pause(table_id=place.table.pk, user=place.user),
        "You asked for a pause. It starts when everyone agrees.",
    )


@require_POST
@table_page
def unpause(request: HttpRequest, place: Participant) -> HttpResponse:
    """Withdraw the request for a pause."""
    return _do(
        request,
        place,
        Act(request.POST),
        lambda _: pausing.withdraw_pause(table_id=place.table.pk, user=place.user),
        "You withdrew your request for a pause.",
    )


@require_POST
@table_page
def resume(request: HttpRequest, place: Participant) -> HttpResponse:
    """Resume the match after a pause."""
    return _do(
        request,
        place,
        Act(request.POST),
        lambda _: pausing.resume(table_id=place.table.pk, user=place.user),
        "The match is resumed.",
    )


@require_POST
@table_page
def rematch(request: HttpRequest, place: Participant) -> HttpResponse:
    """Open a rematch, with everyone one seat further. All players who ask get the same new
    table.
    """

    def to(table: Table) -> str:
        return table_url("play-table", table)

    return _do(
        request,
        place,
        Act(request.POST),
        lambda _: rematches.rematch(table_id=place.table.pk, user=place.user),
        "",
        to=to,
    )


@require_POST
@table_page
def deputy(request: HttpRequest, place: Participant) -> HttpResponse:
    """Name the user's deputy, or none."""
    return _do(
        request,
        place,
        Deputy(request.POST),
        lambda form: deputies.name_deputy(
            table_id=place.table.pk, user=person(request), username=form.cleaned_data["username"]
        ),
        "Everyone at the table can see who can move for you.",
    )
