"""Actions at a table, for seats, bots, invite links, resigning, pausing, rematches and deputies."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from core.web.forms.base import Act, HouseForm
from core.web.problems import plural
from core.web.views.posting import SeeOther, carry_out, confirmed, sent_before, turn_back
from engine.game import Refusal
from play.forms.table import AtSeat, Bring, Claiming, Coach, Deputy
from play.models import Table
from play.selectors import loadouts
from play.selectors.fair_play import min_moves_to_resign
from play.selectors.participants import Participant
from play.services import coaching, deputies, leaving, pausing, rematches, seating
from play.services import loadouts as bringing
from play.tasks import ring

from .challenges import keep_link
from .frame import show, table_page, table_url, title_of

Doing = Callable[[Participant, HouseForm], Any]


def _send(
    request: HttpRequest,
    place: Participant,
    form: HouseForm,
    act: Doing,
    message: str,
    *,
    to: Callable[[Any], str] | None = None,
) -> HttpResponse:
    """Run the action of a button. If it is refused, show the reason on the table's page."""
    path = table_url("play-table", place.table, place)
    response = carry_out(request, form, lambda: act(place, form), to=to or path, message=message)
    if response is None:
        return turn_back(request, form, path)
    ring()
    return response


def _button(
    form_class: type[HouseForm], message: str = "", *, to: Callable[[Any], str] | None = None
) -> Callable[[Doing], Callable[..., HttpResponse]]:
    """Create a view for an action. If `to` is omitted, the view redirects to the table."""

    def view_of(act: Doing) -> Callable[..., HttpResponse]:
        @require_POST
        @table_page
        @wraps(act)
        def view(request: HttpRequest, place: Participant) -> HttpResponse:
            return _send(request, place, form_class(request.POST), act, message, to=to)

        return view

    return view_of


@_button(AtSeat, "You have a seat.")
def sit(place: Participant, form: HouseForm) -> None:
    """Take a free chair."""
    seating.sit_down(table_id=place.table.pk, user=place.user, seat=form.cleaned_data["seat"])


@_button(Act, "You left your seat.", to=lambda _: reverse("play"))
def stand(place: Participant, form: HouseForm) -> None:
    """Give up the user's chair before the start."""
    seating.stand_up(table_id=place.table.pk, user=place.user)


@require_POST
@table_page
def bring(request: HttpRequest, place: Participant) -> HttpResponse:
    """Choose the user's loadout before the start."""
    form = Bring(request.POST, loadout=loadouts.loadout(place))

    def act(place: Participant, _: HouseForm) -> None:
        bringing.bring(table_id=place.table.pk, user=place.user, keys=form.keys)

    message = "Choice saved. You can change it until the match starts."
    return _send(request, place, form, act, message)


@_button(AtSeat, "A bot takes the seat.")
def seat_bot(place: Participant, form: HouseForm) -> None:
    """Put a bot in a free chair."""
    fields = form.cleaned_data
    seating.seat_bot(
        table_id=place.table.pk, user=place.user, seat=fields["seat"], bot=fields["bot"]
    )


@_button(AtSeat, "The seat is free again.")
def free_seat(place: Participant, form: HouseForm) -> None:
    """Remove a bot from its chair."""
    seating.free_seat(table_id=place.table.pk, user=place.user, seat=form.cleaned_data["seat"])


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def unseat(request: HttpRequest, place: Participant) -> HttpResponse:
    """Remove a person from their chair before the start, after confirmation."""
    seat = request.GET.get("seat", "")
    chair = next((chair for chair in place.chairs if str(chair.seat) == seat), None)
    is_host = place.table.opened_by_id == place.user.pk
    if not is_host or place.table.status != Table.Status.OPEN or chair is None or not chair.holder:
        raise Http404
    name = chair.holder.get_username()
    return _confirm(
        request,
        place,
        lambda: seating.free_seat(table_id=place.table.pk, user=place.user, seat=chair.seat),
        to=table_url("play-table", place.table),
        message=f"You removed {name}.",
        title=f"Remove {name} from the table?",
        sentence="The seat is free for others again, and everyone at the table sees that.",
        action=f"Remove {name}",
    )


@_button(Coach)
def coach(place: Participant, form: HouseForm) -> None:
    """Turn the coach of the user's chair on or off."""
    coaching.set_coach(
        table_id=place.table.pk, user=place.user, is_on=form.cleaned_data["on"], seat=place.seat
    )


@require_POST
@table_page
def invite(request: HttpRequest, place: Participant) -> HttpResponse:
    """Make a new invite link and show it once. Any older link stops working."""
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
    """Resign after confirmation."""
    if place.seat is None:
        raise Http404
    if place.table.seats > 2:
        effects = ["A bot takes over your seat, and everyone can see that."]
    else:
        effects = ["The other player wins."]
    if min_moves := min_moves_to_resign(place):
        effects.append(
            f"Until you have made {plural(min_moves, 'move')}, resigning counts as leaving the "
            "match in your fair play."
        )
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


@_button(Claiming)
def claim(place: Participant, form: HouseForm) -> None:
    """Claim the win, continue against bots or cancel the match, because players are away."""
    leaving.claim(table_id=place.table.pk, user=place.user, action=form.cleaned_data["action"])


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


@_button(Act, "You asked for a pause. It starts when everyone agrees.")
def pause(place: Participant, form: HouseForm) -> None:
    """Ask for a pause. It begins when all people at the table have asked."""
    pausing.ask_for_pause(table_id=place.table.pk, user=place.user)


@_button(Act, "You withdrew your request for a pause.")
def unpause(place: Participant, form: HouseForm) -> None:
    """Withdraw the request for a pause."""
    pausing.withdraw_pause(table_id=place.table.pk, user=place.user)


@_button(Act, "The match is resumed.")
def resume(place: Participant, form: HouseForm) -> None:
    """Resume the match after a pause."""
    pausing.resume(table_id=place.table.pk, user=place.user)


@_button(Act, to=lambda table: table_url("play-table", table))
def rematch(place: Participant, form: HouseForm) -> Table:
    """Open a rematch in which everyone moves one seat on. All who ask get the same new table."""
    return rematches.rematch(table_id=place.table.pk, user=place.user)


@_button(Deputy, "Everyone at the table can see who can move for you.")
def deputy(place: Participant, form: HouseForm) -> None:
    """Name the user's deputy, or remove the deputy."""
    deputies.name_deputy(
        table_id=place.table.pk, user=place.user, username=form.cleaned_data["username"]
    )
